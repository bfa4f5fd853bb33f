/** Feed parser (docs/interface.md 4.5): GET /rss?url=…&format=service returns the podcast as JSON (`podcastSchema`). */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { parsePodcast } from '../../podcast/parse-podcast.js';
import { podcastSchema } from '../../podcast/schema.js';
import { resolveWebUrl } from '../../urls/web-url.js';
import type { MemberFeed } from '../feeds/member-feed.js';
import type { RouteContext } from './route-context.js';

/** The only output format. */
const OUTPUT_FORMAT = 'service';

/** Secret and file name of one of this service's own feed URLs; `undefined` for other URLs. */
function ownFeed(url: string, baseUrl: string): [secret: string, filename: string] | undefined {
  const prefix = `${baseUrl}/feeds/`;
  const href = resolveWebUrl(url);
  if (!href?.startsWith(prefix)) return undefined;
  const [secret = '', filename = ''] = href.slice(prefix.length).split(/[/?#]/);
  // `:` is the only character of a sku that some clients percent-encode.
  return [secret, filename.replaceAll(/%3a/gi, ':')];
}

export function parseFeed({ memberFeed, fetchFeed, sanitizeHtml, baseUrl }: RouteContext): Handler {
  const parsed = new WeakMap<MemberFeed, string>();

  function parse(feed: Uint8Array, from: string | undefined, contentType: string): string {
    const podcast = parsePodcast(feed, { baseUrl: from, contentType, sanitizeHtml });
    return JSON.stringify(podcastSchema.parse(podcast));
  }

  /** All members of a show get the same feed, so each version is parsed once. */
  function parseOwn(feed: MemberFeed): string {
    const json =
      parsed.get(feed) ?? parse(feed.body, feed.showUrl, 'application/rss+xml; charset=utf-8');
    parsed.set(feed, json);
    return json;
  }

  async function parseForeign(url: string): Promise<string> {
    const feed = await fetchFeed(url);
    return parse(feed.body, feed.url, feed.headers.get('Content-Type') ?? '');
  }

  return async (c) => {
    const url = c.req.query('url');
    if (!url)
      throw new PrivatePodcastError('bad-input', 'Send the feed URL as the query parameter url.');
    if (c.req.query('format') !== OUTPUT_FORMAT) {
      throw new PrivatePodcastError('bad-input', `Send format=${OUTPUT_FORMAT}.`);
    }
    const own = ownFeed(url, baseUrl(c));
    const json = own ? parseOwn(await memberFeed(...own)) : await parseForeign(url);
    return new Response(json, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'private, max-age=60',
        'Referrer-Policy': 'no-referrer',
      },
    });
  };
}
