/** The schema of a podcast: lenient, field by field. */
import { describe, expect, it } from 'vitest';
import { parsePodcast, podcastSchema } from '../../src/podcast.js';

/** A response of the feed service's parser, with its nulls and errors. */
const operatorsOutput = {
  title: 'The Member Show',
  titleWithUsername: 'The Member Show (Kim)',
  link: 'https://show.example/',
  image: null,
  author: 'The Desk',
  owner: { name: 'The Desk', email: 'desk@show.example' },
  publishDate: '2026-01-01T00:00:00.000Z',
  rssUrl: 'https://feeds.example/secret/show.rss',
  isHidden: true,
  isExplicit: false,
  isComplete: false,
  podcastType: 'SERIAL',
  totalSeasons: 1,
  totalEpisodes: 4,
  products: [{ sku: 'sid:1', title: 'All of it', price: '49', currency: 'SEK' }, 'odd'],
  categories: ['News', null, 7],
  externalIds: { spotifyId: 'abc', other: null },
  user: { id: 'email|1', name: 'Kim', email: 'kim@mail.example' },
  episodes: [
    {
      guid: '1',
      title: 'One',
      duration: null,
      url: null,
      isExplicit: false,
      isLocked: true,
      isSample: false,
      permissions: ['a', 'b'],
      tags: [],
      contentLength: '123',
      season: 'one',
      episode: 1,
      publishDate: null,
      image: 'javascript:alert(1)',
      link: 'https://user:word@show.example/',
    },
    { guid: null, title: 'Two', url: 'https://media.example/2.mp3', isExplicit: 'yes' },
    { title: 'Three' },
    null,
    'four',
  ],
};

/** Property names with a meaning in JavaScript. */
const hostileNames: unknown = JSON.parse(
  '{"__proto__":{"title":"x"},"constructor":1,"externalIds":{"__proto__":"x","spotifyId":"y"},"episodes":[{"guid":"__proto__","__proto__":{"title":"x"}}]}',
);

describe('podcastSchema', () => {
  const podcast = podcastSchema.parse(operatorsOutput);

  it("reads the feed service's own output", () => {
    expect(podcast).toMatchObject({
      title: 'The Member Show',
      podcastType: 'SERIAL',
      totalEpisodes: 4,
      categories: ['News'],
      externalIds: { spotifyId: 'abc' },
      products: [{ sku: 'sid:1', price: 49 }],
      funding: [],
    });
    expect(podcast.image).toBeUndefined();
  });

  it('leaves out what the response says about the member', () => {
    expect(JSON.stringify(podcast)).not.toMatch(/Kim|@|email\||secret|Username/);
  });

  it('leaves out bad fields of an episode, and bad episodes', () => {
    expect(podcast.episodes.map(({ guid }) => guid)).toEqual(['1', 'https://media.example/2.mp3']);
    const [one, two] = podcast.episodes;
    expect(one).toMatchObject({
      title: 'One',
      isLocked: true,
      permissions: ['a', 'b'],
      contentLength: 123,
      episode: 1,
      enclosures: [],
    });
    for (const field of ['duration', 'url', 'season', 'publishDate', 'image', 'link'] as const) {
      expect(one?.[field], field).toBeUndefined();
    }
    expect(two?.isExplicit).toBe(false);
  });

  it('reads an empty object, but refuses a list and null', () => {
    expect(podcastSchema.parse({})).toMatchObject({
      title: '',
      podcastType: 'EPISODIC',
      episodes: [],
      externalIds: {},
    });
    expect(podcastSchema.safeParse([]).success).toBe(false);
    expect(podcastSchema.safeParse(null).success).toBe(false);
  });

  it('leaves out only the field that is bad', () => {
    const xml = `<rss><channel><title>T</title><item><guid>g</guid><title>E</title>
      <enclosure url="https://media.example/1.mp3" type="audio/mpeg" length="5"/></item></channel></rss>`;
    const whole = JSON.parse(JSON.stringify(parsePodcast(xml))) as {
      episodes: [Record<string, unknown>];
    };
    for (const field of Object.keys(whole.episodes[0])) {
      if (field === 'guid') continue;
      const spoilt = structuredClone(whole);
      spoilt.episodes[0][field] = { not: 'this' };
      const [episode] = podcastSchema.parse(spoilt).episodes;
      expect(episode, field).toMatchObject({
        guid: 'g',
        ...(field === 'title' ? {} : { title: 'E' }),
      });
    }
  });

  it('is not confused by property names of JavaScript', () => {
    const read = podcastSchema.parse(hostileNames);
    expect(read.title).toBe('');
    expect(read.externalIds.spotifyId).toBe('y');
    expect(read.episodes[0]?.title).toBe('');
    expect(({} as { title?: string }).title).toBeUndefined();
  });
});
