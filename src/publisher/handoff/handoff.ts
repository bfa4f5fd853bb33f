/**
 * The hand-off to another device (docs/interface.md 11.4): a short code that leads the phone that
 * scans it to the consume page. It works once, for ten minutes; one for a mail works three times, for
 * a day. The cache holds the feed URL, sealed with a key that needs both the code and a secret of the
 * handler.
 */
import { base64url } from 'jose';
import { BoundedMap } from '../../api/cache/bounded-map.js';
import { createSeal } from '../../api/cache/seal.js';
import type { SharedCache } from '../../api/cache/shared-cache.js';
import { consumePageUrl } from '../../api/consume.js';
import { sha256 } from '../../crypto/sha256.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { languageOf } from '../../languages/languages.js';
import { messagePage } from '../../pages/message-page.js';
import type { Publisher } from '../../pages/publisher.js';
import { symmetricKeys, type SharedSecret, type SubscribeSecrets } from '../tokens/signing-key.js';
import type { Clock } from '../tokens/subscribe-token.js';
import { isPreview } from './link-preview.js';

export interface HandoffOptions extends Clock {
  secret?: SubscribeSecrets | undefined;
  handoffSecret?: SharedSecret | readonly SharedSecret[] | undefined;
  cache?: SharedCache | undefined;
  handoffCache?: SharedCache | false | undefined;
  /** Base URL of the consume page, which the codes lead to. */
  consumeUrl?: string | undefined;
  /** Dresses the pages that a link leads to when it opens nothing. */
  publisher?: Publisher | undefined;
}

/** How the code gets to the other device: by its camera, or in a mail that may be read tomorrow. */
export type HandoffWay = 'scan' | 'mail';

/** The answer to `POST ?handoff`. */
export interface HandoffLink {
  /** Relative to the handler's own URL. A bearer secret until it is used up. */
  url: string;
  /** Seconds. */
  expiresIn: number;
}

export interface Handoff {
  /**
   * @param owner who made the code; see {@link Handoff.wasOpened}.
   * @param endpoint the handler's URL: what its query has beside `handoff` stays.
   * @param way default: `scan`.
   */
  create: (
    feedUrl: string,
    owner: string,
    endpoint: string,
    way?: HandoffWay,
  ) => Promise<HandoffLink>;
  /** Whether a text has the form of a code. */
  isCode: (text: string) => boolean;
  /** Answers a scanned link: redirects to the consume page, or shows a page that says what to do. */
  redeem: (code: string, request: Request) => Promise<Response>;
  /** Whether another device has opened the code. Only who made it learns that. */
  wasOpened: (code: string, owner: string) => Promise<boolean>;
}

/** The cache holds this for a code, sealed. */
interface HandoffItem {
  feedUrl: string;
  owner: string;
}

export const CODE_TTL_SECONDS = 600;
export const MAIL_TTL_SECONDS = 24 * 60 * 60;
/** The services that check mails for malware open their links too, before the member does. */
export const MAIL_OPENINGS = 3;
/** 128 bits: 22 characters, so that a link fits a QR code of 41 modules. */
const CODE_BYTES = 16;
/** The code of a mail has another length, so that its openings are known before it is looked up. */
const MAIL_PREFIX = 'm';
const CODE = /^m?[\w-]{22}$/;
const isCode = (text: string): boolean => CODE.test(text);
/** Whether a code was made for a mail. */
const isMailed = (code: string): boolean => code.length > 22;
/** Takes the place of a code that was used, in a cache that cannot take an item out. */
const USED = 'used';
/** Items that the memory of one process holds; the oldest are forgotten first. */
export const MAX_ITEMS = 10_000;

type Secrets = ReturnType<typeof symmetricKeys>;

/** Keeps codes for one process. What has expired stays until it is pushed out, but does not open. */
function createCodeMemory(): SharedCache {
  const items = new BoundedMap<string>(MAX_ITEMS);
  return { getItem: (key) => items.get(key), setItem: (key, value) => items.set(key, value) };
}

/** A secret for what never leaves this process. Workers give no random bytes before a request. */
function createOwnSecret(): () => Secrets {
  let secrets: Secrets | undefined;
  return () => (secrets ??= [crypto.getRandomValues(new Uint8Array(32))]);
}

function requireSecrets({ secret, handoffSecret }: HandoffOptions): () => Secrets {
  const secrets = symmetricKeys(handoffSecret ?? secret);
  if (secrets.length > 0) return () => secrets;
  throw new PrivatePodcastError(
    'config',
    '`handoffSecret` is missing. With an asymmetric `secret` and a `cache`, set it to at least 256 bits.',
  );
}

/** The language that the device prefers (RFC 9110 §12.5.4): the first, with its region. */
function preferredLanguage(headers: Headers): string {
  const first = /^\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*(?:[,;]|$)/i;
  return first.exec(headers.get('accept-language') ?? '')?.[1] ?? 'en';
}

