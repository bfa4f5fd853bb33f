/** Recordings in a bucket of an object store that publishers run, opened by an app and a browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServer } from '../../demo/open-server.js';
import { startServer, type RunningService } from '../../src/service.js';
import { launchChromium } from '../browser/chromium.js';
import { clientOf } from '../support/feed-service/api-client.js';
import { member, sku } from '../support/feed-service/backend.js';
import { operatorOf } from '../support/feed-service/operator-client.js';
import { ensureProgram } from '../support/programs/debian.js';
import { createGpodder } from '../support/programs/gpodder.js';
import { ensureRadosgw, startRadosgw } from '../support/programs/radosgw.js';
import type { StandIn } from '../support/stores/bucket.js';
import { describeStored } from '../support/stores/describe-stored.js';
import { EXPIRES_IN, filesIn, storedShow } from '../support/stores/stored-show.js';
import { until } from '../support/waiting/until.js';

const isHere = ensureRadosgw() && ensureProgram('gpo', 'gpodder');

if (isHere) {
  describeStored('createService: recordings in radosgw', startRadosgw);
} else {
  describe.skip('createService: recordings in radosgw (skipped: radosgw or gpo is not installed)');
}

describe.runIf(isHere)('startServer: recordings in radosgw', () => {
  let standIn: StandIn;
  let show: Awaited<ReturnType<typeof storedShow>>;
  let service: RunningService;
  let feedUrl = '';
  /** How far the service's clock is from that of the store. */
  let offset = 0;

  beforeAll(async () => {
    standIn = await startRadosgw();
    show = await storedShow(standIn, 'podcast-files', 200);
  });
  afterAll(async () => {
    await standIn.close();
    await show.remove();
  });
  beforeEach(async () => {
    offset = 0;
    service = await startServer({
      catalogue: show.catalogue,
      port: 0,
      now: () => Date.now() + offset,
      log: () => undefined,
    });
    ({ feedUrl } = await clientOf(service.url).privateFeed({ email: member, sku }));
  });
  afterEach(() => service.close());

  it('are downloaded by gPodder, until the membership has ended', async () => {
    const operates = await operatorOf(service.url);
    const apps = await Promise.all([createGpodder(), createGpodder()]);
    for (const [index, gpodder] of apps.entries()) {
      const email = `gpodder-${index}@example.org`;
      await operates.grant(sku, email);
      const { feedUrl } = await clientOf(service.url).privateFeed({ email, sku });
      expect(await gpodder.subscribe(feedUrl)).toBe(true);
      if (index === 1) await operates.revoke(sku, email);
      await gpodder.download(feedUrl);
    }
    const [inTime, late] = await Promise.all(apps.map((gpodder) => gpodder.recordings()));
    const { recording, odd } = show.files;
    expect(inTime?.map(({ length }) => length)).toEqual([recording.bytes.length, odd.bytes.length]);
    expect(inTime?.[0]?.equals(recording.bytes)).toBe(true);
    expect(late).toEqual([]);
    await Promise.all(apps.map((gpodder) => gpodder.remove()));
  });

  describe('in Chromium', () => {
    let browser: Browser;
    let page: Page;
    let site: Awaited<ReturnType<typeof openServer>>;
    beforeAll(async () => {
      browser = await launchChromium();
      site = await openServer({ host: '127.0.0.1' });
      site.answer(() =>
        Promise.resolve(
          new Response('<!doctype html><title>T</title><audio></audio>', {
            headers: { 'Content-Type': 'text/html' },
          }),
        ),
      );
    });
    afterAll(async () => {
      await browser.close();
      await site.close();
    });
    beforeEach(async () => {
      page = await browser.newPage();
      await page.goto(site.url);
    });
    afterEach(() => page.close());
    const links = async () => filesIn(await (await fetch(feedUrl)).text());

    it('are read by a page of any site', async () => {
      const { transcript, chapters } = await links();
      const text = await page.evaluate(async (url) => (await fetch(url)).text(), transcript);
      expect(text).toBe(Buffer.from(show.files.transcript.bytes).toString());
      const length = await page.evaluate(
        async (url) => (await fetch(url, { method: 'HEAD' })).headers.get('Content-Length'),
        // Of one that was read, the browser knows it.
        chapters,
      );
      expect(length).toBe(String(show.files.chapters.bytes.length));
    });

    // A browser keeps to the URL that it was led to, for as long as one recording is loaded
    // (https://github.com/whatwg/fetch/issues/145). It must not keep to it when it is loaded again.
    it('play on after a pause that outlives the URL, once they are loaded again', async () => {
      const { recording } = await links();
      const led: string[] = [];
      page.on('request', (request) => {
        if (request.redirectedFrom()) led.push(request.url());
      });
      const playFrom = (part: number) =>
        page.evaluate(
          async ([url, part]) => {
            const audio = document.querySelector('audio')!;
            audio.muted = true;
            audio.src = url;
            await audio.play();
            audio.currentTime = audio.duration * part;
            await new Promise((resolve, reject) => {
              audio.onseeked = resolve;
              audio.onerror = () => reject(new Error(audio.error?.message));
            });
            audio.pause();
            return audio.currentTime / audio.duration;
          },
          [recording, part] as const,
        );
      offset = (5 - EXPIRES_IN) * 1_000;
      expect(await playFrom(0)).toBeLessThan(0.1);
      const [before = ''] = led;
      await until(async () => {
        const answer = await fetch(before, { headers: { Range: 'bytes=0-1' } });
        await answer.arrayBuffer();
        expect(answer.status).toBe(403);
      });
      offset = 0;
      expect(await playFrom(0.9)).toBeCloseTo(0.9);
      expect(new Set(led).size).toBe(2);
    });
  });
});
