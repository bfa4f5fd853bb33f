/** The element's reader and the schema agree on the fields that the element shows. */
import { describe, expect, it } from 'vitest';
import { podcastSchema } from '../../src/podcast.js';
import { readShownPodcast } from '../../src/podcast/shown-podcast.js';
import { MAX_CHAPTERS } from '../../src/podcast/values/max-chapters.js';
import { podcastCases, sameFields, withChapters } from './podcast-cases.js';

describe('readShownPodcast', () => {
  it.each(podcastCases)('reads $name as the schema does', ({ body }) => {
    const shown = readShownPodcast(body);
    expect(shown).toBeDefined();
    expect(shown).toEqual(sameFields(podcastSchema.parse(body), shown));
  });

  it.each([
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { error: { code: 'X' } },
    { title: 7, episodes: {} },
  ])('returns undefined for %j', (body) => {
    expect(readShownPodcast(body)).toBeUndefined();
  });

  it.each([MAX_CHAPTERS, MAX_CHAPTERS + 1])(
    'keeps at most MAX_CHAPTERS of %i chapters',
    (count) => {
      expect(readShownPodcast(withChapters(count))?.episodes[0]?.chapters).toHaveLength(
        MAX_CHAPTERS,
      );
    },
  );
});
