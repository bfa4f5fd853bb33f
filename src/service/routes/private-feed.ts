/** A member's private feed: GET /feeds/{secret}/{sku}_private.rss, the `url` of docs/interface.md 4.4. */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { encodedAnswer } from './encoded-answer.js';
import type { RouteContext } from './route-context.js';

/** Hides why a show cannot be loaded: the member can only wait, and the log has the cause. */
function hideCause(cause: unknown): never {
  if (cause instanceof PrivatePodcastError && cause.code !== 'not-found') {
    throw new PrivatePodcastError(
      'unavailable',
      'The podcast is temporarily unavailable. Try again later.',
      { cause, ...(cause.code === 'unavailable' && { retryAfter: cause.retryAfter }) },
    );
  }
  throw cause;
}

export function servePrivateFeed({
  baseUrl,
  feedLinks,
  memberFeed,
  connections,
}: RouteContext): Handler {
  return async (c) => {
    const { secret = '', filename = '' } = c.req.param();
    const link = await feedLinks.find(secret, filename);
    const { body } = await memberFeed(link, baseUrl(c)).catch(hideCause);
    if (link && c.req.method === 'GET') connections.note(link, c.req.header('User-Agent'));
    return encodedAnswer(c, body, {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    });
  };
}
