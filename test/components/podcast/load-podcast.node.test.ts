/** From a feed URL to its podcast: the parser's answer, the feed's own, and what their failures mean. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadPodcast } from '../../../src/components/podcast/load-podcast.js';
import type { ShownPodcast } from '../../../src/podcast/shown-podcast.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import {
  feedUrl,
  json,
  offline,
  parserUrl,
  podcast,
  problem,
  silent,
} from '../../support/element/element-network.js';
import { chunksOf } from '../../support/foreign-text/chunks.js';
import { onSlowLine } from '../../support/element/slow-line.js';
import { installVirtualTime, VirtualTime } from '../../support/waiting/virtual-time.js';

const rss = '<rss><channel><title>From the feed</title><item><guid>1</guid></item></channel></rss>';
const xml =
  (status = 200) =>
  () =>
    new Response(rss, { status, headers: { 'content-type': 'text/xml' } });

const load = (
  source: object = { parserUrl },
  signal = new AbortController().signal,
  onBeginning?: (beginning: ShownPodcast) => Promise<void>,
) =>
  loadPodcast({ feedUrl, ...source }, 'https://publisher.example/page/', { signal, onBeginning });

async function failure(loading: Promise<unknown>): Promise<PrivatePodcastError> {
  const error: unknown = await loading.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error,
  );
  expect(error).to.be.instanceOf(PrivatePodcastError);
  return error as PrivatePodcastError;
}

describe('loadPodcast', () => {
  const network = { parser: silent, feed: silent, asked: [] as Request[] };
  const asked = (host: string) =>
    network.asked.filter(({ url }) => new URL(url).host === `${host}.example`);
  beforeEach(() => {
    Object.assign(network, { parser: json(podcast(12)), feed: offline, asked: [] });
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      const request = new Request(url, init);
      network.asked.push(request);
      const answer = new URL(url).host === 'parser.example' ? network.parser : network.feed;
      return new Promise((resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        Promise.resolve(answer(request)).then(resolve, reject);
      });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('returns the parser’s answer, and asks with the exact feed URL', async () => {
    expect((await load()).title).to.equal('Quiet Harbours');
    expect((await load({ parserUrl: '//parser.example/', parserFormat: 'a b' })).title).to.equal(
      'Quiet Harbours',
    );
    const [first, second] = asked('parser').map(({ url }) => new URL(url));
    expect(first?.pathname).to.equal('/rss');
    expect([...first!.searchParams]).to.eql([
      ['url', feedUrl],
      ['format', 'service'],
    ]);
    expect(second?.searchParams.get('format')).to.equal('a b');
    expect(asked('parser')[0]?.headers.has('authorization')).to.equal(false);
    expect(asked('feeds')).to.eql([]);
  });

  it('reads the feed itself if there is no parser, or it fails', async () => {
    network.feed = xml();
    expect((await load({})).title).to.equal('From the feed');
    network.parser = problem('unavailable', 503);
    expect((await load()).title).to.equal('From the feed');
  });

  it('does not ask again if the feed itself is bad', async () => {
    network.feed = xml();
    for (const answer of [problem('bad-feed', 400), json({}, 422)]) {
      network.parser = answer;
      expect((await failure(load())).code).to.equal('bad-feed');
    }
    expect(asked('feeds')).to.eql([]);
  });

  for (const [what, answer, code] of [
    ['is busy', problem('rate-limited', 429), 'rate-limited'],
    ['is busy, in no words of ours', json({ code: 'SLOW' }, 429), 'rate-limited'],
    ['is down', json({}, 503), 'unavailable'],
    ['knows no such feed', json({}, 404), 'not-found'],
    ['answers with a page', () => new Response('<p>hello'), 'bad-response'],
    ['answers with a list', json([]), 'bad-response'],
    ['answers with an error and 200', json({ error: { code: 'X' } }), 'bad-response'],
    ['cannot be reached', offline, 'network'],
  ] as const) {
    it(`throws the code of a parser that ${what}`, async () => {
      network.parser = answer;
      const error = await failure(load());
      expect(error.code).to.equal(code);
      expect(error.message).not.to.contain('s3cret');
    });
  }

  it('throws the code of the feed’s failure if there is no parser', async () => {
    network.feed = xml(404);
    const error = await failure(load({}));
    expect(error.code).to.equal('not-found');
    expect(error.status).to.equal(404);
    expect(error.message).not.to.contain('s3cret');
  });

  it('gives the beginning of a long answer while the rest is on its way, and not once that is lost', async () => {
    const long = JSON.stringify({ podcastType: 'EPISODIC', ...podcast(2_000) });
    const [beginning, ...rest] = chunksOf(long, 300_000);
    const given: ShownPodcast[] = [];
    const loadLong = (end: (line: ReadableStreamDefaultController) => void) => {
      const pulls = [(line: ReadableStreamDefaultController) => line.enqueue(beginning), end];
      const pull = (line: ReadableStreamDefaultController) => pulls.shift()?.(line);
      network.parser = () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
      return load({ parserUrl }, undefined, (it) => {
        given.push(it);
        return Promise.resolve();
      });
    };
    const lost = await failure(loadLong((line) => line.error(new TypeError('lost'))));
    expect([lost.code, given.length]).to.deep.equal(['network', 1]);
    const whole = await loadLong((line) => {
      for (const chunk of rest) line.enqueue(chunk);
      line.close();
    });
    expect(given.length).to.equal(2);
    for (const read of given) expect(read.episodes.length).to.be.within(5, 1_999);
    expect(whole.episodes.length).to.equal(2_000);
    expect(whole.episodes[4]).to.equal(given[1]?.episodes[4]);
  });

  it('waits for an answer as long as more of it comes', async () => {
    installVirtualTime();
    const time = new VirtualTime();
    network.parser = onSlowLine(JSON.stringify(podcast(12)), time);
    network.feed = onSlowLine(rss, time);
    expect((await time.run(() => load())).title).to.equal('Quiet Harbours');
    expect((await time.run(() => load({}))).title).to.equal('From the feed');
    expect(time.elapsed).to.be.at.least(180_000);
  });

  it('gives up once nothing more has come for ten seconds', async () => {
    installVirtualTime();
    const time = new VirtualTime();
    network.parser = onSlowLine(JSON.stringify(podcast(12)), time, 4);
    network.feed = onSlowLine(rss, time, 4);
    expect((await failure(time.run(() => load()))).code).to.equal('timeout');
    expect((await failure(time.run(() => load({})))).code).to.equal('timeout');
  });

  it('stops waiting once it is aborted', async () => {
    network.parser = silent;
    const leaving = new AbortController();
    const loading = load({ parserUrl }, leaving.signal);
    leaving.abort();
    expect((await failure(loading)).code).to.equal('aborted');
    expect(asked('feeds')).to.eql([]);
  });
});
