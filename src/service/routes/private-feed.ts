/** A member's private feed: GET /feeds/{secret}/{sku}_private.rss, the `url` of docs/interface.md 4.4. */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { RouteContext } from './route-context.js';

/** Whether the client already has this version (RFC 9110 §13.1.2, weak comparison). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}

/** Hides why a show cannot be loaded: the member can only wait, and the log has the cause. */
function unavailable(cause: unknown): never {
  if (cause instanceof PrivatePodcastError && cause.code !== 'not-found') {
    throw new PrivatePodcastError(
      'unavailable',
      'The podcast is temporarily unavailable. Try again later.',
      {
        cause,
      },
    );
  }
  throw cause;
}

export function servePrivateFeed({ memberFeed }: RouteContext): Handler {
  return async (c) => {
    const { secret = '', filename = '' } = c.req.param();
    const { body, etag } = await memberFeed(secret, filename).catch(unavailable);
    const headers = {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      ETag: etag,
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    };
    return matches(c.req.header('If-None-Match'), etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers });
  };
}
