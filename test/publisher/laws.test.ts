/** Laws of the publisher's half: origins, redirects, variables, and what a report shows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { follow, mayFollow } from '../../src/publisher/conformance/redirects.js';
import { createRedactor, holds } from '../../src/publisher/conformance/redact.js';
import { environmentFinding, readEnvironment } from '../../src/publisher/doctor/environment.js';
import { comesFrom, isWebOrigin, readOrigins } from '../../src/publisher/handler/cors.js';
import { expectAtLeast, expectAtMost } from '../support/laws/limits.js';
import { expectPrecedence } from '../support/laws/precedence.js';
import { same, spelt, type Spelling } from '../support/laws/same.js';
import { anyCase } from '../support/laws/spellings/text.js';
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

describe('follow', () => {
  const walk = async (count: number, most: number, mayLead = () => true) => {
    const asked: string[] = [];
    await follow('https://a.example/0', {
      ask: (url) => {
        asked.push(url);
        const next = asked.length <= count ? { location: `${asked.length}` } : undefined;
        return Promise.resolve({ status: next ? 302 : 200, headers: new Headers(next) } as never);
      },
      most,
      mayLead,
    });
    return asked;
  };

  it('follows as many redirects as it may, each from where the one before led', async () => {
    await expectAtMost(5, async (count) => (await walk(count, 5)).length === count + 1);
    expect(await walk(2, 5)).toEqual([
      'https://a.example/0',
      'https://a.example/1',
      'https://a.example/2',
    ]);
    expect(await walk(2, 5, () => false)).toHaveLength(1);
  });
});

describe('readEnvironment', () => {
  it('takes the first variable of a field that is set and not empty', () =>
    expectPrecedence<Record<string, string | undefined>>(
      [
        {
          name: 'own',
          part: { SUBSCRIBE_SECRET: 'a' },
          gives: 'a',
          none: [{ SUBSCRIBE_SECRET: '' }, { SUBSCRIBE_SECRET: undefined }],
        },
        {
          name: 'of the service',
          part: { PPS_SUBSCRIBE_SECRET: 'b' },
          gives: 'b',
          none: [{ PPS_SUBSCRIBE_SECRET: '' }],
        },
      ],
      (parts) =>
        readEnvironment(Object.assign({}, ...parts) as Record<string, string>).subscribeSecret,
    ));

  it('names a variable as not set that is missing or empty', () => {
    for (const none of [{}, { TOKEN_URL: '' }, { TOKEN_URL: undefined }])
      expect(environmentFinding(none).message).toMatch(/^Read: nothing\. Not set: TOKEN_URL,/);
    expect(environmentFinding({ TOKEN_URL: 'a' }).message).toMatch(
      /^Read: TOKEN_URL\. Not set: BASE_URL,/,
    );
  });
});

describe('holds', () => {
  const secrets = fc.stringMatching(/^[\w&<>"/ +é€-]{6,20}$/u);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const forms: Spelling<string> = (secret) =>
    fc.constantFrom(
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(encodeURIComponent(secret)),
      new URLSearchParams({ '': secret.replaceAll('~', '') }).toString().slice(1),
      secret
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;'),
      JSON.stringify(secret),
      JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
      hex(secret),
      ...[0, 1, 2].flatMap((shift) =>
        ['base64', 'base64url'].map((form) =>
          Buffer.from(`${'x'.repeat(shift)}${secret}yz`).toString(form as 'base64'),
        ),
      ),
      Array.from(secret).reverse().join(''),
    );

  it('finds a secret in each form in which an answer may repeat it', async () => {
    const { learn, clean } = createRedactor();
    await fc.assert(
      fc.asyncProperty(spelt(secrets, forms), async ([secret, form]) => {
        expect(holds(`Not known: ${form}.`, secret), form).toBe(true);
        learn(secret);
        expect(clean(`Not known: ${form}.`)).not.toContain(form);
        await Promise.resolve();
      }),
    );
    await same(
      (text: string) => holds(text, 's3cr3t-s3cr3t'),
      spelt(fc.constant('a s3cr3t-s3cr3t b'), anyCase),
      () => true,
    );
    await expectAtLeast(4, (size) => holds('abcdefgh', 'abcdefgh'.slice(0, size)));
  });

  it('shows numbers of seven digits, and no more', async () => {
    const { show } = createRedactor();
    await expectAtMost(
      9_999_999,
      (number) => show(number) === String(number) && show(-number) === String(-number),
    );
  });
});

describe('mayFollow', () => {
  it('leads over https, and to this machine from this machine alone', () => {
    const hosts = ['a.example', 'localhost', 'x.localhost', '127.0.0.1', '127.9.9.9', '[::1]'];
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
          mayFollow(to, first) === (isInner(to) ? isInner(first) : to.protocol === 'https:'),
      ),
    );
  });
});
