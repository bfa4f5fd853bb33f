/** A member's private feed: GET /feeds/{secret}/{sku}_private.rss, the `url` of docs/interface.md 4.4. */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { encodedAnswer } from '../answers/encoded-answer.js';
import { toResponse, type PlainAnswer, type ReadHeader } from '../answers/plain-answer.js';
import type { Connections } from '../../connections/connections.js';
import type { MemberFeeds } from '../../feeds/member-feed.js';
import type { FeedLinks } from '../../store/links/feed-links.js';
import type { BaseUrl } from '../requests/base-url.js';

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

/** Its path in the router, the log and the metrics. */
export const feedPath = '/feeds/:secret/:filename';

/** The parts of a request for a member's feed that decide the answer. */
export interface FeedRequest {
  method: string;
  secret: string;
  filename: string;
  /** Base URL of the service. */
  baseUrl: () => string;
  header: ReadHeader;
}

/** Answers a request for a member's feed. @throws {PrivatePodcastError} if there is none. */
export type AnswerFeed = (request: FeedRequest) => Promise<PlainAnswer>;

export function createFeedAnswer(
  feedLinks: FeedLinks,
  memberFeeds: MemberFeeds,
  connections: Connections,
): AnswerFeed {
  return async ({ method, secret, filename, baseUrl, header }) => {
    const link = await feedLinks.find(secret, filename);
    const { body, modifiedAt } = await memberFeeds.memberFeed(link, baseUrl).catch(hideCause);
    if (link && method === 'GET') connections.note(link, header('user-agent'));
    return encodedAnswer(header, body, {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      // Some apps show it. It decides nothing: the body also depends on access, link and catalogue.
      'Last-Modified': modifiedAt.toUTCString(),
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    });
  };
}

export function servePrivateFeed(answerFeed: AnswerFeed, baseUrlOf: BaseUrl): Handler {
  return async (c) => {
    const { secret = '', filename = '' } = c.req.param();
    const header: ReadHeader = (name) => c.req.header(name);
    const { method } = c.req;
    const baseUrl = () => baseUrlOf(c);
    return toResponse(await answerFeed({ method, secret, filename, baseUrl, header }));
  };
}
