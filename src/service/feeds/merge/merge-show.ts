/** Merges the feeds of a product in a worker, and keeps the GUIDs that its episodes get. */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { EpisodeGuids } from '../../store/episode-guids.js';
import type { FeedWorkers } from '../feed-workers.js';
import type { MergeSource } from './merge-feeds.js';

/** Several processes that meet the same new episodes agree at the second attempt. */
const MAX_ATTEMPTS = 5;

/**
 * @returns the merged feed
 * @throws {PrivatePodcastError} what the worker and the database throw
 */
export async function mergeShow(
  sources: readonly MergeSource[],
  sku: string,
  workers: Pick<FeedWorkers, 'run'>,
  guids: EpisodeGuids,
): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const known = await guids.of(sku);
    const { xml, added, moved } = await workers.run('merge', { sources, known });
    let isWhole = true;
    for (const items of added) isWhole = (await guids.add(sku, items)) && isWhole;
    for (const items of moved) await guids.move(sku, items);
    if (isWhole) return xml;
  }
  throw new PrivatePodcastError(
    'unavailable',
    'The feeds of the show change while they are merged. Try again later.',
  );
}
