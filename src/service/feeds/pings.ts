/**
 * Tells Overcast that there is a new episode, if the catalogue asks for it, so that it appears within a
 * minute. Overcast is told only how all of the service's feed URLs begin, and polls those it knows.
 */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { Log } from '../failures/log.js';
import { describeFailure } from '../failures/describe-failure.js';

const OVERCAST_PING_URL = 'https://overcast.fm/ping';

/** Time between two pings: one reaches all members of all shows. */
const PAUSE_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;

export interface PingOptions {
  catalogue: LiveCatalogue;
  /** Without a trailing slash. Without it, the service does not know its feed URLs. */
  publicUrl: string | undefined;
  now: () => Date;
  log: Log;
}

export interface Pings {
  /** To be called when a show has a new episode. Never throws, and nothing waits for it. */
  newEpisode(): void;
  close(): void;
}

export function createPings({ catalogue, publicUrl, now, log }: PingOptions): Pings {
  const isWanted = () => catalogue.current.pings.includes('overcast');
  if (isWanted() && publicUrl === undefined) {
    throw new PrivatePodcastError(
      'config',
      '`pings` in the catalogue needs a public URL. Give --public-url.',
    );
  }
  const url = new URL(OVERCAST_PING_URL);
  url.searchParams.set('urlprefix', `${publicUrl ?? ''}/feeds/`);
  let last = -Infinity;
  let waiting: NodeJS.Timeout | undefined;
  let isFailing = false;
  const closing = new AbortController();

  async function ping(): Promise<void> {
    last = now().getTime();
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const { ok, body, status } = await fetch(url, { signal });
      await body?.cancel();
      if (!ok)
        throw new PrivatePodcastError('bad-response', 'Overcast refused a ping.', { status });
      isFailing = false;
    } catch (error) {
      if (closing.signal.aborted) return;
      if (!isFailing) log({ ping: 'overcast', ...describeFailure(error) });
      isFailing = true;
    }
  }

  return {
    newEpisode() {
      if (waiting || publicUrl === undefined || !isWanted()) return;
      const wait = Math.max(0, last + PAUSE_MS - now().getTime());
      waiting = setTimeout(() => {
        waiting = undefined;
        void ping();
      }, wait).unref();
    },
    close() {
      clearTimeout(waiting);
      closing.abort();
    },
  };
}
