import prom from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { createFeedMetrics } from '../../../src/service/feeds/feed-metrics.js';
import { openFeedReading, type FeedReading } from '../../../src/service/feeds/feed-reading.js';
import { failure } from '../../support/operator/failures.js';

let reading: FeedReading;
afterEach(() => reading.close());

describe('openFeedReading', () => {
  it('lets a client who has left take up no thread', async () => {
    const { parses } = createFeedMetrics(new prom.Registry());
    reading = openFeedReading({}, parses, () => undefined);
    const left = AbortSignal.abort();
    const task = { feed: new Uint8Array(), baseUrl: undefined, contentType: '' };
    const { workers } = reading;
    expect((await failure(workers.run('parse', task, left))).code).toBe('aborted');
    expect((await failure(workers.run('inspect', { xml: '' }, left))).code).toBe('aborted');
  });
});
