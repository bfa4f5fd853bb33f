/** The journeys of members in a browser: through the demo of `npm start`, and through a site with the kit. */
import { devices, type BrowserContextOptions, type Page } from 'playwright-core';
import { createSubscribeToken } from 'private-podcast-subscribe/publisher';
import { reach } from '../chromium.js';
import { sku, type World } from './world.js';
import { Visitor } from './visitor.js';

const iPhone = devices['iPhone 15'];
const computer = { viewport: { width: 1000, height: 1000 } };

/** One browser of its own, with one page. */
async function withPage(
  world: World,
  options: BrowserContextOptions | undefined,
  visit: (page: Page, look: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const visitor = await Visitor.open(world.browser, world.heard, options);
  const page = await visitor.context.newPage();
  try {
    await visit(page, () => visitor.look(page));
    await visitor.look(page);
  } finally {
    await visitor.close();
  }
}

async function logIn({ demo }: World, page: Page, account = 'mira'): Promise<void> {
  await page.goto(demo.url);
  await page.locator(`button[value=${account}]`).click();
  await page.waitForURL('**/member');
  await reach(page, account === 'mira' ? 'ready' : 'no-access');
}

/** From the page to another device: by the code, and by mail. */
async function handOver(world: World, page: Page, look: () => Promise<void>): Promise<void> {
  await page.locator('[part=phone]').click();
  await page.locator('[part=qr] svg').waitFor();
  await look();
  const mail = page.locator('[part=email]');
  const before = await mail.getAttribute('href');
  await mail.click();
  await page.waitForFunction((old) => {
    const { shadowRoot } = document.querySelector('private-podcast-subscribe')!;
    return shadowRoot!.querySelector('[part=email]')?.getAttribute('href') !== old;
  }, before);
  await look();
  const codes = world.heard.secretsOf('hand-off code').slice(-2);
  for (const code of codes) {
    const url = `${new URL(page.url()).origin}/subscribe?h=${code}`;
    await withPage(world, devices['Pixel 7'], async (other) => {
      await other.goto(url);
      await reach(other, 'ready');
    });
    // The one is used up, the other opens twice more: here before the element's files have come.
    await withPage(world, iPhone, async (other) => {
      await other.route('**/private-podcast-subscribe*.js', (route) => route.abort());
      await other.goto(url);
    });
  }
}

async function renewLink(page: Page): Promise<void> {
  await page.locator('[part=more]').click();
  await page.locator('[part=reset]').click();
  await page.locator('[part=reset-confirm]').click();
  await page.getByRole('heading', { name: 'You have a new link' }).waitFor();
  await page.locator('[part=reset-cancel]').click();
}

/** Each app's own link, without leaving the page. */
async function tapEachApp(page: Page): Promise<void> {
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  // Behind a dialog too, and those of other devices.
  await page.locator('a[data-app]').evaluateAll((links) => {
    for (const link of links) if (link instanceof HTMLElement) link.click();
  });
}

async function listen(page: Page): Promise<void> {
  await page.locator('[data-episode]').first().waitFor();
  await page.locator('[part=notes-toggle]').first().click();
  await page.locator('[part=play]').first().click();
  await page.waitForFunction(() => {
    const { shadowRoot } = document.querySelector('private-podcast-subscribe')!;
    return (shadowRoot!.querySelector('audio')?.currentTime ?? 0) > 0;
  });
  await page.locator('[part=player-open]').click();
  await page.waitForFunction(() => localStorage.getItem('pps-listening') !== null);
}

async function onPhone(world: World): Promise<void> {
  await withPage(world, iPhone, async (page, look) => {
    await logIn(world, page);
    await listen(page);
    await look();
    await page.reload();
    await reach(page, 'ready');
    await page.locator('[part=more]').click();
    await page.locator('[part=copy]').click();
    await look();
    await handOver(world, page, look);
    await page.reload();
    await reach(page, 'ready');
    await look();
    await renewLink(page);
    await look();
    await page.locator('a[data-app=overcast]').first().click();
    await page.waitForURL('**/consume/**');
    await page.reload();
    await reach(page, 'ready');
    await look();
    await page.getByRole('button', { name: 'Other apps' }).click();
    await tapEachApp(page);
    await page.locator('[part=help]').waitFor();
  });
}

async function onComputer(world: World): Promise<void> {
  await withPage(world, computer, async (page, look) => {
    await logIn(world, page);
    await page.getByRole('button', { name: /^All / }).click();
    await page.locator('[part=search-open]').click();
    await page.locator('[part=search]').fill('harbour');
    await page.getByText(/^\d+ episodes? found$/).waitFor();
    await tapEachApp(page);
    await look();
    // Without the parser the element reads the feed itself.
    await page.route('**/rss*', (route) => route.abort());
    await page.reload();
    await page.locator('[data-episode]').first().waitFor();
    await look();
    await page.unroute('**/rss*');
    // The service answers the element itself, and a browser without scripts gets to the consume page.
    await page.goto(`${world.demo.url}/member?service`);
    await reach(page, 'ready');
    await look();
    await page.goto(`${world.demo.url}/listen`);
    await reach(page, 'ready');
  });
}

async function withoutAccess(world: World): Promise<void> {
  for (const account of ['jonas', 'aino']) {
    await withPage(world, computer, (page) => logIn(world, page, account));
  }
}

/** The same page while its backend answers nonsense, or not at all. */
async function brokenBackend(world: World): Promise<void> {
  const faults = [
    { status: 401, contentType: 'application/problem+json', body: '{"code":"token-invalid"}' },
    { status: 200, contentType: 'application/json', body: '{"feedUrl":1}' },
    { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  ];
  await withPage(world, computer, async (page, look) => {
    await logIn(world, page);
    for (const fault of faults) {
      await page.route('**/subscribe*', (route) => route.fulfill(fault));
      await page.goto(`${world.demo.url}/member?plain`);
      await page.locator('private-podcast-subscribe [part=notice]').waitFor();
      await look();
      await page.unroute('**/subscribe*');
    }
  });
}

/** A site of the publisher's own, whose page asks the kit's handler. */
async function onSite(world: World): Promise<void> {
  await withPage(world, computer, async (page, look) => {
    await page.goto(world.site.url);
    await reach(page, 'ready');
    await page.locator('[data-episode]').first().waitFor();
    await look();
    await handOver(world, page, look);
    // Logged out, and with a token whose time is over.
    const { member: email, subscribeSecret } = world.secrets;
    const now = () => Date.now() - 7_200_000;
    const expired = await createSubscribeToken({ email, sku }, subscribeSecret, { now });
    for (const answer of [{ body: expired }, { status: 401, body: 'Log in first.' }]) {
      await page.route('**/token', (route) => route.fulfill(answer));
      await page.reload();
      await page.locator('private-podcast-subscribe [part=notice]').waitFor();
      await look();
      await page.unroute('**/token');
    }
  });
}

/** The site while the operator is away, and once it is back. */
async function operatorDown(world: World): Promise<void> {
  await world.stopService();
  await withPage(world, computer, async (page, look) => {
    await world.ask(`${world.site.url}/subscribe`);
    await page.goto(world.site.url);
    await page.locator('private-podcast-subscribe [part=notice]').waitFor();
    await look();
    await world.startService();
    await page.reload();
    await reach(page, 'ready');
  });
}

export const visits = {
  'log-in, listening, copy, QR code, mail, new link and consume page on a phone': onPhone,
  'each app’s link on a computer, the service’s own answers, no scripts': onComputer,
  'no access': withoutAccess,
  'a backend that is broken': brokenBackend,
  'a site with the kit, and a token that has expired': onSite,
  'an operator that is down, and back': operatorDown,
};
