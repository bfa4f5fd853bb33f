/**
 * The whole loop with a real app: from the member's page into gPodder, and back to the page. The app
 * is told of a new link, of the end of the membership, and of its renewal, by feeds alone.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type RunningService } from 'private-podcast-service';
import { createSubscribeHandler, createSubscribeToken } from 'private-podcast-subscribe/publisher';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openServer } from '../../demo/open-server.js';
import {
  operator,
  operatorOf,
  type OperatorClient,
} from '../support/feed-service/operator-client.js';
import { startRecordingHost, type RecordingHost } from '../support/feed-service/recording-host.js';
import { showXml, type ShownEpisode } from '../support/feed-service/show-xml.js';
import { describeWith } from '../support/programs/debian.js';
import { createGpodder, type Gpodder } from '../support/programs/gpodder.js';
import { launchChromium, reach } from './chromium.js';

const sku = 'sid:member-show';
/** Who is at the site, and how many were before. */
let email = '';
let members = 0;
const secret = 'a-shared-secret-of-at-least-256-bits!';
const shown: ShownEpisode[] = [
  { guid: 'two', title: 'Second', date: Date.parse('2026-02-10T06:00:00Z') },
  { guid: 'one', title: 'First', date: Date.parse('2026-01-31T06:00:00Z') },
];
const titles = shown.map(({ title }) => title);
const ended = 'Your membership has ended';

const client = { clientId: 'publisher', clientSecret: 'the secret of a publisher in a test' };
const onboardingOriginId = 'page-tests';

/**
 * The publisher's site, as the documentation has it: a page with one script and one element, and a
 * handler that remembers what the service answered, so that it cannot know of an operator's reset.
 */
function createSite(siteUrl: string, serviceUrl: string): (request: Request) => Promise<Response> {
  const mintToken = () => createSubscribeToken({ email, sku }, secret);
  const cache = new Map<string, string>();
  const subscribe = createSubscribeHandler({
    service: {
      ...client,
      onboardingOriginId,
      tokenUrl: serviceUrl,
      baseUrl: serviceUrl,
      parserUrl: serviceUrl,
      consumeUrl: `${serviceUrl}/consume`,
      extensions: true,
      cache: {
        getItem: (key) => cache.get(key),
        setItem: (key, value) => cache.set(key, value),
      },
    },
    secret,
    allowedOrigins: [siteUrl],
  });
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/subscribe') return subscribe(request);
    if (pathname === '/token') return new Response(await mintToken());
    const page = `<!doctype html>
<html lang="en-GB"><title>Members</title>
<script type="module" src="${serviceUrl}/embed/private-podcast-subscribe.js"></script>
<private-podcast-subscribe token="${await mintToken()}" endpoint="/subscribe" links="direct">
</private-podcast-subscribe>
<script type="module">
  document.querySelector('private-podcast-subscribe').getToken = async () =>
    (await fetch('/token')).text();
</script>`;
    return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  };
}

