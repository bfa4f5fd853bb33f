/** The consume page: the URLs that lead to it, its contents, and the lifetime of its own URL. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sv } from '../../../../src/components/language/texts/sv.js';
import { apps, appsFor } from '../../../../src/apps.js';
import { en } from '../../../../src/components/language/texts/en.js';
import { messageTexts } from '../../../../src/pages/message-texts.js';
import { catalogueOf, member, origin } from '../../../support/feed-service/backend.js';
import { useBackend, useShowFolder } from '../../../support/feed-service/for-file.js';

const show = await useShowFolder();

const foreign = 'https://elsewhere.example.org/feed?member=s3cret&b="<x>';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const hour = 60 * 60 * 1000;
let now: number;

now = Date.parse('2026-03-01T12:00:00Z');
const backend = useBackend({
  catalogue: catalogueOf(show.feed),
  now: () => now,
  parserHosts: ['elsewhere.example.org'],
});
const own = await backend.feedUrl(member);

const open = (locale: string, rss?: string) =>
  backend.send(`/consume/${locale}${rss === undefined ? '' : `?rss=${encodeURIComponent(rss)}`}`);

/** Follows the redirect from the subscription page's URL to the page's own. */
async function pageUrl(rss = own, locale = 'en'): Promise<string> {
  const response = await open(locale, rss);
  expect(response.status).toBe(303);
  return new URL(response.headers.get('Location')!, `${origin}/consume/${locale}`).pathname;
}

const get = (path: string, headers: Record<string, string> = {}) => backend.send(path, { headers });

/** The Subscription in the page's HTML. */
const dataIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json">([^]*?)<\/script>/.exec(html)![1]!);

