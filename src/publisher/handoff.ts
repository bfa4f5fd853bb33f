/**
 * The hand-off to another device (docs/interface.md 11.3): an encrypted link that leads the phone that scans it to the
 * consume page. It works once, for ten minutes.
 */
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { SharedCache } from '../api/cache.js';
import { consumePageUrl } from '../api/consume.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { signingKey, type SubscribeSecret } from './signing-key.js';
import type { Clock } from './subscribe-token.js';

export interface HandoffOptions extends Clock {
  secret: SubscribeSecret;
  handoffSecret?: string | Uint8Array | undefined;
  cache?: SharedCache | undefined;
  /** Base URL of the consume page, which the links lead to. */
  consumeUrl?: string | undefined;
}

export interface Handoff {
  /** Makes the link to a feed: the handler's own URL with a query. */
  link: (feedUrl: string, endpoint: string) => Promise<string>;
  /** Answers a scanned link: redirects to the consume page, or shows a page that says what to do. */
  redeem: (sealed: string, headers: Headers) => Promise<Response>;
}

const LIFETIME_SECONDS = 600;

/** A key for this purpose only, derived from the shared secret (RFC 5869). */
async function sealingKey(secret: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode('private-podcast-subscribe hand-off');
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    key,
    256,
  );
  return new Uint8Array(bits);
}

/** The first language that the device prefers (RFC 9110 §12.5.4), as a short code. */
function preferredLanguage(headers: Headers): string {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(headers.get('accept-language') ?? '')?.[1] ?? 'en';
}

/** No cache keeps these answers, and the next page does not learn this URL. */
const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** A small page, because a person opens the link. */
function page(status: number, title: string, advice: string): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${advice}</p>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...privateHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
  });
}

function usedOrExpired(): Response {
  return page(
    410,
    'This link has been used or has expired',
    'For your safety it works once, for ten minutes. On your computer, close the code, open it again and scan the new one.',
  );
}

/** The page for a link that could not be checked. The link may still be valid. */
export function handoffFailed(): Response {
  return page(503, 'That did not work', 'Please scan the code again in a moment.');
}

/**
 * Makes the hand-off.
 * @returns undefined without a cache, which limits a link to one use, or without a consume page.
 * @throws {PrivatePodcastError} `config` if there is no symmetric secret to encrypt with.
 */
export function createHandoff(options: HandoffOptions): Handoff | undefined {
  const { cache, consumeUrl, now = Date.now } = options;
  if (!cache || !consumeUrl) return undefined;
  const { key: secret } = signingKey(options.handoffSecret ?? options.secret, 'verify');
  if (!(secret instanceof Uint8Array)) {
    throw new PrivatePodcastError(
      'config',
      '`handoffSecret` is missing. With an asymmetric `secret` and a `cache`, set it to at least 256 bits.',
    );
  }
  let derived: Promise<Uint8Array> | undefined;
  const key = () => (derived ??= sealingKey(new Uint8Array(secret)));
  const redeeming = new Set<string>();

  async function open(sealed: string): Promise<{ feedUrl: string; jti: string } | undefined> {
    try {
      const { payload } = await jwtDecrypt<{ feedUrl: string }>(sealed, await key(), {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp', 'jti', 'feedUrl'],
        currentDate: new Date(Number(now())),
      });
      return { feedUrl: payload.feedUrl, jti: payload.jti ?? '' };
    } catch {
      return undefined;
    }
  }

  return {
    async link(feedUrl, endpoint) {
      // No type or audience: they would make the QR code denser, and the key has no other use.
      const sealed = await new EncryptJWT({ feedUrl })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(Number(now()) / 1000) + LIFETIME_SECONDS)
        .setJti(crypto.randomUUID())
        .encrypt(await key());
      const url = new URL(endpoint);
      url.hash = '';
      url.searchParams.set('handoff', sealed);
      return url.href;
    },

    async redeem(sealed, headers) {
      const opened = await open(sealed);
      if (!opened || redeeming.has(opened.jti)) return usedOrExpired();
      const { feedUrl, jti } = opened;
      const mark = `private-podcast-subscribe:handoff:${jti}`;
      // Otherwise two scans at once would both find the cache empty.
      redeeming.add(jti);
      try {
        if ((await cache.getItem(mark)) != null) return usedOrExpired();
        await cache.setItem(mark, 'used', { ttl: LIFETIME_SECONDS });
      } finally {
        redeeming.delete(jti);
      }
      return new Response(null, {
        status: 303,
        headers: {
          ...privateHeaders,
          Location: consumePageUrl(consumeUrl, feedUrl, preferredLanguage(headers)),
        },
      });
    },
  };
}
