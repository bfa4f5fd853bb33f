/** The element's reader reads what the schema reads, of the fields that the element shows. */
import { expect, it } from 'vitest';
import { podcastSchema } from '../../src/podcast.js';
import { readShownPodcast } from '../../src/podcast/shown-podcast.js';
import { podcastCases, sameFields } from './podcast-cases.js';

it.each(podcastCases)('reads $name as the schema does', ({ body }) => {
  const shown = readShownPodcast(body);
  expect(shown).toBeDefined();
  expect(shown).toEqual(sameFields(podcastSchema.parse(body), shown));
});

it.each([undefined, null, 7, 'text', [], {}, { error: { code: 'X' } }, { title: 7, episodes: {} }])(
  'finds no podcast in %j',
  (body) => {
    expect(readShownPodcast(body)).toBeUndefined();
  },
);
