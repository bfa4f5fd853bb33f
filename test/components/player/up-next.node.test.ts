/** The laws of what a member goes on with. */
import { describe, expect, it } from 'vitest';
import type { Recalled } from '../../../src/components/player/remembered-listening.js';
import { upNext } from '../../../src/components/player/up-next.js';
import type { ShownEpisode } from '../../../src/podcast/shown-podcast.js';

const made = (guid: string, more: object = {}) =>
  ({
    guid,
    title: guid,
    url: `https://media.example/${guid}.mp3`,
    duration: 600,
    ...more,
  }) as ShownEpisode;
const [a, b, c] = [made('a'), made('b'), made('c')];
const recalling =
  (all: Record<string, Partial<Recalled>>) =>
  ({ guid }: ShownEpisode): Recalled | undefined =>
    all[guid] && { position: 0, duration: undefined, isHeard: false, order: 0, ...all[guid] };
const none = recalling({});
const heard = { isHeard: true };

describe('upNext', () => {
  it('continues the one begun last, wherever it stands in the list', () => {
    const recall = recalling({
      a: { position: 90, order: 1 },
      c: { position: 60, duration: 100, order: 2 },
    });
    expect(upNext([a, b, c], 'EPISODIC', recall)).toEqual({
      kind: 'continue',
      episode: c,
      left: 40,
    });
    const other = recalling({ a: { position: 90, order: 3 }, c: { position: 60, order: 2 } });
    expect(upNext([a, b, c], 'SERIAL', other)).toEqual({ kind: 'continue', episode: a, left: 510 });
  });

  it('does not continue what was heard to its end or has no recording', () => {
    const gone = made('gone', { url: undefined });
    const recall = recalling({ b: { ...heard, position: 600 }, gone: { position: 5 } });
    expect(upNext([a, b, gone], 'EPISODIC', recall)).toEqual({ kind: 'new', episode: a });
  });

  it('continues nothing that has no time left, and has none of a length that is not known', () => {
    const recall = recalling({ a: { position: 600 }, x: { position: 7 } });
    expect(upNext([a], 'EPISODIC', recall)).toEqual({ kind: 'new', episode: a });
    expect(upNext([made('x', { duration: undefined })], 'EPISODIC', recall)?.left).toBe(undefined);
  });

  it('offers the newest that is no trailer, and only while it was not heard', () => {
    const trailer = made('t', { episodeType: 'TRAILER' });
    expect(upNext([trailer, a, b], 'EPISODIC', none)).toEqual({ kind: 'new', episode: a });
    expect(upNext([a, b], 'EPISODIC', recalling({ a: heard }))).toEqual({
      kind: 'listen',
      episode: a,
    });
    expect(upNext([trailer], 'EPISODIC', none)).toEqual({ kind: 'listen', episode: trailer });
  });

  it('offers the next unheard of a serial, and the first once all are heard', () => {
    expect(upNext([a, b, c], 'SERIAL', recalling({ a: heard }))).toEqual({
      kind: 'next',
      episode: b,
    });
    const all = recalling({ a: heard, b: heard });
    expect(upNext([a, b], 'SERIAL', all)).toEqual({ kind: 'listen', episode: a });
  });

  it('is nothing if there is nothing to hear', () => {
    expect(upNext([], 'EPISODIC', none)).toBe(undefined);
    expect(upNext([made('x', { url: undefined })], 'SERIAL', none)).toBe(undefined);
  });
});
