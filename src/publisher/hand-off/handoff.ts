/**
 * The hand-off to another device (docs/interface.md 11.4): a short code that leads the phone that scans it to the consume
 * page. It works once, for ten minutes. What it stands for is in the cache, encrypted with a key
 * that needs both the code and the handler's secret.
 */
import { base64url, EncryptJWT, jwtDecrypt } from 'jose';
import type { SharedCache } from '../../api/cache/shared-cache.js';
import { consumePageUrl } from '../../api/consume.js';
import { sha256 } from '../../crypto/sha256.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { languageOf } from '../../languages/languages.js';
import { messagePage } from '../../pages/message-page.js';
import { isPreview } from './link-preview.js';
import { symmetricKeys, type SubscribeSecrets } from '../tokens/signing-key.js';
import type { Clock } from '../tokens/subscribe-token.js';

export interface HandoffOptions extends Clock {
  secret?: SubscribeSecrets | undefined;
  handoffSecret?: string | Uint8Array | undefined;
  cache?: SharedCache | undefined;
  /** Base URL of the consume page, which the codes lead to. */
  consumeUrl?: string | undefined;
}

/** What the handler answers to `POST ?handoff`. */
export interface HandoffLink {
  /** Relative to the handler's own URL. A bearer secret until it is used. */
  url: string;
  /** Seconds. */
  expiresIn: number;
}

export interface Handoff {
  /**
   * @param owner who made the code; see {@link Handoff.wasOpened}.
   * @param endpoint the handler's URL: what its query has beside `handoff` stays.
   */
  create: (feedUrl: string, owner: string, endpoint: string) => Promise<HandoffLink>;
  /** Answers a scanned link: redirects to the consume page, or shows a page that says what to do. */
  redeem: (code: string, request: Request) => Promise<Response>;
  /** Whether another device has opened the code. Only who made it learns that. */
  wasOpened: (code: string, owner: string) => Promise<boolean>;
}

const LIFETIME_SECONDS = 600;
/** 128 bits: 22 characters, so that a link fits a QR code of 41 modules. */
const CODE_BYTES = 16;
const CODE = /^[\w-]{22}$/;
/** Takes the place of a code that was used, in a cache that cannot take an item out. */
const USED = 'used';

/** A key for this code only, derived from it and the secret (RFC 5869). */
async function sealingKey(secret: Uint8Array<ArrayBuffer>, code: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const encode = (text: string) => new TextEncoder().encode(text);
  const info = encode('private-podcast-subscribe hand-off');
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: encode(code), info },
    key,
    256,
  );
  return new Uint8Array(bits);
}

/** Cache keys do not give the code away, nor its owner. */
const hash = async (text: string): Promise<string> => base64url.encode(await sha256(text));

/** The language that the device prefers (RFC 9110 §12.5.4): the first, as a short code. */
function preferredLanguage(headers: Headers): string {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(headers.get('accept-language') ?? '')?.[1] ?? 'en';
}

/**
 * Makes the hand-off.
 * @returns undefined without a cache, which limits a code to one use, or without a consume page.
 * @throws {PrivatePodcastError} `config` if there is no symmetric secret to encrypt with.
 */
export function createHandoff(options: HandoffOptions): Handoff | undefined {
  const { cache, consumeUrl, now = Date.now } = options;
  if (!cache || !consumeUrl) return undefined;
  const secrets = symmetricKeys(options.handoffSecret ?? options.secret);
  const [secret] = secrets;
  if (!secret) {
    throw new PrivatePodcastError(
      'config',
      '`handoffSecret` is missing. With an asymmetric `secret` and a `cache`, set it to at least 256 bits.',
    );
  }
  const itemKey = async (code: string) => `private-podcast-subscribe:handoff:${await hash(code)}`;
  const openedKey = async (code: string) => `${await itemKey(code)}:opened`;
  /** Codes that this process is taking out of the cache right now. */
  const taking = new Set<string>();

  /** Takes what a code stands for out of the cache, so that nobody else can. */
  async function take(item: string): Promise<unknown> {
    if (cache?.takeItem) return cache.takeItem(item);
    // Otherwise two scans at once would both find it.
    if (taking.has(item)) return undefined;
    taking.add(item);
    try {
      const held = await cache?.getItem(item);
      if (held != null && held !== USED) {
        await cache?.setItem(item, USED, { ttl: LIFETIME_SECONDS });
      }
      return held;
    } finally {
      taking.delete(item);
    }
  }

  async function open(
    code: string,
    sealed: unknown,
  ): Promise<{ feedUrl: string; owner: string } | undefined> {
    if (typeof sealed !== 'string') return undefined;
    for (const key of secrets) {
      try {
        const { payload } = await jwtDecrypt<{ feedUrl: string; owner: string }>(
          sealed,
          await sealingKey(key, code),
          {
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
            requiredClaims: ['exp', 'feedUrl', 'owner'],
            currentDate: new Date(Number(now())),
          },
        );
        return payload;
      } catch {
        // It may have been sealed before the secret was changed.
      }
    }
    return undefined;
  }

  return {
    async create(feedUrl, owner, endpoint) {
      const code = base64url.encode(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
      const sealed = await new EncryptJWT({ feedUrl, owner: await hash(owner) })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(Number(now()) / 1000) + LIFETIME_SECONDS)
        .encrypt(await sealingKey(secret, code));
      await cache.setItem(await itemKey(code), sealed, { ttl: LIFETIME_SECONDS });
      const query = new URL(endpoint).searchParams;
      query.delete('handoff');
      query.set('h', code);
      return { url: `?${query.toString()}`, expiresIn: LIFETIME_SECONDS };
    },

    async redeem(code, request) {
      const { headers } = request;
      const language = preferredLanguage(headers);
      if (request.method === 'HEAD' || isPreview(headers)) {
        return messagePage('preview', languageOf(language));
      }
      const item = CODE.test(code) ? await take(await itemKey(code)) : undefined;
      const opened = await open(code, item);
      if (!opened) return messagePage('usedCode', languageOf(language));
      // The dialog that shows the code only waits for this; the member does not.
      await Promise.resolve(
        cache.setItem(await openedKey(code), opened.owner, { ttl: LIFETIME_SECONDS }),
      ).catch(() => undefined);
      return new Response(null, {
        status: 303,
        headers: {
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
          Location: consumePageUrl(consumeUrl, opened.feedUrl, language),
        },
      });
    },

    async wasOpened(code, owner) {
      if (!CODE.test(code)) return false;
      return (await cache.getItem(await openedKey(code))) === (await hash(owner));
    },
  };
}

/**
 * The page for a code that could not be checked. The code may still be valid.
 * @param retryAfter seconds, if it was asked for too often.
 */
export async function handoffFailed(request: Request, retryAfter?: number): Promise<Response> {
  const page = await messagePage('failed', languageOf(preferredLanguage(request.headers)));
  if (retryAfter === undefined) return page;
  const headers = new Headers(page.headers);
  headers.set('Retry-After', String(retryAfter));
  return new Response(page.body, { status: 429, headers });
}
