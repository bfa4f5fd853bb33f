/** What a member sees and hears of a search, when the next one comes before it is done. */
import { describe, expect, it } from 'vitest';
import { EpisodeFilter } from '../../../../src/components/episodes/list/episode-filter.js';
import type { ElementServices } from '../../../../src/components/first-load/element-services.js';
import { en } from '../../../../src/components/texts/en.js';
import type { ShownPodcast } from '../../../../src/podcast/shown-podcast.js';

describe('EpisodeFilter', () => {
  it('neither shows nor tells what a search has found once another has begun', async () => {
    const shown: number[] = [];
    const told: string[] = [];
    const titles = ['Fog', 'Fog and rope', 'Salt'];
    const podcast = { title: '', episodes: titles.map((title) => ({ title })) } as ShownPodcast;
    const services = {
      host: { requestUpdate: () => void shown.push(filter.found.length) },
      chunks: { get: (load: () => Promise<unknown>) => load() },
      language: { all: en, locale: 'en' },
      announce: (text: string) => void told.push(text),
    } as unknown as ElementServices;
    const filter = new EpisodeFilter(podcast, services, () => undefined);
    await Promise.all([filter.change({ search: 'fog' }), filter.change({ search: 'fog rope' })]);
    expect(shown).toEqual([1]);
    expect(told).toEqual(['1 episode found']);
  });
});
