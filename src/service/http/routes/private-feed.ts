/** A member's private feed: GET /feeds/{secret}/{sku}_private.rss, the `url` of docs/interface.md 4.4. */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { problemStatus } from '../answers/problem.js';
import { encodedAnswer } from '../answers/encoded-answer.js';
import { toResponse, type PlainAnswer, type ReadHeader } from '../answers/plain-answer.js';
import type { Connections } from '../../connections/connections.js';
import type { MemberFeeds } from '../../feeds/member-feed.js';
import type { FeedLink, FeedLinks } from '../../store/links/feed-links.js';
import { feedAddress } from '../../store/links/addresses.js';
import type { OldLinks } from '../../store/links/old-links.js';
import type { BaseUrl } from '../requests/base-url.js';
import { feedHeaders, movedTo, type AnswerOldLink } from './old-link.js';

/** Hides why a show cannot be loaded: the member can only wait, and the log has the cause. */
function withoutCause(cause: unknown): unknown {
  if (!(cause instanceof PrivatePodcastError) || cause.code === 'not-found') return cause;
  return new PrivatePodcastError(
    'unavailable',
    'The podcast is temporarily unavailable. Try again later.',
    { cause, ...(cause.code === 'unavailable' && { retryAfter: cause.retryAfter }) },
  );
}

function hideCause(cause: unknown): never {
  throw withoutCause(cause);
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

export interface FeedAnswerParts {
  feedLinks: FeedLinks;
  oldLinks: Pick<OldLinks, 'movedOut' | 'newUrlOf'>;
  answerOld: AnswerOldLink;
  memberFeeds: MemberFeeds;
  connections: Connections;
}

export function createFeedAnswer(parts: FeedAnswerParts): AnswerFeed {
  const { feedLinks, oldLinks, answerOld, memberFeeds, connections } = parts;

  /** Where a link has moved to. Most services have none that did, and need not look. */
  const newUrlOf = ({ sku }: FeedLink, secret: string) =>
    oldLinks.movedOut > 0 ? oldLinks.newUrlOf(feedAddress(secret, sku)) : undefined;

  return async ({ method, secret, filename, baseUrl, header }) => {
    const link = await feedLinks.find(secret, filename);
    const note = (status: number) => {
      if (link && method === 'GET') connections.note(link, header('user-agent'), status);
    };
    if (!link) {
      const address = `/feeds/${secret}/${filename}`;
      const answer = await answerOld({ method, address, baseUrl, header }).catch(hideCause);
      if (answer) return answer;
    }
    const newUrl = link && (await newUrlOf(link, secret));
    if (newUrl !== undefined) {
      note(301);
      return movedTo(newUrl);
    }
    try {
      const { body, modifiedAt } = await memberFeeds.memberFeed(link, baseUrl);
      note(200);
      // Some apps show the date. It decides nothing: the body also depends on access, link and catalogue.
      const answer = encodedAnswer(header, body, feedHeaders);
      answer.headers['Last-Modified'] = modifiedAt.toUTCString();
      return answer;
    } catch (error) {
      const told = withoutCause(error);
      note(problemStatus(told) ?? 500);
      throw told;
    }
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