describe('openConsumePage: GET /consume/{locale}?rss=…', () => {
  it('redirects to a page whose URL does not contain the feed URL', async () => {
    const secret = own.split('/').at(-2)!;
    const path = await pageUrl();
    expect(path).toMatch(/^\/consume\/en\/[\w-]{38}$/);
    expect(path).not.toContain(secret);
    expect(Buffer.from(path.split('/').at(-1)!, 'base64url').toString('latin1')).not.toContain(
      secret,
    );
    const other = await pageUrl(foreign);
    expect(other).not.toContain('s3cret');
    expect((await get(other)).status).toBe(200);
  });

  it('opens a foreign feed only if the operator allows its host', async () => {
    const response = await open('en', 'https://unknown.example/feed');
    expect(response.status).toBe(410);
    expect(response.headers.get('Location')).toBeNull();
  });

  it('hides the feed URL from caches and from the next page', async () => {
    const { headers } = await open('en', own);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  it('says in the member’s own variant of the language that a link is incomplete', async () => {
    const response = await get('/consume/zh', { 'Accept-Language': 'zh-HK,zh;q=0.9,en;q=0.8' });
    expect(await response.text()).toContain('<html lang="zh-Hant" dir="ltr">');
  });

  it.each([undefined, '', 'feed', 'javascript:alert(1)', 'ftp://example.org/'])(
    'reports a link with %s as incomplete',
    async (rss) => {
      const response = await open('sv', rss);
      expect(response.status).toBe(400);
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
      const html = await response.text();
      expect(html).toContain('<html lang="sv" dir="ltr">');
      expect(html).toContain(messageTexts.sv.incomplete[0]);
      expect(html).not.toContain('<private-podcast-subscribe');
      if (rss) expect(html).not.toContain(`"${rss}"`);
    },
  );
});

describe('consumePage: the page', () => {
  it('has the element with the feed, escaped', async () => {
    const html = await (await get(await pageUrl(foreign, 'sv'))).text();
    expect(html).toContain('<html lang="sv" dir="ltr">');
    expect(html).toContain(`<title>${sv.yourPodcast}</title>`);
    expect(html).toContain(
      `<private-podcast-subscribe parser-url="${origin}" links="direct" locale="sv"><template shadowrootmode="open">`,
    );
    expect(dataIn(html)).toEqual({ feedUrl: foreign, title: '', sku: '' });
    expect(html).not.toContain('<x>');
  });

  it('has title and cover of a podcast of the service', async () => {
    const html = await (await get(await pageUrl())).text();
    expect(html).toContain('<title>The Member Show</title>');
    expect(dataIn(html)).toMatchObject({ feedUrl: own, title: 'The Member Show' });
  });

  it('shows title, apps of the device and a link to copy without any script', async () => {
    const response = await get(await pageUrl(), { 'User-Agent': iPhone });
    const html = await response.text();
    expect(html).toMatch(/<h2 part="title"[^>]*>\s*The Member Show\s*<\/h2>/);
    const bare = own.slice('https://'.length);
    expect(html).toMatch(
      new RegExp(
        `<a\\s+part="app primary"[^>]*data-app="apple-podcasts"\\s+href="podcast://${bare}"`,
      ),
    );
    expect(html).not.toMatch(/<a\s[^>]*data-app="antennapod"/);
    expect(html).toMatch(new RegExp(`<input\\s[^>]*part="link"[^>]* value="${own}"`));
  });

  it('has the buttons of each app of the device alone, with words that are true for it', async () => {
    const html = await (await get(await pageUrl(), { 'User-Agent': iPhone })).text();
    const views = [
      ...html.matchAll(
        /<template data-one-app="([^"]+)" data-again="([^"]*)">([^]*?)<\/template>/g,
      ),
    ];
    expect(views.map(([, app]) => app).sort()).toEqual(
      appsFor('ios')
        .filter(({ privateFeeds }) => privateFeeds !== 'account')
        .map(({ id }) => id)
        .sort(),
    );
    const { openIn, setUpIn, otherApps } = en;
    expect(new Set(views.map(([, , again]) => again === ''))).toEqual(new Set([true, false]));
    for (const [, app = '', again, view = ''] of views) {
      const { name = '' } = apps.find(({ id }) => id === app) ?? {};
      const isLink = view.includes('href="');
      expect(again).toBe(isLink ? `Tap once more to open ${name}.` : '');
      const label = isLink ? openIn : setUpIn;
      expect(view.match(/data-app="/g), app).toHaveLength(1);
      expect(view).toContain(`<span>${label.replace('{app}', name)}</span>`);
      expect(view).toContain(`<span>${otherApps}</span>`);
      expect(view).not.toMatch(/part="(listen|apps|phone)"/);
    }
  });

  it('allows its own scripts and its own styles, and nothing else', async () => {
    const response = await get(await pageUrl());
    const html = await response.text();
    const hashOf = (pattern: RegExp) =>
      `'sha256-${createHash('sha256').update(pattern.exec(html)![1]!).digest('base64')}'`;
    const policy = response.headers.get('Content-Security-Policy')!.split('; ');
    expect(policy).toContain("default-src 'none'");
    const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(scripts).toHaveLength(2);
    expect(policy).toContain(`script-src 'self' ${scripts.join(' ')}`);
    expect(policy).toContain(
      `style-src ${hashOf(/<style>([^]*?)<\/style>\n/)} ${hashOf(/"open"><style>([^]*?)<\/style>/)}`,
    );
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
  });

  it.each([
    ['en', 'fr, en-GB;q=0.8, en;q=0.5', 'en', 'en-GB'],
    ['en', 'sv', 'en', 'en'],
    ['no', '', 'nb', 'no'],
    ['ar', 'ar-EG', 'ar', 'ar-EG'],
    ['eo', '', 'en', 'en'],
    ['pt', 'pt-BR,pt;q=0.9', 'pt', 'pt-BR'],
    ['pt', 'en, pt-PT;q=0.9, pt;q=0.8', 'pt-PT', 'pt-PT'],
    ['zh', 'zh-TW, zh;q=0.9', 'zh-Hant', 'zh-TW'],
    ['zh', 'en', 'zh-Hans', 'zh'],
    ['de-formal', 'de-AT', 'de', 'de-formal'],
  ])('speaks %s to a browser that prefers "%s"', async (locale, asked, language, regional) => {
    const response = await get(await pageUrl(own, locale), { 'Accept-Language': asked });
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(html).toContain(`locale="${regional}"`);
  });
});

describe('createPageCodes: URL of the page', () => {
  it('opens on another device for an hour', async () => {
    const path = await pageUrl();
    now += hour - 1000;
    expect((await get(path)).status).toBe(200);
    now += 1000;
    const late = await get(path);
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('This link has expired');
  });

  it('opens for thirty days in a browser that has shown it', async () => {
    const path = await pageUrl();
    const set = (await get(path)).headers.get('Set-Cookie')!;
    expect(set).toContain(`; Path=${path}; `);
    expect(set).toContain('; HttpOnly; SameSite=Lax; Secure');
    const Cookie = `other=1; ${set.split(';')[0]!}`;
    now += 29 * 24 * hour;
    expect((await get(path, { Cookie })).status).toBe(200);
    now += 2 * 24 * hour;
    expect((await get(path, { Cookie })).status).toBe(410);
  });
});
