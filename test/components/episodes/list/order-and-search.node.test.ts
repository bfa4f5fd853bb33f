/** Small parts of the element that need no page: order and search of episodes, runs. */
import { describe, expect, it } from 'vitest';
import type { ShownEpisode, ShownPodcast } from '../../../../src/podcast/shown-podcast.js';
import { masked } from '../../../../src/components/sheet/link-item.js';
import {
  naturalOrder,
  orderEpisodes,
} from '../../../../src/components/episodes/list/order-episodes.js';
import { seasonsOf } from '../../../../src/components/episodes/list/seasons.js';
import {
  findInSlices,
  searchEpisodes,
} from '../../../../src/components/episodes/list/search-episodes.js';
import { LatestOnly } from '../../../../src/components/loading/latest-only.js';

const episode = (title: string, more: Partial<ShownEpisode> = {}) =>
  ({ title, ...more }) as ShownEpisode;
const titles = (episodes: readonly ShownEpisode[]) => episodes.map(({ title }) => title).join(' ');
const podcast = (more: Partial<ShownPodcast>) =>
  ({ title: '', episodes: [], ...more }) as ShownPodcast;

describe('orderEpisodes', () => {
  const on = (title: string, publishDate?: string) => episode(title, { publishDate });
  const newest = (episodes: ShownEpisode[]) => titles(orderEpisodes(episodes, 'newest'));
  const oldest = (episodes: ShownEpisode[]) => titles(orderEpisodes(episodes, 'oldest'));

  it('leaves an episode without a date at its place in the feed', () => {
    const feed = [
      on('first'),
      on('c', '2025-03-03'),
      on('after-c'),
      on('unread', 'soon'),
      on('a', '2025-03-01'),
      on('b', '2025-03-02'),
    ];
    expect(newest(feed)).to.equal('first c after-c unread b a');
    expect(oldest(feed)).to.equal('a b unread after-c c first');
  });

  it('keeps the feed’s order if no episode has a date', () => {
    const feed = [on('c'), on('b'), on('a')];
    expect(newest(feed)).to.equal('c b a');
    expect(oldest(feed)).to.equal('a b c');
    expect(newest([])).to.equal('');
  });

  it('begins with the first of a serial podcast, and the latest of any other', () => {
    expect(naturalOrder(podcast({ podcastType: 'SERIAL' }))).to.equal('oldest');
    expect(naturalOrder(podcast({ podcastType: 'EPISODIC' }))).to.equal('newest');
    expect(naturalOrder(podcast({}))).to.equal('newest');
  });
});

describe('seasonsOf', () => {
  const seasons = (...numbers: (number | undefined)[]) =>
    seasonsOf(podcast({ episodes: numbers.map((season) => episode('', { season })) }));

  it('returns each season once, as numbers in order', () => {
    const numbers = seasons(10, 2, undefined, 10, 1, 0).map(({ number }) => number);
    expect(numbers).to.deep.equal([0, 1, 2, 10]);
  });

  it('returns none for fewer than two seasons', () => {
    expect(seasons()).to.deep.equal([]);
    expect(seasons(undefined, undefined)).to.deep.equal([]);
    expect(seasons(3, 3, undefined)).to.deep.equal([]);
  });
});

describe('searchEpisodes', () => {
  const episodes = [
    episode('Ålesund', { description: 'A café by the HARBOUR.' }),
    episode('Harbour', { description: 'Nothing but rain.' }),
    episode('Bergen'),
    episode('Řeka', { description: 'ﬁsh, Ｗide, İzmir' }),
  ];
  const found = (search: string) => titles(searchEpisodes(episodes, search));

  it('finds all words, in any order, in title and description together', () => {
    expect(found('harbour')).to.equal('Ålesund Harbour');
    expect(found('harbour  ålesund')).to.equal('Ålesund');
    expect(found('rain harbour')).to.equal('Harbour');
    expect(found('harbour bergen')).to.equal('');
  });

  it('finds the beginning or any other part of a word', () => {
    expect(found('berg')).to.equal('Bergen');
    expect(found('gen')).to.equal('Bergen');
  });

  it('ignores case, accents and the form of a letter', () => {
    for (const search of ['ALESUND', 'ålesund', 'a\u030alesund', 'Cafe', 'cafe\u0301']) {
      expect(found(search), search).to.equal('Ålesund');
    }
    for (const search of ['reka', 'ŘEKA', 'fish', 'wide', 'izmir', 'İZMİR']) {
      expect(found(search), search).to.equal('Řeka');
    }
  });

  it('does not join the title with the description', () => {
    expect(found('harbournothing')).to.equal('');
    expect(found('bergenundefined')).to.equal('');
    expect(found('undefined')).to.equal('');
  });

  it('returns every episode for an empty search', () => {
    expect(searchEpisodes(episodes, ' \t ')).to.deep.equal(episodes);
  });

  it('finds the same with pauses, and stops when it is aborted', async () => {
    const many = Array.from({ length: 1_000 }, (_, number) => episode(`Bergen ${number}`));
    const all = await findInSlices(many, 'bergen 7', () => true);
    expect(titles(all)).to.equal(titles(searchEpisodes(many, 'bergen 7')));
    let asked = 0;
    const some = await findInSlices(many, 'bergen', () => ++asked < 4);
    expect([some.length, asked]).to.deep.equal([300, 4]);
  });

  it('takes the search as text, not as a pattern', () => {
    expect(found('.*')).to.equal('');
    expect(found('harbour.')).to.equal('Ålesund');
  });
});

describe('LatestOnly', () => {
  it('aborts the run before', () => {
    const latest = new LatestOnly();
    const first = latest.begin();
    expect(first.aborted).to.equal(false);
    const second = latest.begin();
    expect([first.aborted, second.aborted]).to.deep.equal([true, false]);
    expect(latest.wasAborted).to.equal(false);
  });

  it('is aborted by abort(), until another run begins', () => {
    const latest = new LatestOnly();
    const signal = latest.begin();
    latest.abort();
    expect([signal.aborted, latest.wasAborted]).to.deep.equal([true, true]);
    latest.end(signal);
    expect(latest.wasAborted, 'after the end of what was aborted').to.equal(true);
    latest.begin();
    expect(latest.wasAborted).to.equal(false);
  });

  it('has nothing to abort once it is done, or before any run', () => {
    const latest = new LatestOnly();
    latest.abort();
    expect(latest.wasAborted).to.equal(false);
    const signal = latest.begin();
    latest.end(signal);
    latest.abort();
    expect([signal.aborted, latest.wasAborted]).to.deep.equal([false, false]);
  });

  it('is not ended by the run before', () => {
    const latest = new LatestOnly();
    const first = latest.begin();
    const second = latest.begin();
    latest.end(first);
    latest.abort();
    expect([second.aborted, latest.wasAborted]).to.deep.equal([true, true]);
  });
});

describe('masked', () => {
  const dots = '•'.repeat(10);
  const links = {
    'https://feeds.example/s3cret/show.rss?token=s3cret#s3cret': `https://feeds.example/${dots}`,
    'https://member:s3cret@feeds.example/': `https://feeds.example/${dots}`,
    'http://localhost:8080/s3cret': `http://localhost:8080/${dots}`,
  };
  for (const [link, shown] of Object.entries(links)) {
    it(`returns no more than ${shown}`, () => {
      expect(masked(link)).to.equal(shown);
    });
  }
});
