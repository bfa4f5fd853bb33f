/**
 * The strict policy of docs/content-security-policy.md, in every story of the gallery and on every page
 * of the demo: no browser reports a breach, or says what the story does not explain. Scripts that break
 * it, in every file of the build, show that a breach would be heard.
 */
import { readdirSync } from 'node:fs';
import {
  devices,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Response,
} from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';
import { languageCodes } from '../../src/languages/languages.js';
import { enterStory } from '../gallery/enter-story.js';
import { startGallery } from '../gallery/server.js';
import { stories } from '../gallery/stories.js';
import { consoleOf, launchChromium, reach } from './chromium.js';

/** How many pages are open at once. */
const PAGES = 4;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A browser's words about a page. */
interface Heard {
  said: string[];
  /** Breaches of the policy, as the page's own listener hears them: directives, and URLs of scripts. */
  breaches: { directive: string; file: string }[];
  /** URLs of the chunks that it loaded. */
  chunks: string[];
}

/** A page for one visit after the other: a renderer anew for each would take longer than the visit. */
interface Visited {
  page: Page;
  /** What was heard since it was last asked. The page is left first, so that nothing of it comes later. */
  leave: () => Promise<Heard>;
  heard: Heard;
}

async function openPage(device: BrowserContextOptions = {}): Promise<Visited> {
  const page = await browser.newPage(device);
  const heard: Heard = { said: consoleOf(page), breaches: [], chunks: [] };
  await page.exposeFunction('tell', (breach: never) => void heard.breaches.push(breach));
  await page.addInitScript(() => {
    // A visit begins without what the one before has kept. Its own further pages have a referrer.
    if (location.protocol.startsWith('http') && document.referrer === '') {
      localStorage.clear();
      sessionStorage.clear();
    }
    const { tell } = window as unknown as { tell: (breach: object) => void };
    document.addEventListener('securitypolicyviolation', (event) => {
      tell({ directive: event.effectiveDirective, file: event.sourceFile });
    });
  });
  page.on('requestfinished', (request) => {
    if (request.url().includes('/chunks/')) heard.chunks.push(request.url());
  });
  return {
    page,
    heard,
    async leave() {
      await page.goto('about:blank');
      await page.context().clearCookies();
      const { said, breaches, chunks } = heard;
      return { said: said.splice(0), breaches: breaches.splice(0), chunks: chunks.splice(0) };
    },
  };
}