/**
 * Makes the hand-off. Its codes are in the cache, or without one in the memory of this process.
 * @returns undefined without a consume page, or if `handoffCache` is false.
 * @throws {PrivatePodcastError} `config` if there is a cache, and no symmetric secret to seal with.
 */
export function createHandoff(options: HandoffOptions): Handoff | undefined {
  const { consumeUrl, publisher, now = Date.now } = options;
  const shared = options.handoffCache ?? options.cache;
  if (!consumeUrl || shared === false) return undefined;
  const cache = shared ?? createCodeMemory();
  const { seal, open } = createSeal({
    purpose: 'hand-off',
    secrets: shared ? requireSecrets(options) : createOwnSecret(),
    now: () => Number(now()),
  });
  const itemKey = async (code: string) =>
    `private-podcast-subscribe:handoff:${base64url.encode(await sha256(code))}`;
  /** One item for each opening: taking one is a single step, so that no count can go wrong. */
  async function itemsOf(code: string): Promise<string[]> {
    const key = await itemKey(code);
    if (!isMailed(code)) return [key];
    return Array.from({ length: MAIL_OPENINGS }, (_, opening) => `${key}:${opening + 1}`);
  }
  const openedKey = async (code: string) => `${await itemKey(code)}:opened`;
  const keep = async (key: string, value: string, ttl = CODE_TTL_SECONDS): Promise<void> => {
    await cache.setItem(key, value, { ttl });
  };
  /** Codes that this process is taking out of the cache right now. */
  const taking = new Set<string>();

  /** Takes an item out of the cache, so that nobody else can. */
  async function take(item: string): Promise<unknown> {
    if (cache.takeItem) return cache.takeItem(item);
    // Otherwise two scans at once would both find it.
    if (taking.has(item)) return USED;
    taking.add(item);
    try {
      const held = await cache.getItem(item);
      if (held != null && held !== USED) await keep(item, USED);
      return held;
    } finally {
      taking.delete(item);
    }
  }

  async function find(code: string): Promise<HandoffItem | undefined> {
    if (!isCode(code)) return undefined;
    let isKnown = false;
    for (const item of await itemsOf(code)) {
      const held = await take(item);
      isKnown ||= held != null;
      const opened = await open(code, held);
      if (opened) return opened.value as HandoffItem;
    }
    if (!isKnown && !shared) {
      throw new PrivatePodcastError(
        'config',
        'A hand-off code was opened that this process does not know. Without a `cache`, codes are in the memory of the process that made them. If the handler runs in more than one, or in a serverless runtime, pass a `cache` that all of them share. After a restart, this is nothing to worry about.',
      );
    }
    return undefined;
  }

  return {
    isCode,

    async create(feedUrl, owner, endpoint, way = 'scan') {
      const isForMail = way === 'mail';
      const random = base64url.encode(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
      const code = isForMail ? MAIL_PREFIX + random : random;
      const ttl = isForMail ? MAIL_TTL_SECONDS : CODE_TTL_SECONDS;
      const item: HandoffItem = { feedUrl, owner };
      const sealed = await seal(code, item, ttl);
      await Promise.all((await itemsOf(code)).map((key) => keep(key, sealed, ttl))).catch(() => {
        // The cause may hold the address of the cache, with its password.
        const message = '`cache` could not keep a hand-off code. Check that it is up.';
        throw new PrivatePodcastError('unavailable', message);
      });
      const query = new URL(endpoint).searchParams;
      query.delete('handoff');
      if (isForMail) query.delete('for');
      query.set('h', code);
      return { url: `?${query.toString()}`, expiresIn: ttl };
    },

    async redeem(code, request) {
      const { headers } = request;
      const language = preferredLanguage(headers);
      if (request.method === 'HEAD' || isPreview(headers)) {
        return messagePage('preview', languageOf(language), publisher);
      }
      const item = await find(code);
      if (!item) return messagePage('usedCode', languageOf(language), publisher);
      const key = await openedKey(code);
      // The dialog that shows the code only waits for this; the member does not.
      await keep(key, await seal(key, item.owner, CODE_TTL_SECONDS)).catch(() => undefined);
      return new Response(null, {
        status: 303,
        headers: {
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
          Location: consumePageUrl(consumeUrl, item.feedUrl, language),
        },
      });
    },

    async wasOpened(code, owner) {
      if (!isCode(code)) return false;
      const key = await openedKey(code);
      return (await open(key, await cache.getItem(key)))?.value === owner;
    },
  };
}

/**
 * The page for a code that could not be checked. The code may still be valid.
 * @param retryAfter seconds, if it was asked for too often.
 */
export async function handoffFailed(
  request: Request,
  retryAfter: number | undefined,
  publisher: Publisher | undefined,
): Promise<Response> {
  const language = languageOf(preferredLanguage(request.headers));
  const page = await messagePage('failed', language, publisher);
  if (retryAfter === undefined) return page;
  const headers = new Headers(page.headers);
  headers.set('Retry-After', String(retryAfter));
  return new Response(page.body, { status: 429, headers });
}
