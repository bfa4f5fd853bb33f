/**
 * Whether a page is open inside another app, for example after a tap on a link in a chat. Such an
 * in-app browser often blocks the schemes that open podcast apps, so the member has to open the
 * page in their own browser first.
 */

import { telegramOnIos } from './own-browser.js';

/**
 * Where an in-app browser keeps its "Open in browser": in the menu behind the dots (⋯ or ⋮) in the
 * top or the bottom corner, or behind a browser icon in the bar at the bottom.
 */
export type BrowserMenu = 'dots-top' | 'dots-bottom' | 'icon-bottom';

/** The app that shows the page in a browser of its own. */
export interface InAppBrowser {
  /** Name of the app around the page, if it is known. */
  readonly name?: string;
  /** The way out to the member's own browser, if it is known. */
  readonly menu?: BrowserMenu;
}

type MenuByPlatform = Readonly<Partial<Record<'ios' | 'android', BrowserMenu>>>;

/**
 * Tokens of user agents, each with the app's name and menu; the first match wins.
 *
 * The tokens were checked on 2026-11-21 against the patterns and real user agents in
 * - https://github.com/faisalman/ua-parser-js (2026-05-02): Facebook, Instagram, LINE, WeChat,
 *   TikTok, LinkedIn, Snapchat, Pinterest, KakaoTalk, Google (GSA), X on iOS;
 * - https://github.com/matomo-org/device-detector (2026-08-19): Messenger, Threads, X on Android,
 *   Telegram on Android, Naver;
 * - https://github.com/shalanah/inapp-spy (2026-03-25): WhatsApp, Telegram on iOS.
 *
 * The menus come from the sources beside them; none was tried on a device, and only WeChat's is the
 * vendor's own word. An app without a menu has one too, but no source says where.
 *
 * Gmail, and X on iOS today, are missing: their links open in the system's browser view, whose user
 * agent is the browser's own (https://github.com/shalanah/inapp-debugger, 2024-11-03).
 */
const knownApps: readonly (readonly [
  token: RegExp,
  name: string,
  menu?: BrowserMenu | MenuByPlatform,
])[] = [
  [/FB_IAB\/Orca|FBAN\/Messenger/, 'Messenger'],
  // Instructions that sites give their visitors, such as https://github.com/DosCruz/LillyHart.
  [/Instagram[ /]/, 'Instagram', 'dots-top'],
  [/Barcelona[ /]/, 'Threads'],
  // https://activationtrouble.com/en/forcing-facebook-to-open-links-on-chrome for Android; for iOS,
  // instructions that a site gives its visitors.
  [/FBA[NV]\/|FB_IAB\//, 'Facebook', { ios: 'dots-bottom', android: 'dots-top' }],
  // Its own JS-SDK: the menu in the top right corner holds menuItem:openWithSafari.
  [/MicroMessenger\//i, 'WeChat', 'dots-top'],
  // Instructions that Japanese sites give their visitors.
  [/\bLine\//, 'LINE', 'dots-bottom'],
  // https://github.com/DosCruz/LillyHart and https://github.com/uros-mijajlovic/TripRankWebsite
  [/musical_ly|trill_|BytedanceWebview/, 'TikTok', 'dots-top'],
  [/LinkedInApp/, 'LinkedIn'],
  [/Snapchat\//, 'Snapchat'],
  [/\[Pinterest\//, 'Pinterest'],
  [/Twitter for iP|TwitterAndroid/, 'X'],
  // Instructions that Korean sites give their visitors; for Android they differ.
  [/KAKAOTALK/, 'KakaoTalk', { ios: 'dots-bottom' }],
  [/NAVER\(inapp/, 'Naver'],
  [/Telegram-Android\//, 'Telegram'],
  [/\b(?:WAiOS|WA4A)\//, 'WhatsApp'],
  [/\bGSA\//, 'Google'],
];

/**
 * A web view that does not say whose it is: Android marks it with `; wv)`
 * (https://developer.chrome.com/docs/multidevice/user-agent), and on iOS it lacks the `Safari/`
 * that every browser has (https://github.com/f2etw/detect-inapp).
 */
const isWebView = (userAgent: string): boolean =>
  userAgent.includes('; wv)') ||
  (/\((?:iPhone|iPad|iPod)/.test(userAgent) && !userAgent.includes('Safari/'));

/**
 * Detects an in-app browser.
 * @param globals the page's `window`, if there is one
 * @returns `undefined` in the member's own browser; an object without a `name` in an app that
 *   cannot be told from others
 * @example
 * detectInAppBrowser(navigator.userAgent, window);
 * // { name: 'Instagram', menu: 'dots-top' } after a tap on a link in Instagram
 */
export function detectInAppBrowser(
  userAgent: string,
  globals: object = {},
): InAppBrowser | undefined {
  const app = knownApps.find(([token]) => token.test(userAgent));
  if (app) {
    const [, name, menus] = app;
    const menu = typeof menus === 'object' ? menus[platformOf(userAgent)] : menus;
    return menu ? { name, menu } : { name };
  }
  if (telegramOnIos in globals) return { name: 'Telegram', menu: 'icon-bottom' };
  return isWebView(userAgent) ? {} : undefined;
}

function platformOf(userAgent: string): keyof MenuByPlatform {
  return userAgent.includes('Android') ? 'android' : 'ios';
}
