/** The cases of a member's feed: a good feed passes, and a wrong one is noticed by one case alone. */
import { describe, expect, it } from 'vitest';
import { runFeedConformance } from '../../../src/conformance/feed/run-feed.js';
import { feedCaseIds } from '../../../src/conformance/feed/feed-statements.js';
import type { CaseResult } from '../../../src/conformance/report/result.js';
import { canaries, feedFaults, otherGoodFeeds } from './feed-faults.js';
import { PATH, resultsWith, startFeedHost, type FeedFault, type Visit } from './feed-host.js';

const MOVED = '/feeds/Hn6tG5rF4dS3aQ2wE1xC0v/show_private.rss';

/** Leads from the link that was moved to the feed. */
const redirectMoved = ({ url, answer }: Visit) => {
  if (url.pathname !== MOVED) return;
  Object.assign(answer, { status: 302, headers: { location: PATH } });
};

const noticed = (results: readonly CaseResult[]) =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'deviates')
    .map(({ id, verdict }) => ({ id, verdict }));

const heldBy = (results: readonly CaseResult[]) => {
  const text = JSON.stringify(results).toLowerCase();
  return canaries.filter((canary) => text.includes(canary.toLowerCase())).length;
};

describe('runFeedConformance', () => {
  it('passes a good feed in every case', async () => {
    const results = await resultsWith();
    expect(results.map(({ id }) => id)).toEqual(feedCaseIds);
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it.each(otherGoodFeeds)('passes a feed that %s', async (_, feed) => {
    const results = await resultsWith(feed);
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it.each(feedFaults)('%s %s where a feed %s', async (id, verdict, _, fault) => {
    const results = await resultsWith(fault);
    expect(noticed(results)).toEqual([{ id, verdict }]);
    expect(heldBy(results)).toBe(0);
  });

  it('has a wrong feed for each case that a host on this machine can get wrong', () => {
    const ids = new Set(feedFaults.map(([id]) => id));
    expect(feedCaseIds.filter((id) => !ids.has(id))).toEqual(['feed-1']);
  });

  it('asks nothing of a host that the secret would go to in the open', async () => {
    const results: CaseResult[] = [];
    const fetch = () => Promise.reject(new Error('It was asked.'));
    const url = 'http://feeds.example.org/K7mQ2vX9pLr4TzB8wNc3Ya/feed.rss';
    await runFeedConformance({ url }, { fetch }, (result) => results.push(result));
    expect(noticed(results)).toEqual([{ id: 'feed-1', verdict: 'fail' }]);
  });

  it('fails a link that leads to one that is not https, and does not follow it', async () => {
    const results: CaseResult[] = [];
    const asked: string[] = [];
    const fetch = (url: string | URL | Request) => {
      asked.push(url as string);
      const location = 'http://feeds.example.org/K7mQ2vX9pLr4TzB8wNc3Ya/feed.rss';
      return Promise.resolve(new Response(null, { status: 302, headers: { location } }));
    };
    const url = 'https://feeds.example.org/K7mQ2vX9pLr4TzB8wNc3Ya/feed.rss';
    await runFeedConformance({ url }, { fetch }, (result) => results.push(result));
    expect(results.find(({ id }) => id === 'feed-2')?.verdict).toBe('fail');
    expect(asked.filter((each) => each.startsWith('http:'))).toEqual([]);
  });

  it.each([
    ['that was redirected', MOVED],
    ['after the redirect', PATH],
  ])('takes the link %s for the feed’s own in its new-feed-url', async (_, newLink) => {
    const results = await resultsWith({
      link: MOVED,
      xml: (xml) =>
        xml.replace(
          '<language>',
          `<itunes:new-feed-url>${newLink}</itunes:new-feed-url><language>`,
        ),
      answer: redirectMoved,
    });
    expect(results.find(({ id }) => id === 'feed-21')?.verdict).toBe('pass');
  });

  it('fails a feed that links to where a redirect to another secret leads', async () => {
    let target = '';
    const host = await startFeedHost({
      link: MOVED,
      xml: (xml) => xml.replace('<language>', `<atom:link rel="self" href="${target}"/><language>`),
      answer: redirectMoved,
    });
    target = new URL(PATH, host.url).href;
    const results: CaseResult[] = [];
    await runFeedConformance({ url: host.url }, { wait: () => Promise.resolve() }, (result) =>
      results.push(result),
    );
    host.close();
    expect(results.find(({ id }) => id === 'feed-20')?.verdict).toBe('fail');
  });

  it('waits for a recording whose host asks for it, and leaves the recording itself there', async () => {
    const said: string[] = [];
    let asked = 0;
    const limited: FeedFault = {
      answer: ({ url, answer }) => {
        if (!url.pathname.startsWith('/audio/')) return;
        answer.body = Buffer.alloc(2 ** 22);
        if (asked++ === 0) Object.assign(answer, { status: 429, headers: { 'retry-after': '1' } });
      },
    };
    const results = await resultsWith(limited, (line) => said.push(line));
    expect(results.find(({ id }) => id === 'feed-32')?.verdict).toBe('pass');
    expect(said).toEqual([
      'Waiting for 1 s, as it asks: HTTP 429 to GET recording 1, its first byte.',
    ]);
  });

  it('gives up a silent recording when it is interrupted', async () => {
    const controller = new AbortController();
    const { url, close } = await startFeedHost();
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (!(input as string).includes('/audio/')) return globalThis.fetch(input, init);
      controller.abort();
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('It was left.')));
      });
    };
    const run = runFeedConformance(
      { url },
      { fetch, signal: controller.signal, wait: () => Promise.resolve() },
      () => undefined,
    );
    await expect(run).rejects.toMatchObject({ code: 'aborted' });
    close();
  });

  it('shows no secret of a recording’s URL that its host repeats', async () => {
    const key = 'Zq7yX8wVbT6sR5q';
    const results = await resultsWith({
      xml: (xml) => xml.replaceAll('.mp3"', `.mp3?sig=${key}"`),
      answer: ({ url, answer }) => {
        if (url.pathname.startsWith('/audio/')) answer.headers['content-type'] = `text/${key}`;
      },
    });
    expect(results.find(({ id }) => id === 'feed-33')?.verdict).toBe('fail');
    expect(JSON.stringify(results).toLowerCase()).not.toContain(key.toLowerCase());
  });

  it('keeps no line back because a recording’s URL holds a word of it', async () => {
    const results = await resultsWith({
      xml: (xml) => xml.replaceAll('.mp3"', '.mp3?source=recording&amp;as=first"'),
      answer: ({ url, answer }) => {
        if (url.pathname.startsWith('/audio/')) answer.status = 200;
      },
    });
    expect(results.find(({ id }) => id === 'feed-34')?.seen).toBe(
      'GET recording 1, its first byte: HTTP 200, audio/mpeg.',
    );
  });

  it.each([
    ['http alone', '"http://audio.example.org/1.mp3"', 'feed-31'],
    ['a chain of twelve redirects', undefined, undefined],
  ])('tells a feed once whose recordings are behind %s', async (_, url, id) => {
    const results = await resultsWith({
      xml: (xml) => (url ? xml.replaceAll(/"http:[^"]*\.mp3"/g, url) : xml),
      answer: ({ url: { pathname, searchParams }, answer }) => {
        const left = Number(searchParams.get('left') ?? 12);
        if (!pathname.startsWith('/audio/') || left === 0) return;
        const location = `${pathname}?left=${left - 1}`;
        Object.assign(answer, { status: 302, headers: { location } });
      },
    });
    expect(noticed(results)).toEqual(id ? [{ id, verdict: 'fail' }] : []);
  });

  it('tells once that nobody answers', async () => {
    const { url, close } = await startFeedHost();
    close();
    const results: CaseResult[] = [];
    await runFeedConformance({ url }, {}, (result) => results.push(result));
    expect(noticed(results)).toEqual([{ id: 'feed-2', verdict: 'fail' }]);
  });

  it.each([
    ['a text that is no URL', 'nonsense-K7mQ2v'],
    ['a link with a user name', 'https://kim:K7mQ2v@feeds.example.org/'],
  ])('refuses %s, and does not quote it', async (_, url) => {
    const run = runFeedConformance({ url }, {}, () => undefined);
    await expect(run).rejects.toMatchObject({ code: 'config' });
    await expect(run).rejects.not.toThrow('K7mQ2v');
  });
});
