/** Feed parser (docs/interface.md 4.5): GET /rss?url=…&format=service returns the podcast as JSON (`podcastSchema`). */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { parseFeedBytes } from '../feeds/parsed-feeds.js';
import { readFeedUrl } from '../store/feed-links.js';
import type { RouteContext } from './route-context.js';

/** The only output format. */
const OUTPUT_FORMAT = 'service';

export function parseFeed(context: RouteContext): Handler {
  const { memberFeed, parsedFeed, fetchFeed, sanitizeHtml, baseUrl } = context;

  async function parseForeign(url: string): Promise<string> {
    const { body, url: finalUrl, headers } = await fetchFeed(url);
    const contentType = headers.get('Content-Type') ?? '';
    return JSON.stringify(parseFeedBytes(body, { baseUrl: finalUrl, contentType, sanitizeHtml }));
  }

  return async (c) => {
    const url = c.req.query('url');
    if (!url)
      throw new PrivatePodcastError('bad-input', 'Send the feed URL as the query parameter url.');
    if (c.req.query('format') !== OUTPUT_FORMAT) {
      throw new PrivatePodcastError('bad-input', `Send format=${OUTPUT_FORMAT}.`);
    }
    const own = readFeedUrl(url, baseUrl(c));
    const json = own
      ? parsedFeed(await memberFeed(own.secret, own.filename)).json
      : await parseForeign(url);
    return new Response(json, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'private, max-age=60',
        'Referrer-Policy': 'no-referrer',
      },
    });
  };
}
