/** Feed parser (docs/interface.md 4.5): GET /rss?url=…&format=service returns the podcast as JSON (`podcastSchema`). */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { encodedAnswer } from '../answers/encoded-answer.js';
import { toResponse } from '../answers/plain-answer.js';
import type { ForeignFeeds } from '../../feeds/foreign-feeds.js';
import type { MemberFeeds } from '../../feeds/member-feed.js';
import type { ServiceUrls } from '../requests/base-url.js';

/** The only output format. */
const OUTPUT_FORMAT = 'service';

export function parseFeed(
  { baseUrl, ownFeed }: ServiceUrls,
  memberFeeds: MemberFeeds,
  foreignFeeds: ForeignFeeds,
): Handler {
  return async (c) => {
    const url = c.req.query('url');
    if (!url)
      throw new PrivatePodcastError('bad-input', 'Send the feed URL as the query parameter url.');
    if (c.req.query('format') !== OUTPUT_FORMAT) {
      throw new PrivatePodcastError(
        'bad-input',
        `Send format=${OUTPUT_FORMAT}, the only format of this parser.`,
      );
    }
    const own = await ownFeed(c, url);
    const { json } = own
      ? await (await memberFeeds.memberFeed(own.link, () => baseUrl(c))).parsed()
      : await foreignFeeds.read(url, c.req.raw.signal);
    const answer = encodedAnswer((name) => c.req.header(name), json, {
      'Content-Type': 'application/json; charset=utf-8',
      // A browser that kept a member's podcast would not notice that its link was replaced.
      'Cache-Control': own ? 'private, no-cache' : 'private, max-age=60',
      'Referrer-Policy': 'no-referrer',
    });
    return toResponse(answer);
  };
}
