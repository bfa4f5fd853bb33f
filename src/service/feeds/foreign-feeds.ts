/**
 * Feeds that are not of this service, read for anyone who asks (docs/interface.md 4.5). The
 * operator names their hosts. Only a few are read at a time, and only while the client waits.
 */
import PQueue from 'p-queue';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { ParsedFeed } from './feed-tasks.js';
import type { FeedWorkers } from './feed-workers.js';
import type { GuardedFetch } from './guarded-fetch.js';

export interface ForeignFeeds {
  /** Whether the operator allows the host of a feed URL. */
  allows(url: string): boolean;
  /**
   * Fetches and parses a feed.
   * @throws {PrivatePodcastError} `rate-limited` while too many others wait; `aborted`; what fetching and parsing throw.
   */
  read(url: string, signal: AbortSignal): Promise<ParsedFeed>;
}

/** Feeds that are read at the same time. */
const MAX_READINGS = 4;
/** Requests that wait for their turn; further ones are refused at once. */
const MAX_WAITING = 16;
const RETRY_AFTER_SECONDS = 10;

export function createForeignFeeds(fetchFeed: GuardedFetch, workers: FeedWorkers): ForeignFeeds {
  const queue = new PQueue({ concurrency: MAX_READINGS });

  async function readNow(url: string, signal: AbortSignal): Promise<ParsedFeed> {
    const { body, url: baseUrl, headers } = await fetchFeed(url, { signal });
    const contentType = headers.get('Content-Type') ?? '';
    return workers.run('parse', { feed: body, baseUrl, contentType }, signal);
  }

  return {
    allows: (url) => fetchFeed.allows(url),
    async read(url, signal) {
      // A refusal need not wait until other feeds are read.
      if (!fetchFeed.allows(url)) return readNow(url, signal);
      if (queue.size >= MAX_WAITING) {
        throw new PrivatePodcastError(
          'rate-limited',
          'The service is reading many feeds. Try again in a moment.',
          { retryAfter: RETRY_AFTER_SECONDS },
        );
      }
      try {
        return await queue.add(() => readNow(url, signal), { signal });
      } catch (error) {
        if (error instanceof PrivatePodcastError || !signal.aborted) throw error;
        throw new PrivatePodcastError('aborted', 'The client has left.');
      }
    },
  };
}
