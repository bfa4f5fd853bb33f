import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { isWebUrl } from '../urls/web-url.js';

/** What the handler answers to, for `Allow`. */
export const methods = 'GET, OPTIONS';

/** Whether a text is exactly what a browser sends as `Origin` for a web page. URLs may hold a `*`; no page's does. */
export function isWebOrigin(value: string): boolean {
  return isWebUrl(value) && !value.includes('*') && new URL(value).origin === value;
}

/**
 * Reads the list of allowed origins.
 * @throws {PrivatePodcastError} `config` where one is no web origin, as `*` is none.
 */
export function readOrigins(origins: readonly string[]): ReadonlySet<string> {
  if (!Array.isArray(origins) || !origins.every((origin) => isWebOrigin(String(origin)))) {
    throw new PrivatePodcastError(
      'config',
      '`allowedOrigins` must list web origins exactly, like "https://www.example.com": no path, no wildcard.',
    );
  }
  return new Set(origins);
}

/** Headers by which an allowed origin may read the answer; other origins get none but `Vary`. */
export function corsHeaders(origin: string | null, allowed: boolean): Record<string, string> {
  if (!origin || !allowed) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Retry-After',
  };
}

/** The answer to OPTIONS from an allowed origin, or from none. */
export function preflight(headers: Record<string, string>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      Allow: methods,
      'Access-Control-Allow-Methods': 'GET',
      'Access-Control-Allow-Headers': 'authorization',
      'Access-Control-Max-Age': '600',
    },
  });
}

/**
 * Whether a request may use a token that is bound to an origin. A page of the handler's
 * own origin sends no `Origin` with a GET; there the browser's `Sec-Fetch-Site` vouches
 * (Fetch Metadata). Neither is proof against a program, only against other pages.
 */
export function comesFrom(origin: string, headers: Headers): boolean {
  const sent = headers.get('origin');
  return sent === null ? headers.get('sec-fetch-site') === 'same-origin' : sent === origin;
}
