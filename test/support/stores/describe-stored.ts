/** What members and their apps get of recordings in a bucket, whatever store answers there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBackend, member, sku, type Backend } from '../feed-service/backend.js';
import { until } from '../waiting/until.js';
import type { StandIn } from './bucket.js';
import { elsewhere, EXPIRES_IN, filesIn, site, storedShow } from './stored-show.js';

const MINUTE_MS = 60_000;

export function describeStored(name: string, start: () => Promise<StandIn>): void {
  describe(name, () => {
    let standIn: StandIn;
    let show: Awaited<ReturnType<typeof storedShow>>;
    let backend: Backend;
    let feedUrl = '';
    const logged: unknown[] = [];
    /** How far the service's clock is from that of the store. */
    let offset = 0;

    beforeAll(async () => {
      standIn = await start();
      show = await storedShow(standIn, 'podcast-files');
      backend = createBackend({
        catalogue: show.catalogue,
        now: () => Date.now() + offset,
        log: (entry) => logged.push(entry),
      });
      feedUrl = await backend.feedUrl(member);
    });
    afterAll(async () => {
      await backend.service.close();
      await standIn.close();
      await show.remove();
    });
    beforeEach(() => {
      offset = 0;
    });

    const links = async () => filesIn(await (await backend.send(feedUrl)).text());
    /** Where the service leads to. */
    async function placeOf(url: string, method = 'GET'): Promise<string> {
      const { status, headers } = await backend.send(url, { method });
      expect([status, headers.get('Cache-Control')]).toEqual([302, 'private, no-store']);
      return headers.get('Location')!;
    }
    /** An answer of the store, read to its end. */
    async function ask(url: string, init?: RequestInit) {
      const answer = await fetch(url, init);
      return {
        status: answer.status,
        header: (name: string) => answer.headers.get(name),
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    }

    it('hides where its files are, in the feed and in its parsed form', async () => {
      const query = new URLSearchParams({ url: feedUrl, format: 'service' });
      for (const url of [feedUrl, `/rss?${query}`]) {
        const text = await (await backend.send(url)).text();
        for (const hidden of [new URL(site).host, new URL(standIn.endpoint).host, 'podcast-files'])
          expect(text).not.toContain(hidden);
        expect(text).not.toContain('recordings.invalid');
      }
      for (const url of Object.values(await links()))
        expect(url).toMatch(/^https:\/\/feeds\.example\.org\/recordings\/[\w-]{44}\/[\w.-]+$/);
    });

    it('shows the cover on the page that leads to the app', async () => {
      const opened = await backend.send(`/consume/en?${new URLSearchParams({ rss: feedUrl })}`);
      const page = await backend.send(`/consume/${opened.headers.get('Location')}`);
      expect(await page.text()).toContain((await links()).cover);
    });

    it.each(['recording', 'odd', 'transcript', 'chapters', 'cover', 'picture', 'paper'] as const)(
      'opens its files: %s',
      async (file) => {
        const { bytes, type } = show.files[file];
        const url = (await links())[file];
        const got = await ask(await placeOf(url));
        expect([got.status, got.header('Content-Type')]).toEqual([200, type]);
        expect(got.bytes.equals(bytes)).toBe(true);
        const head = await ask(await placeOf(url, 'HEAD'), { method: 'HEAD' });
        expect([head.status, head.header('Content-Length')]).toEqual([200, String(bytes.length)]);
      },
    );

    it('leads to what lies elsewhere as it is written', async () => {
      expect(await placeOf((await links()).elsewhere)).toBe(elsewhere);
    });

    it('opens no file but this one, and only to read it', async () => {
      const { recording } = await links();
      const [get, head] = [await placeOf(recording), await placeOf(recording, 'HEAD')];
      const other = get.replace('episodes/1.mp3', 'episodes/1.vtt');
      const longer = get.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000');
      const plain = get.replace(/\?.*/, '');
      for (const [method, url] of [
        ['HEAD', get],
        ['PUT', get],
        ['DELETE', get],
        ['GET', head],
        ['GET', other],
        ['GET', longer],
        ['GET', plain],
        ['GET', plain.replace('/episodes/1.mp3', '/')],
      ] as const) {
        expect([method, url, (await ask(url, { method })).status]).toEqual([method, url, 403]);
      }
    });

    it('goes on after a pause, from the URL in the feed', async () => {
      const { recording } = await links();
      const { bytes } = show.files.recording;
      const half = bytes.length / 2;
      // What is left of its time is three seconds.
      offset = (3 - EXPIRES_IN) * 1_000;
      const before = await placeOf(recording);
      const first = await ask(before, { headers: { Range: `bytes=0-${half - 1}` } });
      expect([first.status, first.header('Content-Range')]).toEqual([
        206,
        `bytes 0-${half - 1}/${bytes.length}`,
      ]);
      await until(async () => expect((await ask(before)).status).toBe(403));
      offset = 0;
      const range = { Range: `bytes=${half}-` };
      expect((await ask(before, { headers: range })).status).toBe(403);
      const rest = await ask(await placeOf(recording), { headers: range });
      expect([rest.status, rest.header('ETag')]).toEqual([206, first.header('ETag')]);
      expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true);
    });

    it('leaves the feed as it is, while the URLs behind it change', async () => {
      const first = await backend.send(feedUrl);
      const { recording } = filesIn(await first.text());
      const place = await placeOf(recording);
      offset = 90 * 24 * 60 * MINUTE_MS;
      const headers = { 'If-None-Match': first.headers.get('ETag')! };
      expect((await backend.send(feedUrl, { headers })).status).toBe(304);
      expect((await links()).recording).toBe(recording);
      expect(await placeOf(recording)).not.toBe(place);
    });

    it('is shut at once to whoever may hear no more', async () => {
      const urls = await links();
      const { catalogue } = show;
      const grants = catalogue.grants!;
      const shut = async () => {
        for (const method of ['GET', 'HEAD'])
          for (const url of Object.values(urls))
            expect((await backend.send(url, { method })).status).toBe(404);
      };
      catalogue.grants = [];
      await backend.service.reload();
      await shut();
      // It is empty, and says why.
      expect(await (await backend.send(feedUrl)).text()).toContain(`${sku}/membership-ended`);
      catalogue.grants = grants;
      await backend.service.reload();
      expect(new URL(await placeOf(urls.recording)).origin).toBe(standIn.endpoint);
    });

    it('keeps the catalogue in force when the next one has no such store', async () => {
      const { recording } = await links();
      const { stores } = show.catalogue;
      show.catalogue.stores = {};
      await expect(backend.service.reload()).rejects.toMatchObject({
        code: 'config',
        message: expect.stringContaining('products[0].recordings.store') as string,
      });
      show.catalogue.stores = stores;
      expect((await ask(await placeOf(recording))).status).toBe(200);
    });

    it('tells its secrets nowhere', async () => {
      const { recording } = await links();
      await backend.send(`${recording}x`.replace('/recordings/', '/recordings/x'));
      const metrics = await (await backend.send('/metrics')).text();
      const told = JSON.stringify([logged, metrics, await placeOf(recording)]);
      expect(told).toContain(standIn.accessKeyId);
      expect(told.split(`X-Amz-Credential=${standIn.accessKeyId}`).join('')).not.toContain(
        standIn.secretAccessKey,
      );
      expect(JSON.stringify([logged, metrics])).not.toContain('X-Amz');
    });
  });
}
