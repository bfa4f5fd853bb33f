/**
 * The `getToken` of each document, as written: what a member reads when the token route of the site
 * answers, refuses or fails. The route of the documents' backend is run as written, too.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import { createSubscribeHandler, createSubscribeToken } from 'private-podcast-subscribe/publisher';
import type { Browser, Page } from 'playwright-core';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServer } from '../../demo/open-server.js';
import { root } from '../../scripts/setup.mjs';
import { launchChromium } from './chromium.js';

const who = { email: 'member@example.com', sku: 'sid:your-product' };
const secret = randomBytes(32);

/** The code blocks of a document that hold a text. */
function snippetsWith(path: string, text: string): string[] {
  const markdown = readFileSync(join(root, path), 'utf8');
  return [...markdown.matchAll(/```(?:js|ts)\n([^]*?)```/g)]
    .map(([, code = '']) => code)
    .filter((code) => code.includes(text));
}

/** Scripts for a page that set `getToken` as a document says. */
const scripts: [name: string, script: string, isJson: boolean][] = [
  ...['docs/start.md', 'docs/element/source.md'].flatMap((path) =>
    snippetsWith(path, '.getToken =').map((code, index): [string, string, boolean] => [
      `${path} (${index + 1})`,
      `const element = document.querySelector('private-podcast-subscribe');\n{\n${code}\n}`,
      code.includes('.json()'),
    ]),
  ),
  ...snippetsWith('docs/frameworks.md', 'export function getToken').map(
    (code): [string, string, boolean] => [
      'docs/frameworks.md',
      `${ts.transpile(code, { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext }).replace('export ', '')}
document.querySelector('private-podcast-subscribe').getToken = getToken;`,
      false,
    ],
  ),
];

let browser: Browser;
let site: Awaited<ReturnType<typeof openServer>>;
let page: Page;
let tokenRoute: (c: Context) => Response | Promise<Response>;
let script: string;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), openServer({ host: '127.0.0.1' })]);
  const subscribe = createSubscribeHandler({
    secret,
    allowedOrigins: [],
    service: {
      privateFeed: ({ sku }) =>
        Promise.resolve({
          feedUrl: `${site.url}/feed.rss`,
          title: 'The Member Show',
          sku,
          userId: 'u',
          entitlementId: 'e',
        }),
    },
  });
  const app = new Hono();
  app.all('/subscribe', (c) => subscribe(c.req.raw));
  app.post('/token', (c) => tokenRoute(c));
  app.get('/login', (c) => c.html('<!doctype html><title>Log in</title><h1>Log in here</h1>'));
  app.get('/broken/*', (c) => c.html('<!doctype html><title>My app</title><p>Hello, world.'));
  app.use(
    '/podcast/*',
    serveStatic({ root: 'dist/embed', rewriteRequestPath: (path) => path.replace('/podcast', '') }),
  );
  app.get('/', (c) =>
    c.html(`<!doctype html><html lang="en"><title>Members</title>
<script type="module" src="/podcast/private-podcast-subscribe.js"></script>
<private-podcast-subscribe endpoint="/subscribe" episodes="0"></private-podcast-subscribe>
<script type="module">${script}</script>`),
  );
  site.answer(app.fetch);
  page = await browser.newPage({ locale: 'en-GB' });
});
afterAll(async () => {
  await browser.close();
  await site.close();
});
// One page for all: what a visit keeps, such as the app that was chosen, none of these makes.
afterEach(async () => {
  await page.unrouteAll();
  await page.goto('about:blank');
});

/** The element's state, and the heading that the member reads. */
async function outcome(): Promise<{ state: string; title: string }> {
  await page.goto(site.url);
  const view = await page.waitForFunction(() => {
    const element = document.querySelector<HTMLElement & { state: string }>(
      'private-podcast-subscribe',
    );
    const { state = '' } = element ?? {};
    const title = element?.shadowRoot?.querySelector('[part=notice] h2')?.textContent ?? '';
    return state.includes('ready') || title ? { state, title } : undefined;
  });
  return (await view.jsonValue())!;
}

const loggedOut = { state: 'failed', title: 'You’re logged out' };
const broken = { state: 'failed', title: 'We couldn’t load your podcast' };

it('PrivatePodcastSubscribe: every document that sets getToken is here', () => {
  expect(scripts.map(([name]) => name)).toEqual([
    'docs/start.md (1)',
    'docs/start.md (2)',
    'docs/element/source.md (1)',
    'docs/frameworks.md',
  ]);
});

describe.each(scripts)('PrivatePodcastSubscribe: the getToken of %s', (_, code, isJson) => {
  beforeEach(() => {
    script = code;
  });

  it('gets a token', async () => {
    tokenRoute = async (c) => {
      const token = await createSubscribeToken(who, secret);
      return isJson ? c.json({ token }) : c.text(token);
    };
    expect(await outcome()).toEqual({ state: 'ready', title: '' });
  });

  it.each<[string, (c: Context) => Response, object]>([
    ['answers 401', (c) => c.text('Log in first.', 401), loggedOut],
    ['answers 403', (c) => c.json({ error: 'forbidden' }, 403), loggedOut],
    ['redirects to the log-in', (c) => c.redirect('/login', 303), loggedOut],
    ['answers 404', (c) => c.text('Not found', 404), broken],
    ['answers 500', (c) => c.text('Internal error', 500), broken],
    [
      'redirects to a log-in of another site',
      (c) => c.redirect('https://login.example/'),
      loggedOut,
    ],
  ])('shows what it means if the token route %s', async (_what, answer, shown) => {
    tokenRoute = answer;
    expect(await outcome()).toEqual(shown);
  });

  it('shows that the service is not responding if the connection fails', async () => {
    await page.route('**/token', (route) => route.abort('connectionrefused'));
    expect(await outcome()).toEqual(broken);
  });
});

describe('createSubscribeToken: the backend of docs/start.md', () => {
  const path = 'docs/start.md';
  const folder = join(root, '.cache', 'documented-backend');
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('answers 401 to a visitor, whom the page tells to log in', async () => {
    const [code = ''] = snippetsWith(path, "app.post('/token'");
    process.env.SUBSCRIBE_SECRET = secret.toString('base64');
    for (const name of ['TOKEN_URL', 'BASE_URL', 'PARSER_URL', 'CONSUME_URL'])
      process.env[name] = 'https://operator.example';
    Object.assign(process.env, { CLIENT_ID: 'a', CLIENT_SECRET: 'b', ONBOARDING_ORIGIN_ID: 'c' });
    Object.assign(process.env, { SITE_ORIGIN: 'https://www.your-site.example', SKU: 'sid:show' });
    const file = join(folder, `${path.replace(/\W+/g, '-')}.mjs`);
    await mkdir(folder, { recursive: true });
    await writeFile(
      file,
      `import { Hono } from 'hono';
export const app = new Hono();
const yourSession = async (c) => c.req.header('cookie') && { email: 'member@example.com' };
${code}`,
    );
    const { app } = (await import(pathToFileURL(file).href)) as { app: Hono };
    const ask = (headers = {}) => app.request('/token', { method: 'POST', headers });
    const known = await ask({ cookie: 'session=1' });
    expect([known.status, (await known.text()).split('.').length]).toEqual([200, 3]);
    script = scripts.find(([name]) => name === `${path} (1)`)?.[1] ?? '';
    tokenRoute = () => ask();
    expect(await outcome()).toEqual(loggedOut);
  });
});
