import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, createBackend, origin, type Backend } from '../../support/backend.js';

const feed = 'https://feeds.example.org/feeds/s3cret/sid:member-show_private.rss?a=1&b="<x>';

let backend: Backend;
beforeAll(() => {
  backend = createBackend({ catalogue: catalogueOf('show.rss') });
});
afterAll(() => backend.service.close());

const open = (locale: string, rss?: string) =>
  backend.send(`/consume/${locale}${rss === undefined ? '' : `?rss=${encodeURIComponent(rss)}`}`);

describe('GET /consume/{locale}', () => {
  it('is a page with the element in it, and the address where no script runs', async () => {
    const response = await open('sv', feed);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    const html = await response.text();
    const escaped = feed.replace('&', '&amp;').replace('"', '&quot;').replace('<x>', '&lt;x&gt;');
    expect(html).toContain('<html lang="sv" dir="ltr">');
    expect(html).toContain('<title>Öppna i din poddapp</title>');
    expect(html).toContain(
      `<private-podcast-subscribe feed-url="${escaped}" parser-url="${origin}" consume-url="${origin}/consume" links="direct" locale="sv">`,
    );
    expect(html).toContain(`<output dir="ltr">${escaped}</output>`);
    expect(html.match(/<script\b[^>]*>/g)).toEqual([
      '<script src="../assets/consume.js">',
      '<script type="module" src="../embed/private-podcast-subscribe.js">',
    ]);
  });

  it('lets the address out nowhere', async () => {
    const { headers } = await open('sv', feed);
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    const policy = headers.get('Content-Security-Policy')!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self' https:",
        "require-trusted-types-for 'script'",
        "frame-ancestors 'none'",
      ]),
    );
  });

  it.each([
    ['en', 'en', 'ltr'],
    ['sv-FI', 'sv', 'ltr'],
    ['no', 'nb', 'ltr'],
    ['ar', 'ar', 'rtl'],
    ['ja', 'ja', 'ltr'],
    ['eo', 'en', 'ltr'],
  ])('speaks %s as %s', async (locale, language, direction) => {
    const html = await (await open(locale, feed)).text();
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(html).toContain(`locale="${locale}"`);
  });

  it.each(['da', 'nb', 'fi', 'de', 'nl', 'fr', 'es', 'it', 'pt', 'pl', 'cs'])(
    'has a title of its own in %s',
    async (locale) => {
      const html = await (await open(locale, feed)).text();
      expect(html).toContain(`<html lang="${locale}"`);
      expect(html).not.toContain('<title>Open in your podcast app</title>');
    },
  );

  it.each([undefined, '', 'feed', 'javascript:alert(1)', 'ftp://example.org/'])(
    'says that there is no podcast in %s',
    async (rss) => {
      const response = await open('en', rss);
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toContain('This link is incomplete.');
      expect(html).not.toContain('<private-podcast-subscribe');
      if (rss) expect(html).not.toContain(`"${rss}"`);
    },
  );

  it.each(['s', 'sv_SE', 'x"><script>', 'consume.js'])('has no page for %s', async (locale) => {
    expect((await open(encodeURIComponent(locale), feed)).status).toBe(404);
  });

  it('has its script and style as files', async () => {
    const script = await backend.send('/assets/consume.js');
    expect(script.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(await script.text()).toContain('replaceState');
    const style = await backend.send('/assets/consume.css');
    expect(style.headers.get('Content-Type')).toMatch(/^text\/css/);
  });
});

describe('the script of the page', () => {
  const search = '?rss=secret';

  /** Runs the script on a page, with or without the element, and tells what it did. */
  async function run(element: boolean, state: unknown) {
    const script = await (await backend.send('/assets/consume.js')).text();
    const done = { set: [] as string[], shown: [] as unknown[], left: [] as string[] };
    const heard = new Map<string, () => void>();
    const location = {
      pathname: '/consume/sv',
      hash: '#overcast',
      search: element ? search : '',
      replace: (address: string) => done.left.push(address),
    };
    runInNewContext(script, {
      document: {
        querySelector: () =>
          element
            ? { setAttribute: (name: string, value: string) => done.set.push(`${name}=${value}`) }
            : null,
      },
      location,
      history: {
        state,
        replaceState: (kept: unknown, _title: string, url: string) => done.shown.push([kept, url]),
      },
      addEventListener: (name: string, listener: () => void) => heard.set(name, listener),
    });
    return { ...done, heard, location };
  }

  it('takes the feed out of the address bar, and puts the app first that the fragment names', async () => {
    const { shown, set, heard, location } = await run(true, null);
    expect(shown).toEqual([[{ search }, '/consume/sv#overcast']]);
    location.hash = '#castro';
    heard.get('hashchange')!();
    expect(set).toEqual(['preferred-app=overcast', 'preferred-app=castro']);
  });

  it('shows the page again after a reload', async () => {
    expect((await run(false, { search })).left).toEqual([`/consume/sv${search}#overcast`]);
    expect((await run(false, null)).left).toEqual([]);
  });
});
