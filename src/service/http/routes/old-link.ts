/**
 * Answers for addresses that are no feed of ours now: an old host's link leads to the member's feed, and a
 * link that was replaced says so.
 */
import type { MiddlewareHandler } from 'hono';
import type { Connections } from '../../connections/connections.js';
import type { MemberFeeds } from '../../feeds/member-feed.js';
import type { FeedLinks } from '../../store/links/feed-links.js';
import { addressOf } from '../../store/links/addresses.js';
import { feedUrl } from '../../store/links/feed-links.js';
import type { OldLinks } from '../../store/links/old-links.js';
import { OLD_LINK_DAYS } from '../../store/links/renew-links.js';
import { encodedAnswer } from '../answers/encoded-answer.js';
import { toResponse, type PlainAnswer, type ReadHeader } from '../answers/plain-answer.js';
import type { BaseUrl } from '../requests/base-url.js';

const DAY_MS = 86_400_000;

/** Headers of a member's feed, whatever it says. */
export const feedHeaders = {
  'Content-Type': 'application/rss+xml; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
};

/** Sends an app on for good. Nobody between may remember it: it can be taken back. */
export const movedTo = (url: string): PlainAnswer => ({
  status: 301,
  headers: {
    Location: url,
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  },
});

/** A request for an address that no route has answered. */
export interface OldRequest {
  method: string;
  address: string;
  baseUrl: () => string;
  header: ReadHeader;
}

/** Answers for an old link; `undefined` if the address is none, or one that works no more. */
export type AnswerOldLink = (request: OldRequest) => Promise<PlainAnswer | undefined>;

export function createOldLinkAnswer(
  oldLinks: Pick<OldLinks, 'find'>,
  { secretOf }: Pick<FeedLinks, 'secretOf'>,
  memberFeeds: MemberFeeds,
  connections: Connections,
): AnswerOldLink {
  return async ({ method, address, baseUrl, header }) => {
    const old = oldLinks.find(address);
    if (!old || old.kind === 'moved-out') return undefined;
    if (old.kind === 'moved-in') return movedTo(feedUrl(baseUrl(), secretOf(old), old.sku));
    const replacedAt = new Date(old.until - OLD_LINK_DAYS * DAY_MS);
    const feed =
      old.kind === 'rotated'
        ? await memberFeeds.replacedFeed(old.sku, replacedAt, baseUrl)
        : undefined;
    if (method === 'GET') connections.noteOld(old, header('user-agent'), feed ? 200 : 404);
    return feed && encodedAnswer(header, feed.body, feedHeaders);
  };
}

/** Whether an answer leaves an address to the old links: none of ours, or no question for the parser. */
const isFree = (path: string, status: number) =>
  status === 404 || (path === '/rss' && status === 400);

/** Answers for old links before anybody is told that there is nothing. */
export const answerOldLinks = (answerOld: AnswerOldLink, baseUrl: BaseUrl): MiddlewareHandler =>
  async function answerOldLink(c, next) {
    await next();
    const { method } = c.req;
    if (!['GET', 'HEAD'].includes(method) || !isFree(c.req.path, c.res.status)) return;
    const address = addressOf(c.req.url);
    if (address === undefined) return;
    const header: ReadHeader = (name) => c.req.header(name);
    const answer = await answerOld({ method, address, baseUrl: () => baseUrl(c), header });
    if (!answer) return;
    c.res = undefined;
    c.res = toResponse(answer);
  };
