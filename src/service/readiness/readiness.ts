/** Whether the service can serve members, and if not, why: what GET /ready, /metrics and /admin/status answer. */
import type { ReadyState } from '../metrics.js';
import type { ShownShows } from './shown-shows.js';
import type { DatabaseState, WriteProbe } from './write-probe.js';

export interface Readiness extends ReadyState {
  /** The sentence for whoever asks; absent if the service is ready. */
  detail?: string;
}

const databaseDetails: Record<Exclude<DatabaseState, 'writable'>, string> = {
  silent: 'The database does not answer. Try again later.',
  refused: 'The database cannot be written. The log has the code and what to do.',
};
const noShow =
  'No show could be read, so members have no feed. The log has a line for each, with its sku.';

/** Simultaneous calls share one look. */
export function createReadiness(
  probe: WriteProbe,
  shown: Pick<ShownShows, 'isAnyShown'>,
): () => Promise<Readiness> {
  async function look(): Promise<Readiness> {
    const database = await probe.check();
    if (database !== 'writable')
      return { isReady: false, isWritable: false, detail: databaseDetails[database] };
    // Only now: the last copies are in the database.
    if (await shown.isAnyShown()) return { isReady: true, isWritable: true };
    return { isReady: false, isWritable: true, detail: noShow };
  }

  let looking: Promise<Readiness> | undefined;
  return () => {
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  };
}
