/** What the bar and the panel show, out of the player's state. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlayerState } from '../../../src/components/player/player-store.js';
import { readingOf, type Reading } from '../../../src/components/player/reading.js';
import type { ShownChapter, ShownEpisode } from '../../../src/podcast/shown-podcast.js';

const seconds = fc.integer({ min: 0, max: 100 });
const image = (name: string) => fc.constantFrom(undefined, `/${name}.jpg`);
const chapter = fc.record({ start: seconds, title: fc.constant(''), image: image('chapter') });
const state = fc.record({
  chapters: fc
    .array(chapter as fc.Arbitrary<ShownChapter>)
    .map((all) => all.sort((a, b) => a.start - b.start)),
  dragged: fc.option(seconds, { nil: undefined }),
  episode: fc.record({
    duration: fc.constantFrom(undefined, 50),
    image: image('episode'),
  }) as fc.Arbitrary<ShownEpisode>,
  media: fc.constantFrom(undefined, { duration: NaN }, { duration: 60 }, { duration: Infinity }),
});
const podcast = fc.record({ image: image('podcast') });

describe('readingOf', () => {
  const reads = (
    law: (
      reading: Reading,
      given: { state: PlayerState; now: number; podcast: { image: string | undefined } },
    ) => void,
  ) =>
    fc.assert(
      fc.property(state, seconds, podcast, (drawn, now, podcast) => {
        const state = { status: 'paused', position: 0, ...drawn } as PlayerState;
        law(readingOf(state, now, podcast), { state, now, podcast });
      }),
    );

  it('is where the slider is dragged to, and else where the recording is', () => {
    reads(({ position }, { state, now }) => {
      expect(position).toBe([state.dragged, now].find((at) => at !== undefined));
    });
  });

  it('finds the last chapter that has begun', () => {
    reads(({ chapter, chapterIndex, chapters, position }) => {
      expect(chapter).toBe(chapters[chapterIndex]);
      expect(chapters.every(({ start }, at) => start <= position === at <= chapterIndex)).toBe(
        true,
      );
    });
  });

  it('has the picture that is nearest to what is heard', () => {
    reads(({ chapter, cover }, { state, podcast }) => {
      const nearest = [chapter?.image, state.episode?.image, podcast.image].find(Boolean);
      expect(cover).toBe(nearest);
    });
  });

  it('believes the recording of its length, and the feed until the recording is there', () => {
    reads(({ duration }, { state }) => {
      const known = state.media?.duration;
      expect(duration).toBe(known && known > 0 ? known : state.episode?.duration);
    });
  });
});
