/** The demo as its members see it, over HTTP: three accounts, one element, no secrets. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';
import { parsePodcast } from '../../src/podcast.js';
import { subscribeStyleSource } from '../../src/server.js';

type Demo = Awaited<ReturnType<typeof startDemo>>;
let demo: Demo;

beforeAll(async () => {
  demo = await startDemo({ port: 0 });
});
afterAll(() => demo.close());
// The handler says whose access it refuses.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

const get = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, demo.url), { redirect: 'manual', ...init });

/** Logs in and gives the session's cookie. */
async function logIn(account: string): Promise<string> {
  const answer = await get('/log-in', { method: 'POST', body: new URLSearchParams({ account }) });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('Location')).toBe('/member');
  const cookie = answer.headers.get('Set-Cookie') ?? '';
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
  return cookie.split(';')[0]!;
}

const memberPage = async (cookie: string) => (await get('/member', { headers: { cookie } })).text();

const tokenIn = (html: string) => /<private-podcast-subscribe\s+token="([^"]+)"/.exec(html)![1]!;

const subscribe = (token: string) =>
  get('/subscribe', { headers: { Authorization: `Bearer ${token}` } });

const feedUrlOf = async (account: string) => {
  const answer = await subscribe(tokenIn(await memberPage(await logIn(account))));
  return ((await answer.json()) as { feedUrl: string }).feedUrl;
};

describe('createSite: the log-in', () => {
  it('offers three accounts and refuses any other', async () => {
    const html = await (await get('/')).text();
    expect(html.match(/name="account"/g)).toHaveLength(3);
    const answer = await get('/log-in', { method: 'POST', body: 'account=nobody' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
  });

  it.each(['/member', '/listen'])('receives a visitor of %s who is not logged in', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/']);
  });

  it('is undone by the log-out', async () => {
    const cookie = await logIn('mira');
    await get('/log-out', { method: 'POST', headers: { cookie } });
    expect((await get('/member', { headers: { cookie } })).status).toBe(303);
    expect((await get('/token', { method: 'POST', headers: { cookie } })).status).toBe(401);
  });
});

describe('createSite: the member page', () => {
  it('gives a fresh token to the session only', async () => {
    expect((await get('/token', { method: 'POST' })).status).toBe(401);
    const cookie = await logIn('mira');
    const answer = await get('/token', { method: 'POST', headers: { cookie } });
    const { token } = (await answer.json()) as { token: string };
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect((await subscribe(token)).status).toBe(200);
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
      exp: number;
      iat: number;
    };
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(300);
  });

  it('has a policy that allows sources by name, and is not cached', async () => {
    const { headers } = await get('/member', { headers: { cookie: await logIn('mira') } });
    const policy = new Map(
      (headers.get('Content-Security-Policy') ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'", demo.serviceUrl]);
    expect(policy.get('style-src')).toEqual(["'self'", await subscribeStyleSource()]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|\*/);
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });
});

describe('createSite: /member?service', () => {
  it('has the feed service answer the element, with a hand-off that works once', async () => {
    const cookie = await logIn('mira');
    const html = await (await get('/member?service', { headers: { cookie } })).text();
    const endpoint = `${demo.serviceUrl}/subscribe`;
    expect(html).toContain(`endpoint="${endpoint}"`);
    const headers = { Authorization: `Bearer ${tokenIn(html)}`, Origin: demo.url };
    const answer = await fetch(endpoint, { headers });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(demo.url);
    expect(await answer.json()).toMatchObject({ title: 'The Slack Hour', handoff: true });

    const made = await fetch(`${endpoint}?handoff`, { method: 'POST', headers });
    const { url } = (await made.json()) as { url: string };
    const scan = () => fetch(new URL(url, endpoint), { redirect: 'manual' });
    const opened = await scan();
    expect(opened.status).toBe(303);
    expect(opened.headers.get('Location')).toMatch(`${demo.serviceUrl}/consume/en?rss=`);
    expect((await scan()).status).toBe(410);
  });
});

describe('createSite: who has no access', () => {
  it.each([
    ['who never was a member', 'jonas', 'Become a member'],
    ['whose membership ended', 'aino', 'Renew your membership'],
  ])('gets an offer and no feed: one %s', async (_, account, offer) => {
    const cookie = await logIn(account);
    const html = await memberPage(cookie);
    expect(html).toMatch(new RegExp(`slot="no-access"[^]*${offer}`));
    expect(html).not.toMatch(/<template|rss=/);
    const answer = await subscribe(tokenIn(html));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'no-access' });
    expect((await get('/listen', { headers: { cookie } })).status).toBe(403);
  });
});

describe('createSite: the files of the show', () => {
  it('are served whole and in ranges', async () => {
    const feed = await fetch(await feedUrlOf('mira'));
    const { episodes } = parsePodcast(await feed.text());
    for (const { url, contentLength, contentType } of episodes) {
      const whole = await fetch(url!);
      expect(whole.status).toBe(200);
      expect(whole.headers.get('Content-Type')).toBe(contentType);
      expect(whole.headers.get('Accept-Ranges')).toBe('bytes');
      expect((await whole.arrayBuffer()).byteLength).toBe(contentLength);

      const part = await fetch(url!, { headers: { Range: 'bytes=100-199' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('Content-Range')).toBe(`bytes 100-199/${contentLength}`);
      expect((await part.arrayBuffer()).byteLength).toBe(100);
    }
  });

  it.each(['/feed.xml', '/show/feed.xml', '/media/feed.xml', '/media/%2e%2e/feed.xml'])(
    "do not include the publisher's feed: %s",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
