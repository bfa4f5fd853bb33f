/** Cross-origin rules: which pages may call the subscribe handler (Fetch standard, CORS protocol). */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';

/** The methods that the handler answers, for `Allow`. */
export const allowedMethods = 'GET, POST, OPTIONS';

/** Whether a text is exactly what a browser sends as `Origin` for a web page. A URL may hold a `*`, but no page's origin does. */
export function isWebOrigin(value: string): boolean {
  return isWebUrl(value) && !value.includes('*') && new URL(value).origin === value;
}

/**
 * Reads the list of allowed origins.
 * @throws {PrivatePodcastError} `config` if an item is not a web origin; `*` is not one.
 */
export function readOrigins(origins: readonly string[]): ReadonlySet<string> {
  if (!Array.isArray(origins) || !origins.every((origin) => isWebOrigin(String(origin)))) {
    throw new PrivatePodcastError(
      'config',
      '`allowedOrigins` must list exact web origins, such as "https://www.example.com": no path, no wildcard.',
    );
  }
  return new Set(origins);
}

/** Headers that let an allowed origin read the answer. Other origins get only `Vary`. */
export function corsHeaders(origin: string | null, allowed: boolean): Record<string, string> {
  if (!origin || !allowed) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Retry-After',
  };
}

/** The answer to OPTIONS. */
export function preflight(headers: Record<string, string>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      Allow: allowedMethods,
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'authorization',
      'Access-Control-Max-Age': '600',
    },
  });
}

/**
 * Whether a request may use a token that is bound to an origin. A page of the handler's own
 * origin sends no `Origin` with a GET; the browser's `Sec-Fetch-Site` tells then (Fetch Metadata).
 * Both protect against other pages only: a program can send what it likes.
 * @param publicUrl the handler's URL, as browsers see it. Without it the request's own host counts,
 * because a proxy that ends TLS hides the scheme.
 */
export function comesFrom(
  origin: string,
  { headers, url }: Request,
  publicUrl: string | undefined,
): boolean {
  const sent = headers.get('origin');
  if (sent !== null) return sent === origin;
  if (headers.get('sec-fetch-site') !== 'same-origin') return false;
  return publicUrl
    ? new URL(publicUrl).origin === origin
    : new URL(url).host === new URL(origin).host;
}
