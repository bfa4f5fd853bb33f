/** A parser's answer read in slices is what it is read in one piece. */
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/api/http.js';
import { readBeginning, readInSlices } from '../../../src/components/podcast/read-in-slices.js';
import { readShownPodcast } from '../../../src/podcast/shown-podcast.js';
import { chunksOf } from '../../support/foreign-text/chunks.js';

const never = new AbortController().signal;
const inOnePiece = (text: string) => readShownPodcast(readJson(text));

/** Beside the field that every episode begins with, its chapters begin with it, and its texts seem to. */
const episode = (number: number) => ({
  guid: `guid-${number}`,
  title: `"Quoted" \\ [${number}] {and} } ] , \u2028 🎧 , {"guid":1`,
  chapters: [
    { guid: 'no episode', start: number, title: ']},{"guid":""' },
    { guid: 'nor this', start: number + 1, title: '\\' },
  ],
  description: 'x'.repeat(2_000),
});
const episodes = Array.from({ length: 300 }, (_, number) => episode(number));
const long = JSON.stringify({ title: 'A "show" [', episodes, externalIds: { spotifyId: 'id' } });
const cut = '},{"guid":"guid-100"';

describe('readInSlices', () => {
  it('returns what JSON.parse returns', async () => {
    const read = await readInSlices(chunksOf(long), never);
    expect(read?.episodes.map(({ guid }) => guid)).to.deep.equal(episodes.map(({ guid }) => guid));
    for (const text of [
      long,
      JSON.stringify({ episodes, title: 'Broken into lines' }, undefined, 2),
      JSON.stringify({ externalIds: { episodes }, title: 'Not its own' }),
      JSON.stringify({ externalIds: { episodes }, episodes }),
      JSON.stringify({ 'a"episodes': episodes, title: 'Another field' }),
      JSON.stringify({ title: `"episodes":[${'{"guid":"a"},'.repeat(4_000)}`, episodes }),
      JSON.stringify({
        title: 'A mixture',
        episodes: [...episodes, 1, null, 'a', [2], ...episodes],
      }),
      JSON.stringify({ episodes: [{ guid: 'one' }] }),
      JSON.stringify({ episodes: [{}] }),
      '{"title":"None","episodes" : [ ]}',
      '{"title":"No list","episodes":{"0":{"guid":"a"}}}',
      '{"title":"episodes"}',
      `[${long}]`,
      '"episodes"',
      'null',
    ]) {
      for (const length of [997, 50_000, Infinity]) {
        const read = await readInSlices(chunksOf(text, length), never);
        expect(read, text.slice(0, 60)).to.deep.equal(inOnePiece(text));
      }
    }
  });

  it('reads a long episode once, however long it is', async () => {
    const parse = JSON.parse;
    for (const more of [
      { description: 'x'.repeat(3_000_000) },
      { chapters: Array.from({ length: 60_000 }, (_, start) => ({ guid: 'no episode', start })) },
    ]) {
      const text = JSON.stringify({
        episodes: [...episodes, { guid: 'long', ...more }, ...episodes],
      });
      let parsed = 0;
      JSON.parse = (part: string) => {
        parsed += part.length;
        return parse(part) as unknown;
      };
      const read = await readInSlices(chunksOf(text), never).finally(() => (JSON.parse = parse));
      expect(read?.episodes).to.have.length(601);
      // A slice that does not end an episode is read again, twice as long each time.
      expect(parsed / text.length).to.be.below(4);
    }
  });

  it('returns nothing for text that is not JSON', async () => {
    expect(long).to.contain(cut);
    for (const text of [
      long.slice(0, -1),
      long.slice(0, long.length / 2),
      `${long}}`,
      long.replace(cut, cut.replace(',', '')),
      long.replace(cut, cut.replace(',', ',,')),
      long.replace(cut, cut.replace('}', '')),
      '{"episodes":[{"guid":"a"},]}',
      '{"episodes":[{"guid":"a"}],}',
      '{"episodes":[{"guid":"',
      '<html>"episodes":[{"guid"</html>',
      '',
    ]) {
      expect(inOnePiece(text), text.slice(-60)).to.equal(undefined);
      expect(await readInSlices(chunksOf(text, 20_000), never), text.slice(-60)).to.equal(
        undefined,
      );
    }
  });

  it('stops between two slices when it is aborted', async () => {
    const leaving = new AbortController();
    const parse = JSON.parse;
    let slices = 0;
    // As long as a phone may need for a slice.
    JSON.parse = (text: string) => {
      const until = performance.now() + 10;
      while (performance.now() < until);
      if (++slices === 3) leaving.abort();
      return parse(text) as unknown;
    };
    try {
      const error: unknown = await readInSlices(chunksOf(long), leaving.signal).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.have.property('code', 'aborted');
      expect(slices).to.equal(3);
    } finally {
      JSON.parse = parse;
    }
  });
});

describe('readBeginning', () => {
  const url = 'https://media.example/a.mp3';
  const dated = (day: number) => ({
    ...episode(day),
    url,
    publishDate: new Date(Date.UTC(2025, 0, day)).toISOString(),
  });
  // The newest can be read about only.
  const newestFirst = Array.from({ length: 120 }, (_, at) => ({
    ...dated(120 - at),
    ...(!at && { url: '' }),
  }));
  const textOf = (more: object) =>
    JSON.stringify({ title: 'A "show" [', podcastType: 'EPISODIC', ...more });
  const beginning = (text: string, length = 200_000) =>
    readBeginning(chunksOf(text.slice(0, length), 997));

  it('returns the first episodes of what the whole answer is read as', () => {
    const text = textOf({ author: 'Ø', episodes: newestFirst, externalIds: { spotifyId: 'id' } });
    const whole = inOnePiece(text)!;
    const read = beginning(text)!;
    expect(read.episodes.length).to.be.within(5, 119);
    const episodes = whole.episodes.slice(0, read.episodes.length);
    expect(read).to.deep.equal({ ...whole, externalIds: {}, episodes });
  });

  for (const [what, text] of [
    ['the oldest is to be heard first', textOf({ podcastType: 'SERIAL', episodes: newestFirst })],
    ['it does not say so first', textOf({ podcastType: undefined, episodes: newestFirst })],
    ['the newest is not the first', textOf({ episodes: [...newestFirst].reverse() })],
    ['nothing can be played', textOf({ episodes: newestFirst.map((it) => ({ ...it, url: '' })) })],
    ['there are too few to fill the rows', textOf({ episodes: newestFirst.slice(0, 4) })],
    [
      'each is long',
      textOf({ episodes: newestFirst.map((it) => ({ ...it, link: 'x'.repeat(2e4) })) }),
    ],
    ['the list is not its own', textOf({ externalIds: { episodes: newestFirst } })],
    ['there is no list', textOf({ description: 'x'.repeat(250_000), episodes: newestFirst })],
    ['it is no JSON', '<p>"episodes":[{"guid":1'],
  ] as const) {
    it(`returns nothing where ${what}`, () => {
      expect(beginning(text)).to.equal(undefined);
    });
  }
});
