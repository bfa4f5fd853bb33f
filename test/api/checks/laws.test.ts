/** Laws of what a caller gives: base URLs, hosts, IDs, times and addresses, however they are written. */
import fc from 'fast-check';
import { domainToASCII, domainToUnicode } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createFeedServiceClient, type FeedServiceConfig } from '../../../src/api/client.js';
import { requireCompleteConfig } from '../../../src/api/checks/complete-config.js';
import { canonicalEmail, isEmailAddress } from '../../../src/api/checks/email-address.js';
import {
  isId,
  optionalDuration,
  requireBaseUrl,
  requireHosts,
} from '../../../src/api/checks/input.js';
import { punycode } from '../../../src/api/checks/punycode.js';
import { requireConformanceConfig } from '../../../src/conformance/operator/config.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { expectAtMost } from '../../support/laws/limits.js';
import { roundTrip } from '../../support/laws/round-trip.js';
import { inTurn, same, spelt, type Spelling } from '../../support/laws/same.js';
import { anyCase } from '../../support/laws/spellings/text.js';
import { urlSpelling, webUrls } from '../../support/laws/spellings/url.js';

const taken = (check: () => unknown) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

describe('requireBaseUrl', () => {
  const bases = webUrls.map((url) =>
    url.replace(/^http:/, 'https:').replace(/\?.*|\/+(?=\?|$)/g, ''),
  );
  const ends: Spelling<string> = (base) =>
    fc.constantFrom('', '/', '//', '/?', '?', '#', '/ ').map((end) => base + end);

  it('gives a base to which a path can be added, however it is written', async () => {
    const read = (base: string) =>
      new URL(`${requireBaseUrl(base, 'baseUrl')}/oauth/token?a=1`).href;
    const spellings = inTurn((base) => urlSpelling(base).map((one) => one.trim()), ends);
    await same(read, spelt(bases, spellings), (base) => new URL(`${base}/oauth/token?a=1`).href);
  });

  it('takes plain http to listed hosts, however they are written, and to no other', async () => {
    const hosts = fc.constantFrom('service:8787', 'service', '[::2]:81', '192.0.2.1');
    const read = (host: string) =>
      taken(() => requireBaseUrl('http://service:8787/a', 'baseUrl', requireHosts([host])));
    await same(read, spelt(fc.constant('service:8787'), anyCase), () => true);
    await same(
      read,
      spelt(fc.constantFrom('service', 'service:80', 'other:8787', 'service:878'), anyCase),
      () => false,
    );
    const listed = (base: string) =>
      requireBaseUrl(base, 'baseUrl', requireHosts([new URL(base).host]));
    fc.assert(
      fc.property(
        hosts.chain(anyCase),
        (host) => listed(`http://${host}/A`) === new URL(`http://${host}/A`).href,
      ),
    );
  });

  it('takes no name, password, query or fragment', () => {
    const wrong = [
      'https://a@b.example',
      'https://:a@b.example',
      'https://b.example?a',
      'https://b.example#a',
      'http://b.example',
      '',
      'b.example',
    ];
    for (const base of wrong)
      expect(
        taken(() => requireBaseUrl(base, 'baseUrl')),
        base,
      ).toBe(false);
  });
});