const nameOf = (chunk: string) => chunk.replace(/^.*\//, '').replace(/-.{8}\.js$/, '');

const phone = devices['iPhone 15'];

interface Visit {
  story: string;
  device?: BrowserContextOptions;
  lang?: string;
}

/** Each story on the device that shows most of it, and what has texts in each language. */
const visits: Visit[] = [
  ...Object.entries(stories).map(([story, { isForComputer }]) => ({
    story,
    ...(!isForComputer && { device: phone }),
  })),
  { story: 'ready' },
  { story: 'ready', device: devices['Pixel 7'] },
  ...languageCodes.map((lang) => ({ story: 'player-open', device: phone, lang })),
];

/** Whether a browser says this by itself, about an answer that the story is about. */
function isExplained({ story }: Visit, line: string): boolean {
  const { handler, parser, loses } = stories[story]!;
  const isFailing = [handler, parser].some(
    (answer) =>
      typeof answer === 'function' || answer?.isCut === true || (answer?.status ?? 200) >= 400,
  );
  return (isFailing || loses !== undefined) && line.startsWith('Failed to load resource:');
}

describe('PrivatePodcastSubscribe: the policy of a strict page', () => {
  let gallery: Awaited<ReturnType<typeof startGallery>>;
  const clean = new Map<Visit, Heard>();
  const planted = new Map<Visit, Heard>();

  /** Makes the visits, a few at a time. */
  async function visitAll(all: Visit[], into: Map<Visit, Heard>, query = {}): Promise<void> {
    // Devices one after the other, so that a page serves many visits.
    const rest = [...new Set(all.map(({ device }) => device))].flatMap((device) =>
      all.filter((visit) => visit.device === device),
    );
    const visitRest = async () => {
      let visited: Visited | undefined;
      let usual: Visit['device'];
      for (let visit = rest.shift(); visit; visit = rest.shift()) {
        const { story, device, lang } = visit;
        if (!visited || device !== usual) {
          await visited?.page.close();
          visited = await openPage(device);
          usual = device;
        }
        const search = new URLSearchParams({ ...query, ...(lang && { lang }) });
        await enterStory(visited.page, `${gallery.url}/story/${story}?${search}`, stories[story]!);
        into.set(visit, await visited.leave());
      }
      await visited?.page.close();
    };
    await Promise.all(Array.from({ length: PAGES }, visitRest));
  }

  /** As few visits as together load every chunk. */
  function coveringVisits(): Visit[] {
    const seen = new Set<string>();
    return [...clean].flatMap(([visit, { chunks }]) => {
      const isOther = stories[visit.story]!.loses !== undefined;
      if (isOther || chunks.every((chunk) => seen.has(nameOf(chunk)))) return [];
      for (const chunk of chunks) seen.add(nameOf(chunk));
      return [visit];
    });
  }

  beforeAll(async () => {
    gallery = await startGallery();
    await visitAll(visits, clean);
    await visitAll(coveringVisits(), planted, { planted: '' });
  }, 900_000);
  afterAll(() => gallery.close());

  const title = ({ story, device, lang }: Visit) =>
    [story, device ? '' : 'on a computer', device === devices['Pixel 7'] ? 'on Android' : '', lang]
      .filter(Boolean)
      .join(', ');

  it.each(visits.map((visit) => [title(visit), visit] as const))('is kept: %s', (_, visit) => {
    const { said, breaches } = clean.get(visit)!;
    expect(breaches).toEqual([]);
    expect(said.filter((line) => !isExplained(visit, line))).toEqual([]);
  });

  it('is kept by the reports of the browser', () => {
    expect(gallery.reports.filter(({ page }) => !page.includes('planted'))).toEqual([]);
  });

  const built = readdirSync('dist/embed/chunks').map(nameOf);

  it('covers every chunk of the build', () => {
    const loaded = new Set([...clean.values()].flatMap(({ chunks }) => chunks.map(nameOf)));
    expect(built.filter((name) => !loaded.has(name))).toEqual([]);
  });

  it.each(['the page’s listener', 'the reports of the browser'])(
    'is broken by a style attribute in any file of the build, and %s says so',
    (listener) => {
      const files = listener.startsWith('the page')
        ? [...planted.values()].flatMap(({ breaches }) => breaches.map(({ file }) => file))
        : gallery.reports.map(({ file }) => file);
      const told = new Set(files.map(nameOf));
      expect([...built, 'private-podcast-subscribe.js'].filter((name) => !told.has(name))).toEqual(
        [],
      );
    },
  );
});

describe('startDemo: the policy of its pages', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    demo = await startDemo({ port: 0 });
  });
  afterAll(() => demo.close());

  async function logIn(page: Page, account: string): Promise<void> {
    await page.goto(demo.url);
    await page.locator(`button[value=${account}]`).click();
    await page.waitForURL('**/member');
  }

  /** The member's page at another address, with its episodes. */
  const memberPage = (query: string) => async (page: Page) => {
    await logIn(page, 'mira');
    await page.goto(`${demo.url}/member${query}`);
    await page.locator('[data-episode]').first().waitFor();
  };
  const offer = (account: string) => async (page: Page) => {
    await logIn(page, account);
    await reach(page, 'no-access');
  };
  const at = (path: string) => (page: Page) => page.goto(demo.url + path);

  const pages: [title: string, open: (page: Page) => Promise<unknown>][] = [
    ['log-in', at('/')],
    ['the member’s page', memberPage('')],
    ['the member’s page without a server’s view', memberPage('?plain')],
    ['the member’s page by the feed service', memberPage('?service')],
    ['a member without access', offer('jonas')],
    ['a member who had access', offer('aino')],
    [
      'the offer without scripts',
      async (page) => {
        await offer('jonas')(page);
        await page.goto(`${demo.url}/listen`);
      },
    ],
    [
      'the consume page',
      async (page) => {
        await memberPage('')(page);
        await page.goto(`${demo.url}/listen`);
        await page.locator('[data-app]').first().waitFor();
      },
    ],
    ['a hand-off link that is not known', at('/subscribe?h=AbCdEfGhIjKlMnOpQrStUv')],
    ['the consume page without a feed', (page) => page.goto(`${demo.serviceUrl}/consume/sv`)],
    [
      'the consume page of an unknown code',
      (page) => page.goto(`${demo.serviceUrl}/consume/sv/AbCdEfGhIjKlMnOpQrStUv`),
    ],
  ];

  const devicesOf = { 'a phone': phone, 'a computer': {} };
  const visited = new Map<string, Visited>();
  beforeAll(async () => {
    for (const [name, device] of Object.entries(devicesOf))
      visited.set(name, await openPage(device));
  });
  afterAll(() => Promise.all([...visited.values()].map(({ page }) => page.close())));

  const onDevices = pages.flatMap(([title, open]) =>
    Object.keys(devicesOf).map((name) => [title, name, open] as const),
  );

  it.each(onDevices)('is kept: %s, on %s', async (_, name, open) => {
    const { page, leave, heard } = visited.get(name)!;
    await leave();
    const refusals = new Set<string>();
    const note = (response: Response) => {
      const isAsked =
        response.request().isNavigationRequest() || response.url().endsWith('/subscribe');
      if (isAsked && response.status() >= 400) refusals.add(`status of ${response.status()} `);
    };
    page.on('response', note);
    onTestFinished(() => void page.off('response', note));
    await open(page);
    await page.waitForLoadState('networkidle');
    expect(heard.breaches).toEqual([]);
    // A refusal, which such a page is about, is a failed answer to the browser.
    const unexplained = heard.said.filter(
      (line) => ![...refusals].some((word) => line.includes(word)),
    );
    expect(unexplained).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.setAttribute('style', 'top: 0');
    });
    await expect
      .poll(() => heard.breaches.map(({ directive }) => directive))
      .toEqual(['style-src-attr']);
  });
});
