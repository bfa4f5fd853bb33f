/** Laws of URLs: what the URL Standard takes for the same is treated alike, and links hold what was put in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinConsumePageUrl } from '../../src/urls/consume-page-url.js';
import { intentUrl } from '../../src/urls/intent-url.js';
import { redirectLocation } from '../../src/urls/redirect-location.js';
import { holdsSecret } from '../../src/urls/secret-in-address.js';
import {
  isSecureUrl,
  isWebUrl,
  resolveWebUrl,
  withoutTrailingSlash,
} from '../../src/urls/web-url.js';
import { expectAtLeast } from '../support/laws/limits.js';
import { roundTrip } from '../support/laws/round-trip.js';
import { same, spelt } from '../support/laws/same.js';
import { anyCase } from '../support/laws/spellings/text.js';
import { ipv4, ipv6, urlSpelling, webUrls } from '../support/laws/spellings/url.js';

const hrefOf = (text: string) => new URL(text).href;
const byte = fc.nat(255);

describe('resolveWebUrl', () => {
  it('gives the form of the URL Standard', () =>
    same((url) => resolveWebUrl(url), spelt(webUrls, urlSpelling), hrefOf));

  it('gives nothing for another scheme', () => {
    const other = fc
      .constantFrom(
        'javascript',
        'data',
        'file',
        'ftp',
        'blob:https',
        'view-source:https',
        'httpss',
      )
      .chain(anyCase);
    fc.assert(
      fc.property(
        webUrls,
        other,
        (url, scheme) => resolveWebUrl(url.replace(/^\w+/, scheme)) === undefined,
      ),
    );
  });
});

describe('isWebUrl', () => {
  it('knows a URL in any case and with any port, and none with blanks before it or a lone surrogate', async () => {
    const cased = (url: string) => urlSpelling(url).map((one) => one.trim());
    await same(isWebUrl, spelt(webUrls, cased), () => true);
    fc.assert(
      fc.property(
        webUrls,
        fc.constantFrom(' ', '\n', '//', '\ud800'),
        (url, start) => !isWebUrl(start + url) && !isWebUrl(`${url}\udc00`),
      ),
    );
    for (const value of [
      undefined,
      null,
      7,
      ['https://a.example/'],
      new URL('https://a.example/'),
      '',
      'https://',
      'http:/a.example',
    ])
      expect(isWebUrl(value as string)).toBe(false);
  });
});

describe('isSecureUrl', () => {
  const over = (scheme: string) => (host: string) => isSecureUrl(`${scheme}://${host}:8080/a`);

  it('trusts plain http to loopback, however that is written (RFC 6761, RFC 8252)', async () => {
    const loopback = fc.oneof(
      fc.tuple(fc.constant(127), byte, byte, byte).chain(ipv4),
      ipv6([0, 0, 0, 0, 0, 0, 0, 1]).map((address) => `[${address}]`),
      fc.constantFrom('localhost', 'a.localhost', 'a.b.localhost').chain(anyCase),
    );
    await same(
      over('http'),
      loopback.map((host) => ['localhost', host]),
      () => true,
    );
  });

  it('trusts no other host without https', () => {
    const others = fc.oneof(
      fc
        .tuple(
          byte.filter((first) => first !== 127),
          byte,
          byte,
          byte,
        )
        .chain(ipv4),
      fc.constantFrom(
        'localhost.example',
        'alocalhost',
        '127.0.0.1.example',
        '[::2]',
        '[::]',
        '[::ffff:7f00:1]',
        'feeds.example',
        '127.example',
      ),
    );
    fc.assert(fc.property(others, (host) => !over('http')(host) && over('https')(host)));
  });

  it('trusts https in either case, and no other scheme', () => {
    fc.assert(fc.property(anyCase('https'), (scheme) => over(scheme)('feeds.example')));
    for (const scheme of ['ftp', 'ws', 'wss', 'gopher'])
      expect(over(scheme)('localhost')).toBe(false);
  });
});

describe('withoutTrailingSlash', () => {
  it('takes off every slash at the end, and nothing else', () =>
    same(
      withoutTrailingSlash,
      spelt(fc.stringMatching(/^(\/?[a-z])*$/), (base) =>
        fc.nat(4).map((n) => base + '/'.repeat(n)),
      ),
      (base) => base,
    ));
});

describe('intentUrl', () => {
  const addresses = webUrls.filter((url) => !holdsSecret(new URL(url)));

  it('leads the browser to the page, without its fragment (Chrome, Android intents)', () =>
    roundTrip(
      addresses.map(hrefOf),
      (href) => intentUrl(`${href}#top`) ?? '',
      (intent) => {
        const [, rest, parameters = ''] = /^intent:\/\/([^#]*)#Intent;(.*);end$/.exec(intent) ?? [];
        const { scheme, action } = Object.fromEntries(
          parameters.split(';').map((one) => one.split('=')),
        ) as Record<string, string>;
        expect(action).toBe('android.intent.action.VIEW');
        return `${scheme}://${rest}`;
      },
    ));

  it('takes every spelling of the page', () =>
    same((url) => intentUrl(url), spelt(addresses, urlSpelling)));
});

describe('holdsSecret', () => {
  const page = 'https://news.example/podcast';
  const holds = (more: string) => holdsSecret(new URL(page + more));
  const names =
    'rss h c code key auth hash otp jwt sid sig ticket token access_token client-secret login_token new_password X-Amz-Signature client_secret signature session PHPSESSION password'.split(
      ' ',
    );

  it('knows each name of a secret, whole and in either case', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names).chain(anyCase),
        (name) => holds(`?show=2&${name}=a`) && holds(`?${name}`) && !holds(`?a=${name}`),
      ),
    );
    for (const name of ['coder', 'show', 'page', 'hat', 'chapter', 'keyword', 'authors', 'side'])
      expect(holds(`?${name}=2`)).toBe(false);
  });

  it('takes a URL in any parameter for one, unless it is for tracking', () => {
    const tracking = [
      'utm_source',
      'UTM_term',
      'fbclid',
      'gclid',
      'igsh',
      'igshid',
      'mc_cid',
      'mc_eid',
      '_hsenc',
      'ref',
    ];
    for (const name of ['u', 'next', 'refer', 'xutm_a'])
      expect(holds(`?${name}=https%3A%2F%2Fa.example`), name).toBe(true);
    for (const name of tracking)
      expect(holds(`?${name}=https%3A%2F%2Fa.example`), name).toBe(false);
  });

  it('takes 16 characters of a random code for one, in the path and in a parameter', async () => {
    const random = (size: number) => 'a1B2'.repeat(8).slice(0, size);
    await expectAtLeast(16, (size) => holds(`/${random(size)}`));
    await expectAtLeast(16, (size) => holds(`?id=${random(size)}`));
    await expectAtLeast(16, (size) => holds(`/${'0a-f'.repeat(8).slice(0, size)}/x`));
    await expectAtLeast(16, (size) => holds(`?id=x.${'a1b2c3d4e5'.repeat(3).slice(0, size)}`));
    for (const word of [
      '/a-long-title-of-one-of-our-24-shows',
      '/interviews-with-everybody',
      '?title=Interviews-With-Everybody',
    ])
      expect(holds(word)).toBe(false);
  });

  it('takes a name or a password before the host for one', () => {
    for (const user of ['a@', ':a@', 'a:b@'])
      expect(holdsSecret(new URL(`https://${user}a.example/`))).toBe(true);
  });
});

describe('redirectLocation', () => {
  it('follows 301, 302, 303, 307 and 308, and no other status (Fetch Standard)', () => {
    const headers = new Headers({ location: '/next' });
    const redirects = Array.from({ length: 500 }, (_, at) => at + 100).filter(
      (status) => redirectLocation({ status, headers }) === '/next',
    );
    expect(redirects).toEqual([301, 302, 303, 307, 308]);
    expect(redirectLocation({ status: 301, headers: new Headers() })).toBeUndefined();
  });
});

describe('joinConsumePageUrl', () => {
  it('holds the feed URL, the language and the app (interface 4.6)', () =>
    roundTrip(
      fc.record({
        feedUrl: fc.oneof(webUrls, fc.webUrl({ withFragments: true, withQueryParameters: true })),
        language: fc.constantFrom('en', 'pt', 'zh', 'de'),
        app: fc.constantFrom(undefined, 'overcast', 'a b#?'),
      }),
      ({ feedUrl, language, app }) =>
        joinConsumePageUrl('https://a.example/consume', feedUrl, language, app),
      (written) => {
        const { pathname, searchParams, hash } = new URL(written);
        return {
          feedUrl: searchParams.get('rss'),
          language: /^\/consume\/([a-z]+)$/.exec(pathname)?.[1],
          app: hash ? decodeURIComponent(hash.slice(1)) : undefined,
        };
      },
    ));

  it('reads every spelling of its base alike, and keeps the query of that', async () => {
    const of = (base: string) => joinConsumePageUrl(base, 'https://b.example/', 'pt-PT');
    const slashes = (base: string) =>
      fc
        .nat(3)
        .map((n) => base.replace(/consume\/*/, `consume${'/'.repeat(n)}`))
        .chain(urlSpelling);
    await same(
      of,
      spelt(fc.constant('https://a.example/consume?a=1'), slashes),
      () => 'https://a.example/consume/pt?a=1&rss=https%3A%2F%2Fb.example%2F',
    );
  });
});
