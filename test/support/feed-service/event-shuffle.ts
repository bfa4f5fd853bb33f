/** Sends a story's events in any order, each twice, to several processes at once. */
import PQueue from 'p-queue';
import type { Database } from '../../../src/service/store/database/database.js';
import type { Backend } from './backend.js';
import { resultOf, sendEvent } from './event-senders.js';
import { shuffled, sorted, type StoredGrant, type tellStory } from './event-story.js';

/** Requests under way at once. */
const CONCURRENCY = 16;

/** @returns how many events had which result. */
export async function sendShuffled(
  { events, dice }: Pick<ReturnType<typeof tellStory>, 'events' | 'dice'>,
  backends: readonly Pick<Backend, 'send'>[],
): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const doubled = shuffled([...events, ...events], dice);
  await Promise.all(
    doubled.map(({ source, event, id }) =>
      queue.add(async () => {
        const backend = backends[dice(backends.length)]!;
        const result = await resultOf(sendEvent(backend, source, event, { id }));
        results[result] = (results[result] ?? 0) + 1;
      }),
    ),
  );
  return results;
}

/** The grants that came by events. */
export async function storedGrants(database: Database): Promise<StoredGrant[]> {
  const { rows } = await database.query(
    `select source, email, sku, until from pps_grants where source like 'events/%'`,
  );
  return sorted(rows as StoredGrant[]);
}
