/** Whether the service can serve members, and if not, why: what GET /ready, /metrics and /admin/status answer. */
import type { Handler } from 'hono';
import prom, { type Registry } from 'prom-client';
import { problemResponse } from '../../../errors/problem-details.js';
import type { LinksState } from '../../store/links/live-links.js';
import type { ShownShows } from './shown-shows.js';
import type { DatabaseState, WriteProbe } from './write-probe.js';

export interface Readiness {
  isReady: boolean;
  isWritable: boolean;
  /** The sentence for whoever asks; absent if all is well. While the service is ready, it is degraded. */
  detail?: string;
}

const linksDetails: Record<'loading' | 'over', string> = {
  loading: 'The links of members are being loaded. Try again in a moment.',
  over: 'The database has been away for too long, so members are no longer answered.',
};
const databaseDetails: Record<Exclude<DatabaseState, 'writable'>, string> = {
  silent: 'The database does not answer. Feeds that members have go on from memory.',
  refused: 'The database cannot be written. The log has the code and what to do.',
};
const noShow =
  'No show could be read, so members have no feed. The log has a line for each, with its sku.';

export interface ReadinessParts {
  probe: WriteProbe;
  shown: Pick<ShownShows, 'isAnyShown'>;
  links: () => LinksState;
}

/**
 * Members are served from memory while the database is away: whoever restarts what is not ready must
 * not do so then. Simultaneous calls share one look.
 */
export function createReadiness({ probe, shown, links }: ReadinessParts): () => Promise<Readiness> {
  async function look(): Promise<Readiness> {
    const state = links();
    const database = await probe.check();
    const isWritable = database === 'writable';
    if (state === 'loading' || state === 'over')
      return { isReady: false, isWritable, detail: linksDetails[state] };
    if (!(await shown.isAnyShown())) return { isReady: false, isWritable, detail: noShow };
    if (!isWritable) return { isReady: true, isWritable, detail: databaseDetails[database] };
    return state === 'stale'
      ? { isReady: true, isWritable, detail: databaseDetails.silent }
      : { isReady: true, isWritable };
  }

  let looking: Promise<Readiness> | undefined;
  return () => {
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  };
}

/** Shows at each GET /metrics whether the service is ready. */
export function showReadiness(registry: Registry, readiness: () => Promise<Readiness>): void {
  const gauge = (name: string, help: string, isSo: (state: Readiness) => boolean) =>
    new prom.Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(isSo(await readiness()) ? 1 : 0);
      },
    });
  gauge('pps_ready', 'Whether GET /ready says that members can be served.', (now) => now.isReady);
  gauge('pps_database_writable', 'Whether the database takes writes.', (now) => now.isWritable);
}

/** GET /ready: `degraded` where members are served from memory alone. */
export function checkReady(readiness: () => Promise<Readiness>): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store');
    const { isReady, detail = '' } = await readiness();
    if (isReady) return c.json(detail ? { status: 'degraded', detail } : { status: 'ready' });
    return problemResponse(503, 'unavailable', detail, { 'Cache-Control': 'no-store' });
  };
}
