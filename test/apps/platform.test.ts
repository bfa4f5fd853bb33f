/** How the browsers of real devices identify themselves. `laws.test.ts` says which source wins. */
import { describe, expect, it } from 'vitest';
import { detectPlatform, type NavigatorLike, type Platform } from '../../src/apps.js';

const safari = (system: string, version: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${version} Safari/605.1.15`;
const chrome = (system: string, mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0${mobile} Safari/537.36`;
const firefox = (system: string) =>
  `Mozilla/5.0 (${system}; rv:143.0) Gecko/20100101 Firefox/143.0`;

const iphone = 'iPhone; CPU iPhone OS 18_6 like Mac OS X';
const mac = 'Macintosh; Intel Mac OS X 10_15_7';
const linux = 'X11; Linux x86_64';
const phone = chrome('Linux; Android 10; K', ' Mobile');
const windowsPhone =
  'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 ' +
  '(KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254';

/** What `navigator` says: user agent, platform, touch points, client hint. */
const devices: [
  string,
  Platform,
  userAgent: string,
  platform: string,
  touch?: number,
  hint?: string,
][] = [
  ['Safari on an iPhone', 'ios', safari(iphone, 'Version/18.6 Mobile/15E148'), 'iPhone', 5],
  ['Firefox on an iPhone', 'ios', safari(iphone, 'FxiOS/143.0 Mobile/15E148'), 'iPhone', 5],
  [
    'Safari on an iPod',
    'ios',
    safari('iPod touch; CPU iPhone OS 15_7 like Mac OS X', 'Version/15.6'),
    'iPod touch',
  ],
  ['Safari on an iPad', 'ios', safari(mac, 'Version/18.6'), 'MacIntel', 5],
  [
    'an iPad with the mobile site',
    'ios',
    safari('iPad; CPU OS 18_6 like Mac OS X', 'Version/18.6'),
    'iPad',
    5,
  ],
  ['Safari on a Mac', 'macos', safari(mac, 'Version/18.6'), 'MacIntel', 0],
  ['Chrome on a Mac with a touch display', 'macos', chrome(mac), 'MacIntel', 10, 'macOS'],
  ['Firefox on a Mac', 'macos', firefox('Macintosh; Intel Mac OS X 10.15'), 'MacIntel', 0],
  ['Chrome on an Android phone', 'android', phone, 'Linux armv81', 5, 'Android'],
  ['Firefox on an Android phone', 'android', firefox('Android 15; Mobile'), 'Linux aarch64', 5],
  ['an Android tablet with the desktop site', 'android', chrome(linux), 'Linux armv81', 5, 'Linux'],
  ['an Android phone that names Win32', 'android', phone, 'Win32', 5],
  ['Firefox on Android with the desktop site', 'android', firefox(linux), 'Linux aarch64', 5],
  [
    'a Chromebook',
    'android',
    chrome('X11; CrOS x86_64 14541.0.0'),
    'Linux x86_64',
    10,
    'Chrome OS',
  ],
  ['a Chromebook without hints', 'android', chrome('X11; CrOS x86_64 14541.0.0'), 'Linux x86_64'],
  ['Chrome on Windows', 'windows', chrome('Windows NT 10.0; Win64; x64'), 'Win32', 10, 'Windows'],
  ['Firefox on Windows', 'windows', firefox('Windows NT 10.0; Win64; x64'), 'Win32', 0],
  ['Windows Phone, which names the others too', 'windows', windowsPhone, 'ARM', 5],
  ['Chrome on Linux', 'linux', chrome(linux), 'Linux x86_64', 0, 'Linux'],
  ['Firefox on a Linux laptop with a touch screen', 'linux', firefox(linux), 'Linux x86_64', 10],
  ['Firefox on a Raspberry Pi', 'linux', firefox('X11; Linux aarch64'), 'Linux aarch64', 0],
  ['WebKitGTK, which names Safari', 'linux', safari(linux, 'Version/18.0'), 'Linux x86_64', 0],
  ['an unknown system', 'linux', 'Mozilla/5.0 (Fuchsia)', '', 0, 'Unknown'],
  ['ChromeOS by its hint, in one word', 'android', '', '', 0, 'ChromeOS'],
  ['a system whose name only ends in win', 'linux', '', 'Darwin'],
  ['a system whose name only ends in ios', 'linux', '', 'Curios'],
  ['a system whose name only begins with ios', 'linux', '', 'iOStick'],
];

describe('detectPlatform', () => {
  it.each(devices)('recognizes %s', (_, expected, userAgent, platform, maxTouchPoints, hint) => {
    const navigator: NavigatorLike = {
      userAgent,
      platform,
      maxTouchPoints,
      userAgentData: hint === undefined ? undefined : { platform: hint },
    };
    expect(detectPlatform(navigator)).toBe(expected);
  });

  it('takes a browser that says nothing for Linux', () => {
    expect(detectPlatform({})).toBe('linux');
  });
});
