/** The copy that an app holds stays right: a feed changes when its show does, not with the time or a restart. */
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { catalogueOf, createBackend, member, show } from '../support/feed-service/backend.js';
import { until } from '../support/waiting/until.js';
import { useDatabase, useShowFolder } from '../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

const DAY_MS = 24 * 60 * 60 * 1000;

describe('createService: over thirty days and two restarts', () => {
  it.each(['open', 'signed'] as const)(
    'a feed with %s recordings keeps its URL, its tag and its bytes',
    async (recordings) => {
      let now = Date.parse('2026-03-01T23:59:00Z');
      const catalogue = catalogueOf(shows.feed);
      const product = { ...catalogue.products[0]!, sku: `sid:${recordings}` };
      if (recordings === 'signed') product.recordings = recordings;
      catalogue.products = [{ ...product, access: 'everyone' }];
      catalogue.grants = [];
      let first: { url: string; etag: string; text: string } | undefined;
      for (const days of [0, 1, 15, 30]) {
        const backend = createBackend({ catalogue, database, now: () => now + days * DAY_MS });
        const url = await backend.feedUrl(member, product.sku);
        const response = await backend.send(url);
        const read = { url, etag: response.headers.get('ETag')!, text: await response.text() };
        first ??= read;
        expect(read).toEqual(first);
        const headers = { 'If-None-Match': first.etag };
        expect((await backend.send(url, { headers })).status).toBe(304);
        const query = new URLSearchParams({ url, format: 'service' });
        const parsed = await backend.send(`/rss?${query}`);
        expect(parsed.headers.get('ETag')).not.toBe(first.etag);
        await backend.service.close();
      }
      now += 31 * DAY_MS;
      await writeFile(shows.feed, Buffer.from(show.replace('Second', 'Third'), 'latin1'));
      const backend = createBackend({ catalogue, database, now: () => now });
      const headers = { 'If-None-Match': first!.etag };
      // On a busy machine, the last copy is served until the new one is read.
      const changed = await until(async () => {
        const response = await backend.send(first!.url, { headers });
        expect(response.status).toBe(200);
        return response;
      });
      expect(await changed.text()).toBe(first!.text.replace('Second', 'Third'));
      await backend.service.close();
      await writeFile(shows.feed, Buffer.from(show, 'latin1'));
    },
  );
});
