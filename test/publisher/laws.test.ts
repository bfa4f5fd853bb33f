/** Laws of the publisher's half: origins, redirects, variables, and what a report shows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayFollow } from '../../src/conformance/redirects.js';
import { environmentFinding } from '../../src/conformance/site/environment.js';
import {
  comesFrom,
  corsHeaders,
  isWebOrigin,
  readOrigins,
} from '../../src/publisher/handler/cors.js';
import { isSecureUrl } from '../../src/urls/web-url.js';
import { urlSpelling, webUrls } from '../support/laws/spellings/url.js';

describe('isWebOrigin and readOrigins', () => {
  it('take exactly what a browser sends as Origin', () => {
    fc.assert(
      fc.property(
        webUrls.chain((url) => urlSpelling(new URL(url).origin)),
        (written) => isWebOrigin(written) === (new URL(written).origin === written),
      ),
    );
    for (const wrong of [
      '*',
      'https://*.a.example',
      'null',
      '',
      'https://a.example/',
      'https://a.example?',
      'ftp://a.example',
    ])
      expect(() => readOrigins([wrong])).toThrow();
    for (const list of [undefined, null, 'https://a.example', {}])
      expect(() => readOrigins(list as never)).toThrow();
  });
});

describe('comesFrom', () => {
  const origin = 'https://a.example';
  const asked = (
    headers: Record<string, string>,
    url = 'http://a.example/subscribe',
    publicUrl?: string,
  ) => comesFrom(origin, new Request(url, { headers }), publicUrl);

  it('believes Origin, and without it the browser’s word that the page is of the same origin', () => {
    for (const site of ['same-origin', 'cross-site', 'none']) {
      expect(asked({ origin, 'sec-fetch-site': site })).toBe(true);
      expect(asked({ origin: 'https://b.example', 'sec-fetch-site': site })).toBe(false);
      expect(asked({ origin: 'null', 'sec-fetch-site': site })).toBe(false);
      expect(asked({ 'sec-fetch-site': site })).toBe(site === 'same-origin');
    }
    expect(asked({})).toBe(false);
    const same = { 'sec-fetch-site': 'same-origin' };
    expect([
      asked(same, 'http://b.example/'),
      asked(same, 'http://b.example/', 'https://a.example/x'),
      asked(same, 'http://a.example/', 'https://b.example/x'),
    ]).toEqual([false, true, false]);
  });
});

describe('readEnvironment', () => {
  it('names a variable as not set that is missing or empty', () => {
    for (const none of [{}, { TOKEN_URL: '' }, { TOKEN_URL: undefined }])
      expect(environmentFinding(none).message).toMatch(/^Read: nothing\. Not set: TOKEN_URL,/);
    expect(environmentFinding({ TOKEN_URL: 'a' }).message).toMatch(
      /^Read: TOKEN_URL\. Not set: BASE_URL,/,
    );
  });
});

describe('corsHeaders', () => {
  it('let an allowed origin read the answer, and keep it apart in every cache', () => {
    const origins = fc.option(webUrls.map((url) => new URL(url).origin));
    fc.assert(
      fc.property(origins, fc.boolean(), (origin, isAllowed) => {
        const headers = new Headers(corsHeaders(origin, isAllowed));
        expect(headers.get('vary')).toBe('Origin');
        expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
      }),
    );
  });
});

describe('mayFollow', () => {
  it('leads over https, and to this machine from this machine alone', () => {
    const hosts = [
      ...['a.example', 'localhost', 'x.localhost', '127.0.0.1', '127.9.9.9', '[::1]'],
      ...['0.0.0.0', '[::ffff:127.0.0.1]', 'localhost.'],
    ];
    const places = fc
      .tuple(
        fc.constantFrom('http', 'https'),
        fc.constantFrom(...hosts),
        fc.constantFrom('', ':8080'),
      )
      .map(([scheme, host, port]) => new URL(`${scheme}://${host}${port}/a`));
    const isInner = ({ hostname }: URL) => hostname !== 'a.example';
    fc.assert(
      fc.property(
        places,
        places,
        (to, first) =>
          mayFollow(to, first) === (isSecureUrl(to.href) && (!isInner(to) || isInner(first))),
      ),
    );
  });
});