describe('requireBaseUrl, createFeedServiceClient, createSubscribeHandler, requireConformanceConfig', () => {
  const config = {
    tokenUrl: 'https://a.example',
    baseUrl: 'https://a.example',
    clientId: 'a',
    clientSecret: 'b',
    onboardingOriginId: 'c',
  };
  const checks = {
    createFeedServiceClient,
    createSubscribeHandler: (service: FeedServiceConfig) =>
      createSubscribeHandler({ service, secret: 's'.repeat(32), allowedOrigins: [] }),
    requireConformanceConfig: (service: FeedServiceConfig) =>
      requireConformanceConfig({ ...service, sku: 'sid:a', member: 'a@example.org' }),
  };
  const fields = fc.constantFrom('tokenUrl', 'baseUrl', 'parserUrl');
  const before = fc.constantFrom('', '/api/v2', '/vault/api', '/rss/v1', '/profile-api');
  const own = fc.constantFrom(
    ...['/oauth/token', '/vault', '/vault/entitlements', '/vault/entitlements/auto-onboard'],
    ...['/vault/entitlements/e1/access', '/profile', '/profile/email', '/profile/email/a', '/rss'],
  );
  const other = fc.constantFrom(
    '',
    '/oauth',
    '/token',
    '/v2',
    '/vaults',
    '/my-rss',
    '/rss2',
    '/RSS',
  );
  const told = (check: (config: FeedServiceConfig) => unknown, field: string, url: string) => {
    try {
      check({ ...config, [field]: url });
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each(Object.entries(checks))('%s says which path of a URL is too many', (_name, check) => {
    fc.assert(
      fc.property(fields, before, own, fc.constantFrom('', '/', '//'), (field, base, path, end) => {
        const message = told(check, field, `https://a.example${base}${path}${end}`);
        expect(message).toContain(`\`${field}\` has a path too many. Cut off \`${path}\``);
      }),
    );
  });

  it.each(Object.entries(checks))(
    '%s takes any other path, and hosts of any name',
    (_name, check) => {
      fc.assert(
        fc.property(
          fields,
          fc.constantFrom('a.example', 'rss', 'vault', 'profile'),
          before,
          other,
          (field, host, base, path) => {
            expect(told(check, field, `https://${host}${base}${path}`)).toBeUndefined();
          },
        ),
      );
      expect(told(check, 'consumeUrl', 'https://a.example/profile')).toBeUndefined();
    },
  );
});

describe('requireCompleteConfig', () => {
  it('takes a host in the spellings that the client takes', async () => {
    const config = {
      tokenUrl: 'http://service:8787',
      baseUrl: 'http://service:8787',
      clientId: 'a',
      clientSecret: 'b',
      onboardingOriginId: 'c',
    };
    const read = (host: string) =>
      taken(() => {
        requireCompleteConfig({ ...config, allowInsecureHosts: [host] });
      });
    await same(read, spelt(fc.constant('service:8787'), anyCase), () => true);
    await same(read, spelt(fc.constantFrom('service', 'a:8787'), anyCase), () => false);
  });

  it('names each field that is missing or empty', () => {
    const whole = {
      tokenUrl: 'https://a.example',
      baseUrl: 'https://a.example',
      clientId: 'a',
      clientSecret: 'b',
      onboardingOriginId: 'c',
    };
    for (const name of Object.keys(whole))
      for (const none of [undefined, null, ''])
        expect(() => {
          requireCompleteConfig({ ...whole, [name]: none as undefined });
        }).toThrow(`lacks \`${name}\``);
  });
});

describe('isId', () => {
  it('takes 512 characters without blanks and controls, and no step of a path', async () => {
    await expectAtMost(512, (size) => isId('a'.repeat(size)));
    const ids = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((id) => !/[\s\p{Cc}\p{Cs}]/u.test(id) && !/^\.\.?$/.test(id));
    fc.assert(
      fc.property(
        ids,
        fc.constantFrom(' ', '\t', '\n', '\0', '\u0085', '\ud800'),
        (id, blank) =>
          isId(id) && !isId(id + blank) && !isId(blank + id) && !isId(`a${blank}${id}`),
      ),
    );
    for (const value of ['', '.', '..', undefined, null, 7, ['a'], {}])
      expect(isId(value)).toBe(false);
    for (const value of ['...', '.a', 'a.']) expect(isId(value)).toBe(true);
  });
});

describe('optionalDuration', () => {
  it('takes a finite number above 0, or nothing', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, minExcluded: true, max: 1e12, noNaN: true }),
        (value) =>
          optionalDuration(value, 'timeout') === value &&
          !taken(() => optionalDuration(-value, 'timeout')),
      ),
    );
    expect(optionalDuration(undefined, 'timeout')).toBeUndefined();
    for (const value of [0, -0, NaN, Infinity, null, '5', '', true])
      expect(
        taken(() => optionalDuration(value as number, 'timeout')),
        String(value),
      ).toBe(false);
  });
});

describe('punycode', () => {
  it('is what IDNA reads as the label (RFC 3492)', () => {
    const labels = fc
      .stringMatching(/^[a-zäöüéñабвדה日本語0-9]{1,10}$/u)
      .filter((label) => /\P{ASCII}/u.test(label) && domainToASCII(label) !== '');
    return roundTrip(
      labels.map((label) => domainToASCII(label)),
      (ascii) => punycode(domainToUnicode(ascii)),
      (written) => `xn--${written}`,
    );
  });
});

describe('canonicalEmail', () => {
  const addresses = fc
    .tuple(
      fc.stringMatching(/^[a-z0-9]{1,6}([._+-][a-z0-9]{1,5})?$/),
      fc.constantFrom('a.example', 'bücher.example', 'mail.b-c.example', '日本.example'),
    )
    .map((parts) => parts.join('@'));
  const inAscii = (address: string) =>
    address.replace(/@.*/, (domain) => `@${domainToASCII(domain.slice(1))}`);

  it('tells people apart by one form, whatever the case and however the domain is written', async () => {
    const forms: Spelling<string> = (address) =>
      fc.constantFrom(address, inAscii(address), address.normalize('NFD'), address.toUpperCase());
    await same(
      (text) => (isEmailAddress(text) ? canonicalEmail(text) : 'refused'),
      spelt(addresses, inTurn(forms, anyCase)),
      inAscii,
    );
  });

  it('is an address of which it is itself the form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), addresses), (address) => {
        if (!isEmailAddress(address)) return;
        const canonical = canonicalEmail(address);
        expect(isEmailAddress(canonical)).toBe(true);
        expect(canonicalEmail(canonical)).toBe(canonical);
      }),
    );
  });
});
