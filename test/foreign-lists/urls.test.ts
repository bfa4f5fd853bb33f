/** The URL standard's cases against what may be linked, fetched and sent a secret. */
import { describe, expect, it } from 'vitest';
import { isSafeToFetch, isSafeUrl } from '../../src/podcast/values/safe-url.js';
import { isSecureUrl, isWebUrl, parseUrl, resolveWebUrl } from '../../src/urls/web-url.js';
import { naughtyStrings, urlCases, type UrlCase } from './lists.js';

/** The cases, or why they cannot be had here. */
function casesOrReason(): UrlCase[] | string {
  try {
    return urlCases();
  } catch {
    return 'no apt-get that reaches Debian';
  }
}

const cases = casesOrReason();

/** An absolute web URL, in one expression that has nothing of ours. */
const WEB = /^https?:\/\/[^/?#]/;
const hasUser = (href: string) => /^https?:\/\/[^/?#]*@/.test(href);

if (typeof cases === 'string') {
  describe.skip(`the URL standard's cases (skipped: ${cases})`, () => undefined);
} else {
  describe('parseUrl: the URL standard’s cases', () => {
    it('parses what the standard parses, to the same URL, and nothing else', () => {
      expect(cases.length).toBeGreaterThan(800);
      const wrong = cases.flatMap(({ input, base, href }) => {
        const parsed = parseUrl(input, base ?? undefined)?.href;
        return parsed === href ? [] : [{ input, base, href, parsed }];
      });
      expect(wrong).toEqual([]);
    });
  });

  describe('resolveWebUrl: the URL standard’s cases', () => {
    it('gives an absolute URL of the web, or none', () => {
      const wrong = cases.flatMap(({ input, base, href }) => {
        const resolved = resolveWebUrl(input, base ?? undefined);
        const expected = href && WEB.test(href) ? href : undefined;
        return resolved === expected ? [] : [{ input, base, href, resolved }];
      });
      expect(wrong).toEqual([]);
    });
  });

  describe('isWebUrl, isSafeUrl, isSafeToFetch: the URL standard’s cases', () => {
    const texts = [
      ...cases.flatMap(({ input, href = input }) => [input, href]),
      ...naughtyStrings(),
    ];

    it('accept only what a browser takes to the web, and no user name with a link of a feed', () => {
      const accepted = texts.filter((text) => isWebUrl(text));
      expect(accepted.length).toBeGreaterThan(200);
      expect(accepted.filter((text) => !WEB.test(new URL(text).href))).toEqual([]);
      const safe = texts.filter((text) => isSafeUrl(text));
      expect(safe.length).toBeGreaterThan(150);
      expect(safe.filter((text) => !isWebUrl(text) || hasUser(new URL(text).href))).toEqual([]);
    });

    it('let a secret go over https, or to this machine', () => {
      const trusted = texts.filter(
        (text) => isSafeToFetch(text) || (parseUrl(text) !== undefined && isSecureUrl(text)),
      );
      expect(trusted.length).toBeGreaterThan(50);
      const elsewhere = trusted.filter(
        (text) =>
          !/^(?:https:|http:\/\/(?:localhost|127\.[\d.]+|\[::1\])[:/])/.test(new URL(text).href),
      );
      expect(elsewhere).toEqual([]);
    });
  });
}