describeWith('gpo', 'gpodder', 'startServer: the whole loop with gPodder', () => {
  let browser: Browser;
  let folder: string;
  let host: RecordingHost;
  let site: Awaited<ReturnType<typeof openServer>>;
  let service: RunningService;
  let operates: OperatorClient;
  let gpodder: Gpodder;
  let page: Page;

  beforeAll(async () => {
    [browser, host] = await Promise.all([launchChromium(), startRecordingHost()]);
    folder = await mkdtemp(join(tmpdir(), 'pps-loop-'));
    const feed = join(folder, 'show.rss');
    await writeFile(feed, showXml('The Member Show', shown, host.url));
    service = await startServer({
      catalogue: {
        clients: [operator, { ...client, scopes: ['vault:impersonate', 'profile:user:read'] }],
        onboardingOrigins: [onboardingOriginId],
        products: [{ sku, title: 'The Member Show', feed, access: 'granted' }],
      },
      port: 0,
      log: () => undefined,
    });
    site = await openServer({ host: '127.0.0.1' });
    site.answer(createSite(site.url, service.url));
    operates = await operatorOf(service.url);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await service.close();
    host.close();
    await rm(folder, { recursive: true, force: true });
  });

  // A member and an app of its own for each test: nothing is known of either before.
  beforeEach(async () => {
    email = `member-${(members += 1)}@example.org`;
    await operates.grant(sku, email);
    gpodder = await createGpodder();
    page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1000, height: 1000 } });
    await page.goto(site.url);
    await reach(page, 'ready');
  });
  afterEach(async () => {
    await page.close();
    await gpodder.remove();
  });

  /**
   * The feed URL that a tap on gPodder's button carries out of the browser. Chromium would ask whether
   * to open the app, and nobody answers: the page would get no other tap.
   */
  async function tap(): Promise<string> {
    await page.evaluate(() => {
      const followed = new Promise<string>((resolve) => {
        const keep = (event: Event) => {
          event.preventDefault();
          const [pressed] = event.composedPath() as Element[];
          resolve(pressed!.closest('a')!.href);
        };
        document.addEventListener('click', keep, { once: true });
      });
      Object.assign(window, { followed });
    });
    await page.locator('a[data-app=gpodder]').click();
    const link = await page.evaluate(() => Reflect.get(window, 'followed') as Promise<string>);
    return link.replace(/^gpodder:/, '');
  }

  const status = () => page.locator('[part=status]').textContent();
  const titlesOf = async (feedUrl: string) =>
    (await gpodder.episodes(feedUrl)).map(({ title }) => title);
  // No failure of these shows a feed URL.
  const isSame = (a: string, b: string) => a === b;

  /** How long a recording plays; it fails if that is not possible. */
  const secondsOf = (recording: Buffer) =>
    page.evaluate(async (base64) => {
      const { buffer } = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
      return (await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(buffer)).duration;
    }, recording.toString('base64'));

  /** From the page into the app, and what the page then says. */
  async function connect(): Promise<string> {
    const feedUrl = await tap();
    expect(await gpodder.subscribe(feedUrl)).toBe(true);
    // The page asks less and less often; its last two questions are a minute apart.
    const help = page.locator('[part=help]').getByText('gPodder has your podcast');
    await help.waitFor({ timeout: 90_000 });
    await expect.poll(status).toMatch(/In gPodder/);
    return feedUrl;
  }

  it('shows in the page that gPodder is connected, without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { isFirstLoad: true }));
    expect(await status()).not.toMatch(/gPodder/);
    const feedUrl = await connect();
    expect(await page.evaluate(() => Reflect.get(window, 'isFirstLoad') as unknown)).toBe(true);
    expect(await titlesOf(feedUrl)).toEqual(titles);
    await gpodder.download(feedUrl);
    expect((await gpodder.recordings()).map((bytes) => bytes.equals(host.recording))).toEqual([
      true,
      true,
    ]);
  });

  it('gives gPodder a new link in place of one that the operator has ended', async () => {
    const before = await connect();
    await operates.reset(sku, email);
    expect(await gpodder.update(before)).toBe(false);
    // The page asks for its feed, finds it dead, and has another one without a word.
    await page.reload();
    await reach(page, 'ready');
    await page.locator('[data-episode]').first().waitFor();
    const after = await connect();
    expect(isSame(after, before)).toBe(false);
    expect(await titlesOf(after)).toEqual(titles);
  });

  it('tells gPodder of the end of the membership, and of its renewal', async () => {
    const feedUrl = await connect();
    const seenAfter = async (change: 'grant' | 'revoke') => {
      await operates[change](sku, email);
      expect(await gpodder.update(feedUrl)).toBe(true);
      return titlesOf(feedUrl);
    };
    expect(await seenAfter('revoke')).toEqual([ended]);
    expect(await seenAfter('grant')).toEqual(titles);

    expect(await seenAfter('revoke')).toEqual([ended]);
    await gpodder.download(feedUrl);
    const [spoken] = await gpodder.recordings();
    expect(await secondsOf(spoken!)).toBeGreaterThan(2);
    // gPodder keeps what it has downloaded.
    expect(await seenAfter('grant')).toEqual([ended, ...titles]);
  });
});
