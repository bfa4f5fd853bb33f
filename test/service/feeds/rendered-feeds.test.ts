import prom from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../src/service/catalogue/catalogue.js';
import { createTasks, type Tasks } from '../../../src/service/feeds/feed-tasks.js';
import { createFeedMetrics } from '../../../src/service/feeds/feed-metrics.js';
import { createRenderedFeeds } from '../../../src/service/feeds/rendered-feeds.js';

const product: Product = {
  sku: 'sid:show',
  title: 'Show',
  description: '',
  sources: [{ feed: 'https://show.example.org/feed' }],
  isComposed: false,
  access: 'everyone',
};
const xml = '<rss><channel><title>T</title><item><title>One</title></item></channel></rss>';

/** Does the workers' tasks in this thread, and counts them. */
function setUp() {
  const tasks = createTasks((html) => html);
  const done: string[] = [];
  const rendered = createRenderedFeeds(
    {
      // eslint-disable-next-line @typescript-eslint/require-await -- it rejects, as a worker does
      async run(name, task) {
        done.push(name);
        return (tasks[name] as (given: typeof task) => ReturnType<Tasks[typeof name]>)(task);
      },
    },
    createFeedMetrics(new prom.Registry()).cached,
    () => new Date(0),
  );
  return { done, rendered };
}

describe('createRenderedFeeds', () => {
  it('tries again after a failure', async () => {
    const { done, rendered } = setUp();
    const show = { xml: 'no feed' };
    for (let tries = 0; tries < 2; tries++) {
      await expect(rendered.of(show, product)).rejects.toMatchObject({ code: 'bad-feed' });
    }
    expect(done).toHaveLength(2);
  });
});

describe('createTasks', () => {
  it('gives the place of a notice in the bytes of the feed', () => {
    const show = { xml: xml.replace('T', 'Über 日本') };
    const { body, notice } = createTasks((html) => html).render({ show, instead: 'ended' });
    const rest = Buffer.from(body.identity).subarray(notice?.at).toString();
    expect(rest).toMatch(/^\s*<\/channel>/);
  });
});
