/** What a member sees and hears of a search, when the next one comes before it is done. */
import { describe, expect, it } from 'vitest';
import {
  EpisodeFilter,
  type FilterServices,
} from '../../../../src/components/episodes/list/episode-filter.js';
import { en } from '../../../../src/components/language/texts/en.js';
import type { ShownPodcast } from '../../../../src/podcast/shown-podcast.js';

const podcastOf = (titles: string[]) =>
  ({ title: '', episodes: titles.map((title) => ({ title })) }) as ShownPodcast;

function servicesWith(requestUpdate: () => void, told: string[]): FilterServices {
  return {
    host: { requestUpdate },
    chunks: { get: (load: () => Promise<unknown>) => load() },
    language: { all: en, locale: 'en' },
    announce: (text: string) => void told.push(text),
  } as unknown as FilterServices;
}

describe('EpisodeFilter', () => {
  it('keeps what the member chose when the podcast is loaded again, and says nothing of it', async () => {
    const told: string[] = [];
    const services = servicesWith(() => undefined, told);
    const filter = new EpisodeFilter(podcastOf(['Fog', 'Rope']), services, () => undefined);
    const { order } = filter.choice;
    const other = order === 'newest' ? 'oldest' : 'newest';
    await filter.change({ order: other, search: 'o' });
    const said = told.length;
    await filter.renew(podcastOf(['Salt', 'Fog', 'Rope']));
    expect(filter.choice).toMatchObject({ order: other, search: 'o' });
    const natural = new EpisodeFilter(podcastOf(['Fog', 'Rope']), services, () => undefined);
    expect(filter.found.map(({ title }) => title)).toEqual(
      natural.found.map(({ title }) => title).reverse(),
    );
    expect(told).toHaveLength(said);
  });

  it('neither shows nor tells what a search has found once another has begun', async () => {
    const shown: number[] = [];
    const told: string[] = [];
    const services = servicesWith(() => void shown.push(filter.found.length), told);
    const podcast = podcastOf(['Fog', 'Fog and rope', 'Salt']);
    const filter = new EpisodeFilter(podcast, services, () => undefined);
    await Promise.all([filter.change({ search: 'fog' }), filter.change({ search: 'fog rope' })]);
    expect(shown).toEqual([1]);
    expect(told).toEqual(['1 episode found']);
  });
});
