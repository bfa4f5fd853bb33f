/** The host of one member's feed as it should be, and each way to be wrong in one thing. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CaseResult } from '../../../src/conformance/report/result.js';
import { runFeedConformance } from '../../../src/conformance/feed/run-feed.js';

/** Secrets that no result may hold. */
export const SECRET = 'K7mQ2vX9pLr4TzB8wNc3Ya';
export const MEMBER = 'kim.canary@example.org';

export interface HostAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  body: string | Buffer;
}

/** A request to the host, and its answer when nothing is wrong. */
export interface Visit {
  url: URL;
  request: IncomingMessage;
  answer: HostAnswer;
  /** How often the feed was asked for before. */
  reads: number;
}

export interface FeedFault {
  /** The path of the feed, where that is wrong itself, and the link, if it is another one. */
  path?: string;
  link?: string;
  /** What is wrong in the XML, or in the answer. */
  xml?: (xml: string, visit: Pick<Visit, 'reads'>) => string;
  answer?: (visit: Visit) => void;
}

const item = (number: number, origin: string) => `
<item><title>Episode ${number}</title><guid isPermaLink="false">episode-${number}</guid>
<pubDate>Mon, 0${number} Nov 2026 06:00:00 GMT</pubDate><description>About it.</description>
<enclosure url="${origin}/audio/${number}.mp3" type="audio/mpeg" length="30240"/></item>`;

const feedXml = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel><title>Members’ show</title><link>https://show.example.org/</link><language>en</language>
<description>For members &amp; friends</description>
<itunes:block>Yes</itunes:block><podcast:locked>yes</podcast:locked><podcast:block>yes</podcast:block>
${[3, 2, 1].map((number) => item(number, origin)).join('')}
</channel></rss>
`;

export const PATH = `/feeds/${SECRET}/show_private.rss`;

/** Answers as a good host does. */
function goodAnswer(url: URL, request: IncomingMessage, path: string, xml: string): HostAnswer {
  if (url.pathname.startsWith('/audio/')) {
    return {
      status: request.headers.range === undefined ? 200 : 206,
      headers: { 'content-type': 'audio/mpeg' },
      body: 'I',
    };
  }
  if (url.pathname + url.search !== path) return { status: 404, headers: {}, body: 'Not found' };
  const etag = `"v${xml.length}"`;
  const isSame = request.headers['if-none-match'] === etag;
  return {
    status: isSame ? 304 : 200,
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      etag,
    },
    body: isSame ? '' : xml,
  };
}

export interface FeedHost {
  /** The member's feed URL. */
  url: string;
  close: () => void;
}

/** Starts a host that has the fault; a good one without. */
export async function startFeedHost(fault?: FeedFault): Promise<FeedHost> {
  const path = fault?.path ?? PATH;
  let reads = 0;
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const url = new URL(request.url ?? '/', origin);
    const good = feedXml(origin);
    const xml = fault?.xml?.(good, { reads }) ?? good;
    const answer = goodAnswer(url, request, path, xml);
    fault?.answer?.({ url, request, answer, reads });
    if (url.pathname.startsWith('/feeds/')) reads++;
    const headers = Object.entries(answer.headers).filter(([, value]) => value !== undefined);
    response.writeHead(answer.status, Object.fromEntries(headers) as Record<string, string>);
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${fault?.link ?? path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs the cases against a host that has the fault; a good one without. */
export async function resultsWith(fault?: FeedFault, say?: (line: string) => void) {
  const host = await startFeedHost(fault);
  const results: CaseResult[] = [];
  try {
    await runFeedConformance(
      { url: host.url, member: MEMBER },
      { wait: () => Promise.resolve(), ...(say && { say }) },
      (result) => results.push(result),
    );
  } finally {
    host.close();
  }
  return results;
}
