import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type BrowserMenu, detectInAppBrowser } from '../../src/apps.js';
import { isInApp } from '../../src/apps/in-app-hint.js';
import { isOwnBrowser } from '../../src/apps/own-browser.js';

const iphone = (rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const ipad = (rest: string) => iphone(rest).replace('iPhone; CPU iPhone OS', 'iPad; CPU OS');
const android = (rest: string) =>
  `Mozilla/5.0 (Linux; Android 15; Pixel 7 Build/AP4A.250205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/133.0.6943.121 Mobile Safari/537.36${rest}`;

const inApps: Record<string, string[]> = {
  Facebook: [
    iphone('Mobile/14E304 [FBAN/FBIOS;FBAV/91.0.0.41.73;FBBV/57050710;FBDV/iPhone8,1]'),
    iphone('Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone10,2;FBMD/iPhone;FBSN/iOS;FBOP/5;FBCR/]'),
    android(' [FB_IAB/FB4A;FBAV/349.0.0.7.108;]'),
    android('[FBAN/EMA;FBLC/pt_PT;FBAV/360.0.0.7.53;]'),
  ],
  Messenger: [
    android(' [FB_IAB/Orca-Android;FBAV/349.0.0.7.108;]'),
    iphone('Mobile/15E148 [FBAN/MessengerForiOS;FBAV/267.0.0.15.119]'),
  ],
  Instagram: [
    iphone('Mobile/15E148 Instagram 142.0.0.22.109 (iPhone12,5; iOS 14_1; en_US)'),
    android(' Instagram 321.0.0.39.106 Android (33/13; 420dpi)'),
  ],
  Threads: [android(' Barcelona 324.0.0.25.109 Android (34/14; 600dpi)')],
  WeChat: [
    iphone('Mobile/12H321 MicroMessenger/6.3.6 NetType/WIFI Language/zh_CN'),
    'mozilla/5.0 (windows nt 10.0; wow64) applewebkit/537.36 micromessenger/7.0.20.1781',
  ],
  LINE: [iphone('Mobile/15D100 Safari Line/8.4.1'), android(' Line/15.0.0/IAB')],
  TikTok: [
    iphone('Mobile/15E148 Safari/604.1 trill_43.0.0 BytedanceWebview/d8a21c6'),
    iphone('Mobile/15E148 musical_ly_21.1.0 JsSdk/2.0 NetType/4G'),
    android(' musical_ly_2023808030 BytedanceWebview/d8a21c6'),
  ],
  LinkedIn: [iphone('Mobile/15E148 [LinkedInApp]')],
  Snapchat: [
    iphone('Version/16.0 Mobile/15E148 Snapchat/12.33.0.36 (like Safari/8614.1.25.0.31, panda)'),
  ],
  Pinterest: [android(' [Pinterest/Android]'), iphone('Mobile/15E148 [Pinterest/iOS]')],
  X: [iphone('Mobile/19H12 Twitter for iPhone/10.34'), android(' TwitterAndroid')],
  KakaoTalk: [iphone('Mobile/15E148 BizWebView KAKAOTALK 9.7.6'), android(';KAKAOTALK 2409760')],
  Naver: [iphone('Mobile/13G35 Safari/ NAVER(inapp; naverdicapp; 100; 2.1.1)')],
  Telegram: [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.7444.171 Mobile Safari/537.36 Telegram-Android/12.2.7 (Itel W5006X; Android 10; SDK 29; LOW)',
  ],
  WhatsApp: [
    iphone('Version/26.0.1 Mobile/15E148 Safari/604.1 [WAiOS/2.25.31]'),
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.124 Mobile Safari/537.36 [WA4A/2.25.32.75;]',
  ],
  Google: [
    iphone('GSA/376.0.777690323 Mobile/15E148 Safari/604.1'),
    android(' GSA/12.40.17.23.arm64'),
  ],
};

const browsers: Record<string, string> = {
  'Safari on iOS': iphone('Version/18.6 Mobile/15E148 Safari/604.1'),
  'Chrome on iOS': iphone('CriOS/140.0.7339.122 Mobile/15E148 Safari/604.1'),
  'Firefox on iOS': iphone('FxiOS/143.0 Mobile/15E148 Safari/605.1.15'),
  'Edge on iOS': iphone('Version/18.0 EdgiOS/140.0.3485.94 Mobile/15E148 Safari/604.1'),
  'DuckDuckGo on iOS': iphone('Version/18.6 Mobile/15E148 Safari/604.1 Ddg/18.6'),
  'Chrome on Android': android('').replace('; wv', '').replace('Version/4.0 ', ''),
  'Firefox on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  'Safari on a Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'a bot of Pinterest':
    'Mozilla/5.0 (compatible; Pinterestbot/1.0; http://www.pinterest.com/bot.html)',
  nothing: '',
};

/** The menu that leads out of each app, if a source names it. */
const menus: Record<string, Partial<Record<'ios' | 'android', BrowserMenu>>> = {
  Instagram: { ios: 'dots-top', android: 'dots-top' },
  Facebook: { ios: 'dots-bottom', android: 'dots-top' },
  WeChat: { ios: 'dots-top', android: 'dots-top' },
  LINE: { ios: 'dots-bottom', android: 'dots-bottom' },
  TikTok: { ios: 'dots-top', android: 'dots-top' },
  KakaoTalk: { ios: 'dots-bottom' },
};

describe('detectInAppBrowser', () => {
  it.each(Object.entries(inApps))(
    'returns %s and the menu that leads out of it',
    (name, userAgents) => {
      for (const userAgent of userAgents) {
        const menu = menus[name]?.[/android/i.test(userAgent) ? 'android' : 'ios'];
        expect(detectInAppBrowser(userAgent), userAgent).toEqual(menu ? { name, menu } : { name });
      }
    },
  );

  it.each([android(''), iphone('Mobile/15E148'), ipad('Mobile/15E148')])(
    'finds an unnamed web view: %s',
    (userAgent) => {
      expect(detectInAppBrowser(userAgent)).toEqual({});
    },
  );

  it('recognizes Telegram on iOS by its global alone', () => {
    const telegram = { TelegramWebviewProxy: {} };
    const expected = { name: 'Telegram', menu: 'icon-bottom' };
    expect(detectInAppBrowser(iphone('Mobile/15E148'), telegram)).toEqual(expected);
    expect(detectInAppBrowser(iphone('Mobile/15E148 [LinkedInApp]'), telegram)).toEqual({
      name: 'LinkedIn',
    });
  });

  it.each(Object.entries(browsers))('returns undefined for %s', (_, userAgent) => {
    expect(detectInAppBrowser(userAgent)).toBeUndefined();
    expect(detectInAppBrowser(userAgent, {})).toBeUndefined();
  });
});

describe('isInApp', () => {
  it('knows no app that the whole table does not know', () => {
    for (const userAgent of Object.values(inApps).flat()) {
      if (isInApp(userAgent)) expect(detectInAppBrowser(userAgent, {})).toBeDefined();
    }
  });

  it.each(Object.entries(browsers))('is false in %s', (_, userAgent) => {
    expect(isInApp(userAgent)).toBe(false);
  });
});

describe('isOwnBrowser', () => {
  const plain = Object.values(browsers).filter((userAgent) => isOwnBrowser(userAgent));
  const tokens = Object.values(inApps).flatMap((userAgents) =>
    userAgents.map((userAgent) => userAgent.split(') ').pop() ?? ''),
  );

  it('knows the browsers of most members, so that they need not load the table', () => {
    const names = Object.keys(browsers).filter((name) => /^(Safari|Chrome|Firefox)/.test(name));
    expect(names.filter((name) => !isOwnBrowser(browsers[name] ?? ''))).toEqual([]);
  });

  it('takes no browser of an app for one of them', () => {
    for (const userAgent of Object.values(inApps).flat()) {
      expect(isOwnBrowser(userAgent), userAgent).toBe(false);
    }
    for (const userAgent of plain) {
      expect(isOwnBrowser(userAgent, { TelegramWebviewProxy: {} }), userAgent).toBe(false);
    }
  });

  it('takes none for one of them wherever an app writes its name', () => {
    const law = fc.property(
      fc.constantFrom(...plain),
      fc.constantFrom(...tokens),
      fc.nat(),
      (userAgent, token, at) => {
        // What stands in brackets is the device.
        const places = [...userAgent.matchAll(/^| (?![^()]*\))|$/g)];
        const { index = 0 } = places[at % places.length] ?? {};
        const written = `${userAgent.slice(0, index)} ${token}${userAgent.slice(index)}`;
        if (detectInAppBrowser(written)) expect(isOwnBrowser(written), written).toBe(false);
      },
    );
    fc.assert(law, { numRuns: 1000 });
  });
});
