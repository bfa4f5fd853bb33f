import { describe, expect, it } from 'vitest';
import { detectPlatform, type NavigatorLike, type Platform } from '../../src/apps.js';

const safari = (system: string, version: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${version} Safari/605.1.15`;
const chrome = (system: string, mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0${mobile} Safari/537.36`;
const mac = 'Macintosh; Intel Mac OS X 10_15_7';

/** How the browsers of these devices identify themselves. */
const devices: Record<string, [NavigatorLike, Platform]> = {
  'Safari on an iPhone': [
    {
      platform: 'iPhone',
      maxTouchPoints: 5,
      userAgent: safari('iPhone; CPU iPhone OS 18_6 like Mac OS X', 'Version/18.6 Mobile/15E148'),
    },
    'ios',
  ],
  'Chrome on an iPhone': [
    {
      platform: 'iPhone',
      maxTouchPoints: 5,
      userAgent: safari('iPhone; CPU iPhone OS 18_6 like Mac OS X', 'CriOS/140.0 Mobile/15E148'),
    },
    'ios',
  ],
  'Firefox on an iPhone': [
    {
      platform: 'iPhone',
      maxTouchPoints: 5,
      userAgent: safari('iPhone; CPU iPhone OS 18_6 like Mac OS X', 'FxiOS/143.0 Mobile/15E148'),
    },
    'ios',
  ],
  'Safari on an iPod': [
    {
      platform: 'iPod touch',
      userAgent: safari(
        'iPod touch; CPU iPhone OS 15_7 like Mac OS X',
        'Version/15.6 Mobile/15E148',
      ),
    },
    'ios',
  ],
  'Safari on an iPad': [
    { platform: 'MacIntel', maxTouchPoints: 5, userAgent: safari(mac, 'Version/18.6') },
    'ios',
  ],
  'Safari on an iPad that asks for the mobile site': [
    {
      platform: 'iPad',
      maxTouchPoints: 5,
      userAgent: safari('iPad; CPU OS 18_6 like Mac OS X', 'Version/18.6 Mobile/15E148'),
    },
    'ios',
  ],
  'Chrome on an iPad that asks for the desktop site': [
    { platform: 'MacIntel', maxTouchPoints: 5, userAgent: safari(mac, 'CriOS/140 Version/18.6') },
    'ios',
  ],
  'Safari on a Mac': [
    { platform: 'MacIntel', maxTouchPoints: 0, userAgent: safari(mac, 'Version/18.6') },
    'macos',
  ],
  'Chrome on a Mac': [
    {
      userAgentData: { platform: 'macOS' },
      platform: 'MacIntel',
      maxTouchPoints: 0,
      userAgent: chrome(mac),
    },
    'macos',
  ],
  'a Mac with one touch point': [
    { platform: 'MacIntel', maxTouchPoints: 1, userAgent: safari(mac, 'Version/18.6') },
    'macos',
  ],
  'an iPad with two touch points': [
    { platform: 'MacIntel', maxTouchPoints: 2, userAgent: safari(mac, 'Version/18.6') },
    'ios',
  ],
  'Chrome on a Mac with a touch display': [
    {
      userAgentData: { platform: 'macOS' },
      platform: 'MacIntel',
      maxTouchPoints: 10,
      userAgent: chrome(mac),
    },
    'macos',
  ],
  'Firefox on a Mac': [
    {
      platform: 'MacIntel',
      maxTouchPoints: 0,
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    },
    'macos',
  ],
  'Chrome on an Android phone': [
    {
      userAgentData: { platform: 'Android' },
      platform: 'Linux armv81',
      maxTouchPoints: 5,
      userAgent: chrome('Linux; Android 10; K', ' Mobile'),
    },
    'android',
  ],
  'Firefox on an Android phone': [
    {
      platform: 'Linux aarch64',
      maxTouchPoints: 5,
      userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
    },
    'android',
  ],
  'Samsung Internet': [
    {
      userAgentData: { platform: 'Android' },
      platform: 'Linux armv8l',
      maxTouchPoints: 5,
      userAgent: chrome('Linux; Android 10; K', ' Mobile').replace(
        'Chrome',
        'SamsungBrowser/28.0 Chrome',
      ),
    },
    'android',
  ],
  'Chrome on an Android tablet that asks for the desktop site': [
    {
      userAgentData: { platform: 'Linux' },
      platform: 'Linux armv81',
      maxTouchPoints: 5,
      userAgent: chrome('X11; Linux x86_64'),
    },
    'android',
  ],
  'an Android user agent on a device that names Win32 as its platform': [
    { platform: 'Win32', maxTouchPoints: 5, userAgent: chrome('Linux; Android 10; K', ' Mobile') },
    'android',
  ],
  'Firefox on Android that asks for the desktop site': [
    {
      platform: 'Linux aarch64',
      maxTouchPoints: 5,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    },
    'android',
  ],
  'a Chromebook': [
    {
      userAgentData: { platform: 'Chrome OS' },
      platform: 'Linux x86_64',
      maxTouchPoints: 10,
      userAgent: chrome('X11; CrOS x86_64 14541.0.0'),
    },
    'android',
  ],
  'a Chromebook without hints': [
    { platform: 'Linux x86_64', userAgent: chrome('X11; CrOS x86_64 14541.0.0') },
    'android',
  ],
  'Chrome on Windows': [
    {
      userAgentData: { platform: 'Windows' },
      platform: 'Win32',
      maxTouchPoints: 10,
      userAgent: chrome('Windows NT 10.0; Win64; x64'),
    },
    'windows',
  ],
  'Firefox on Windows': [
    {
      platform: 'Win32',
      maxTouchPoints: 0,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    },
    'windows',
  ],
  'Windows Phone, which names the others too': [
    {
      platform: 'ARM',
      maxTouchPoints: 5,
      userAgent:
        'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 ' +
        '(KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254',
    },
    'windows',
  ],
  'Chrome on Linux': [
    {
      userAgentData: { platform: 'Linux' },
      platform: 'Linux x86_64',
      maxTouchPoints: 0,
      userAgent: chrome('X11; Linux x86_64'),
    },
    'linux',
  ],
  'Firefox on a Linux laptop with a touch screen': [
    {
      platform: 'Linux x86_64',
      maxTouchPoints: 10,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    },
    'linux',
  ],
  'a 32-bit ARM device with one touch point': [
    { platform: 'Linux armv7l', maxTouchPoints: 1, userAgent: chrome('X11; Linux armv7l') },
    'linux',
  ],
  'a 32-bit ARM device with two touch points': [
    { platform: 'Linux armv7l', maxTouchPoints: 2, userAgent: chrome('X11; Linux armv7l') },
    'android',
  ],
  'Firefox on a Raspberry Pi': [
    {
      platform: 'Linux aarch64',
      maxTouchPoints: 0,
      userAgent: 'Mozilla/5.0 (X11; Linux aarch64; rv:143.0) Gecko/20100101 Firefox/143.0',
    },
    'linux',
  ],
  'WebKitGTK, which names Safari': [
    {
      platform: 'Linux x86_64',
      maxTouchPoints: 0,
      userAgent: safari('X11; Linux x86_64', 'Version/18.0'),
    },
    'linux',
  ],
  'a hint that says nothing': [
    { userAgentData: { platform: '' }, platform: 'Win32', userAgent: '' },
    'windows',
  ],
  'an unknown system': [
    { userAgentData: { platform: 'Unknown' }, platform: '', userAgent: 'Mozilla/5.0 (Fuchsia)' },
    'linux',
  ],
  'iOS by its hint': [{ userAgentData: { platform: 'iOS' } }, 'ios'],
  'ChromeOS by its hint, written in one word': [
    { userAgentData: { platform: 'ChromeOS' } },
    'android',
  ],
  'a system whose name only ends in win': [{ platform: 'Darwin' }, 'linux'],
  'a system whose name only ends in ios': [{ platform: 'Curios' }, 'linux'],
  'a system whose name only begins with ios': [{ platform: 'iOStick' }, 'linux'],
  'nothing at all': [{}, 'linux'],
};

describe('detectPlatform', () => {
  it.each(Object.entries(devices))('recognizes %s', (_, [navigator, platform]) => {
    expect(detectPlatform(navigator)).toBe(platform);
  });

  const contradictory = {
    userAgentData: { platform: 'Android' },
    userAgent: safari('iPhone; CPU iPhone OS 18_6 like Mac OS X', 'Version/18.6 Mobile/15E148'),
    platform: 'Win32',
  };

  it('prefers the client hint to the user agent, and that to navigator.platform', () => {
    expect(detectPlatform(contradictory)).toBe('android');
    expect(detectPlatform({ ...contradictory, userAgentData: undefined })).toBe('ios');
    expect(detectPlatform({ platform: 'Win32' })).toBe('windows');
  });

  it('skips a source that names no system it knows', () => {
    const unknown = { ...contradictory, userAgentData: { platform: 'Fuchsia' } };
    expect(detectPlatform(unknown)).toBe('ios');
    expect(detectPlatform({ ...unknown, userAgent: 'Mozilla/5.0' })).toBe('windows');
    expect(detectPlatform({ ...unknown, userAgentData: {} })).toBe('ios');
  });
});
