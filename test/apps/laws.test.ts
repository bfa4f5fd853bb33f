/** Laws of apps and devices: what is refused, and which of several sources wins. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apps, readAppOverrides, type Platform } from '../../src/apps.js';
import { appDetails } from '../../src/apps/apps.js';
import { colorOf } from '../../src/apps/app-colors.js';
import { detectInAppBrowser } from '../../src/apps/in-app-browser.js';
import { isInApp } from '../../src/apps/in-app-hint.js';
import { pastePlace } from '../../src/apps/paste-places.js';
import { detectPlatform, type NavigatorLike } from '../../src/apps/platform.js';
import { expectAtMost } from '../support/laws/limits.js';
import { expectPrecedence } from '../support/laws/precedence.js';
import { anyCase } from '../support/laws/spellings/text.js';

const platforms: readonly Platform[] = ['ios', 'android', 'macos', 'windows', 'linux'];

describe('readAppOverrides', () => {
  const base = { id: 'x', name: 'X', platforms: ['ios'], privateFeeds: 'link' };
  const fits = (fields: object) => {
    try {
      return readAppOverrides([{ ...base, ...fields }]).length > 0;
    } catch {
      return false;
    }
  };

  it('takes texts of 1 to 500 characters', async () => {
    for (const field of ['name', 'note', 'source', 'checked', 'paste']) {
      await expectAtMost(500, (size) => fits({ [field]: 'x'.repeat(size) }));
      expect(fits({ [field]: '' })).toBe(false);
    }
  });

  it('refuses each scheme that opens no podcast app', () => {
    const schemes =
      'javascript data blob vbscript file filesystem http ftp ws wss about view-source intent android-app content jar resource chrome chrome-extension moz-extension mailto tel sms market';
    for (const scheme of schemes.split(' ')) {
      const written = [scheme, scheme.toUpperCase()].map((each) => `${each}:{encoded}`);
      expect(
        written.filter((links) => fits({ links })),
        scheme,
      ).toEqual([]);
    }
    fc.assert(
      fc.property(fc.stringMatching(/^pod[a-z0-9.+-]{0,9}$/), (scheme) =>
        fits({ links: `${scheme}://add?{encoded}` }),
      ),
    );
  });

  it('lets what a publisher says win over the table, field by field, the later over the earlier', () => {
    const names = fc.array(
      fc.record(
        { name: fc.constantFrom('A', 'B', 'C'), note: fc.constantFrom('D', 'E') },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(names, (said) => {
        const table = readAppOverrides(
          said.map((fields) => ({ id: 'overcast', ...fields })),
          apps,
        );
        const place = apps.findIndex(({ id }) => id === 'overcast');
        expect(table[place]).toEqual(Object.assign({}, apps[place], ...said));
        expect(table).toHaveLength(apps.length);
      }),
    );
  });

  it('never lists an app whose link leads to a website, whatever the row says', () => {
    for (const listed of [undefined, true, false]) {
      const [row] = readAppOverrides(
        [{ ...base, web: true, listed, links: 'https://a.example/{encoded}' }],
        [],
      );
      expect(row?.listed).toBe(false);
    }
  });
});

describe('appDetails and colorOf', () => {
  it('prefer what the row says to the facts', () => {
    for (const app of apps) {
      expect(appDetails({ ...app, store: 'https://a.example/' }).store).toBe('https://a.example/');
      expect(appDetails(app)).toEqual(app);
      expect(colorOf({ ...app, color: '#123456' })).toBe('#123456');
    }
  });
});

describe('detectPlatform', () => {
  const words: Readonly<Record<Platform, readonly string[]>> = {
    windows: ['Windows', 'Win32', 'Windows NT 10.0'],
    android: ['Android', 'Chrome OS', 'Chromium OS', 'Linux; Android 14'],
    ios: ['iOS', 'iPhone', 'iPad', 'iPod'],
    macos: ['macOS', 'MacIntel', 'Macintosh'],
    linux: [],
  };
  const hint = (platform: Platform) => fc.constantFrom(...words[platform]);
  const known = platforms.filter((platform) => platform !== 'linux');

  it('reads a hint in either case', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known).chain((platform) =>
          hint(platform)
            .chain(anyCase)
            .map((word) => ({ platform, word })),
        ),
        ({ platform, word }) => {
          expect(detectPlatform({ userAgentData: { platform: word } })).toBe(platform);
        },
      ),
    );
  });

  it('believes the client hint, then the user agent, then the platform', () =>
    expectPrecedence<NavigatorLike>(
      [
        {
          name: 'hint',
          part: { userAgentData: { platform: 'Android' } },
          gives: 'android',
          none: [
            { userAgentData: {} },
            { userAgentData: undefined },
            { userAgentData: { platform: '' } },
            { userAgentData: { platform: 'Unknown' } },
          ],
        },
        {
          name: 'user agent',
          part: { userAgent: 'Mozilla/5.0 (Windows NT 10.0)' },
          gives: 'windows',
          none: [{ userAgent: '' }, { userAgent: 'curl/8' }, { userAgent: undefined }],
        },
        {
          name: 'platform',
          part: { platform: 'iPhone' },
          gives: 'ios',
          none: [{ platform: '' }, { platform: 'Plan 9' }, { platform: undefined }],
        },
      ],
      (parts) => detectPlatform(Object.assign({}, ...parts) as NavigatorLike),
      'linux',
    ));

  it('takes a Mac with two touch points or more for an iPad, and such an ARM for Android', () => {
    const mac = (maxTouchPoints?: number) =>
      detectPlatform({ platform: 'MacIntel', maxTouchPoints });
    const arm = (maxTouchPoints?: number) =>
      detectPlatform({ platform: 'Linux armv81', maxTouchPoints });
    expect([mac(), mac(0), mac(1), mac(2), mac(5)]).toEqual([
      'macos',
      'macos',
      'macos',
      'ios',
      'ios',
    ]);
    expect([arm(), arm(1), arm(2)]).toEqual(['linux', 'linux', 'android']);
    expect(detectPlatform({ platform: 'Linux aarch64', maxTouchPoints: 5 })).toBe('android');
    expect(detectPlatform({ platform: 'Linux x86_64', maxTouchPoints: 5 })).toBe('linux');
  });
});

describe('detectInAppBrowser and isInApp', () => {
  it('know a web view of each device by what its user agent has or lacks', () => {
    for (const device of ['iPhone', 'iPad', 'iPod touch']) {
      const agent = `Mozilla/5.0 (${device}; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;
      expect([detectInAppBrowser(agent), isInApp(agent)], device).toEqual([{}, true]);
      const own = `${agent} Version/18.0 Mobile/15E148 Safari/604.1`;
      expect([detectInAppBrowser(own), isInApp(own)], device).toEqual([undefined, false]);
    }
    const android = (mark: string) =>
      `Mozilla/5.0 (Linux; Android 14; Pixel${mark}) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36`;
    expect([detectInAppBrowser(android('; wv')), isInApp(android('; wv'))]).toEqual([{}, true]);
    expect([detectInAppBrowser(android('')), isInApp(android(''))]).toEqual([undefined, false]);
    expect(detectInAppBrowser('Mozilla/5.0 (Macintosh)')).toBeUndefined();
  });
});

describe('pastePlace', () => {
  const app = apps.find(({ id }) => id === 'antennapod')!;

  it('is the publisher’s, else the language’s, else that of its first subtag, else English', () => {
    const english = pastePlace(app, 'en', 'android');
    const german = pastePlace(app, 'de', 'android');
    expect(
      new Set([
        english,
        german,
        pastePlace(app, 'pt', 'android'),
        pastePlace(app, 'pt-PT', 'android'),
      ]).size,
    ).toBe(4);
    expect(pastePlace(app, 'de-formal', 'android')).toBe(german);
    expect(pastePlace(app, 'el', 'android')).toBe(english);
    for (const language of ['en', 'de', 'el']) {
      expect(pastePlace({ ...app, paste: 'Own' }, language, 'android')).toBe('Own');
      expect(pastePlace({ ...app, paste: { ios: 'Own' } }, language, 'android')).toBe(
        pastePlace(app, language, 'android'),
      );
      expect(pastePlace({ ...app, paste: '' }, language, 'android')).toBe(
        pastePlace(app, language, 'android'),
      );
    }
  });
});
