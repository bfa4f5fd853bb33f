import { afterEach, describe, expect, it } from 'vitest';
import { openFeedReading, type FeedReading } from '../../../src/service/feeds/feed-reading.js';
import { catalogueOf } from '../../support/feed-service/backend.js';
import { failure } from '../../support/operator/failures.js';

let reading: FeedReading;
afterEach(() => reading.close());

describe('openFeedReading', () => {
  it('lets a client who has left take up no thread', async () => {
    const metrics = { parse: <T>(work: () => Promise<T>) => work() };
    const catalogue = catalogueOf('show.rss');
    reading = openFeedReading({ catalogue }, metrics, () => undefined);
    const left = AbortSignal.abort();
    const task = { feed: new Uint8Array(), baseUrl: undefined, contentType: '' };
    const { workers } = reading;
    expect((await failure(workers.run('parse', task, left))).code).toBe('aborted');
    expect((await failure(workers.run('inspect', { xml: '' }, left))).code).toBe('aborted');
  });
});
