/**
 * Everything secret in the demo, followed through a member's visit: the client secret, the
 * tokens, the feed URLs and the e-mail address. None of them may turn up where others can read it.
 */
import { format } from 'node:util';
import { devices, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';
import { consoleOf, launchChromium, reach } from './chromium.js';

const email = 'mira@readers.example';
/** The texts of each channel. */
const heard: Record<
  'output' | 'console' | 'events' | 'problems' | 'referrers' | 'storage',
  string[]
> = {
  output: [],
  console: [],
  events: [],
  problems: [],
  referrers: [],
  storage: [],
};
const secrets = new Map<string, string>([['the e-mail address', email]]);

let browser: Browser;
let context: BrowserContext;
let demo: Awaited<ReturnType<typeof startDemo>>;

/** Keeps what the site's backend sends to the service: its client secret and its access tokens. */
function listenToBackend(): void {
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    const form = new URLSearchParams(await request.clone().text());
    const secret = form.get('client_secret');
    if (secret) secrets.set('the client secret', secret);
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
    if (bearer) secrets.set('an access token', bearer);
    return send(request);
  });
}

function listenToOutput(): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => {
      heard.output.push(format(...words));
    });
  }
}

async function listenToPages(): Promise<void> {
  await context.exposeFunction('tell', (line: string) => void heard.events.push(line));
  await context.addInitScript(() => {
    const { tell } = window as unknown as { tell: (line: string) => void };
    const types = [
      'ready',
      'no-access',
      'error',
      'token-expired',
      'app-select',
      'connected',
      'episode-play',
      'episode-pause',
      'episode-end',
    ];
    for (const type of types) {
      document.addEventListener(`pps-${type}`, (event) => {
        const fields = Object.entries(event).map(
          ([name, value]) => `${name}=${JSON.stringify(value)}`,
        );
        tell([event.type, ...fields].join(' '));
      });
    }
  });
  context.on('page', (page) => {
    heard.console = consoleOf(page);
    page.on('request', (request) => {
      const { authorization = '', referer } = request.headers();
      if (referer) heard.referrers.push(referer);
      const bearer = /^Bearer (.+)$/.exec(authorization)?.[1];
      if (bearer) secrets.set('a subscribe token', bearer);
    });
    page.on('response', (response) => {
      if (!response.headers()['content-type']?.includes('problem+json')) return;
      void response.text().then(
        (body) => heard.problems.push(body),
        () => undefined,
      );
    });
  });
}

/** The part of the member's feed URL that opens the feed. */
async function keepFeedSecret(page: Page, what: string): Promise<void> {
  const href = await page.locator('a[data-app=overcast]').getAttribute('href');
  const feed = new URL(href ?? '').searchParams.get('rss') ?? '';
  secrets.set(what, new URL(feed).pathname.split('/')[2]!);
}

async function keepStorage(page: Page): Promise<void> {
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  heard.storage.push(stored, JSON.stringify(await context.cookies()));
}

async function visit(page: Page): Promise<void> {
  await page.goto(demo.url);
  await page.locator('button[value=mira]').click();
  await page.waitForURL('**/member');
  await reach(page, 'ready');
  await page.locator('[data-episode]').first().waitFor();
  await keepFeedSecret(page, 'the first feed link');

  await page.locator('[part=notes-toggle]').first().click();
  await page.locator('[part=play]').first().click();
  await page.locator('[part=more]').click();
  await page.locator('[part=copy]').click();
  await page.locator('[part=phone]').click();
  await page.locator('[part=qr] svg').waitFor();
  await page.locator('dialog [part=back]').click();
  await keepStorage(page);

  await page.locator('[part=reset]').click();
  await page.locator('[part=reset-confirm]').click();
  await page.getByRole('heading', { name: 'You have a new link' }).waitFor();
  await page.locator('[part=reset-cancel]').click();
  await keepFeedSecret(page, 'the second feed link');

  await page.locator('a[data-app=overcast]').first().click();
  await page.waitForURL('**/consume/**');
  await page.reload();
  await keepStorage(page);
}

/** The same page while its backend refuses it, answers nonsense, and cannot be reached. */
async function visitBroken(page: Page): Promise<void> {
  const faults: { status: number; contentType: string; body: string }[] = [
    { status: 401, contentType: 'application/problem+json', body: '{"code":"token-invalid"}' },
    { status: 200, contentType: 'application/json', body: '{"feedUrl":1}' },
    { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  ];
  for (const fault of faults) {
    await page.route('**/subscribe*', (route) => route.fulfill(fault));
    // The page that asks for itself, instead of its server.
    await page.goto(`${demo.url}/member?plain`);
    await page.locator('private-podcast-subscribe [part=notice]').waitFor();
    await page.unroute('**/subscribe*');
  }
  // Without a stand-in: the handler's own refusal of a token that somebody changed.
  const token = secrets.get('a subscribe token')!;
  const forged = await page.request.get(`${demo.url}/subscribe`, {
    headers: { Authorization: `Bearer ${token.slice(0, -2)}xx`, Origin: demo.url },
  });
  expect(forged.status()).toBe(401);
  heard.problems.push(await forged.text());
  await keepStorage(page);
}

beforeAll(async () => {
  listenToOutput();
  listenToBackend();
  browser = await launchChromium();
  demo = await startDemo({ port: 0, log: (line) => console.log(line) });
  context = await browser.newContext({ ...devices['iPhone 15'], locale: 'en-GB' });
  await listenToPages();
  const page = await context.newPage();
  await visit(page);
  await visitBroken(page);
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await demo.close();
  await browser.close();
});

describe('startDemo: secrets of a member’s visit', () => {
  it('gives this test every secret', () => {
    expect([...secrets.keys()].sort()).toEqual([
      'a subscribe token',
      'an access token',
      'the client secret',
      'the e-mail address',
      'the first feed link',
      'the second feed link',
    ]);
    for (const secret of secrets.values()) expect(secret.length).toBeGreaterThan(15);
  });

  it.each(Object.keys(heard) as (keyof typeof heard)[])('puts no secret into the %s', (channel) => {
    const text = heard[channel].join('\n');
    // Nothing heard would prove nothing. A page need not say anything, nor tell where it came from.
    if (!['console', 'referrers'].includes(channel)) expect(text).not.toBe('');
    for (const [what, secret] of secrets) {
      expect(text.includes(secret), `${what} in the ${channel}`).toBe(false);
      expect(text.includes(encodeURIComponent(secret)), `${what} in the ${channel}, encoded`).toBe(
        false,
      );
    }
  });
});
