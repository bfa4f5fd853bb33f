/** Laws of the publisher's half: origins, and what pages may read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comesFrom,
  corsHeaders,
  isWebOrigin,
  readOrigins,
} from '../../src/publisher/handler/cors.js';
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
