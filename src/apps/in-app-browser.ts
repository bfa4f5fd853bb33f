/**
 * Whether a page stands in the browser of another app (a tapped link in a feed or a chat).
 * Such a browser often refuses the schemes that open a podcast app, so that the member
 * first has to open the page in their own.
 */

export interface InAppBrowser {
  /** The app around the page, where its user agent names it. */
  readonly name?: string;
}

/**
 * Tokens of user agents, checked 2026-11-21 against the patterns and the real user agents in
 * - https://github.com/faisalman/ua-parser-js (2026-05-02): Facebook, Instagram, LINE, WeChat,
 *   TikTok, LinkedIn, Snapchat, Pinterest, KakaoTalk, Google (GSA), X on iOS;
 * - https://github.com/matomo-org/device-detector (2026-08-19): Messenger, Threads, X on Android,
 *   Telegram on Android, Naver.
 *
 * Gmail is not among them: no token of its own was found. Where it uses a web view of the
 * system, the unnamed patterns below find it.
 */
const named: readonly (readonly [RegExp, string])[] = [
  [/FB_IAB\/Orca|FBAN\/Messenger/, 'Messenger'],
  [/Instagram[ /]/, 'Instagram'],
  [/Barcelona[ /]/, 'Threads'],
  [/FBA[NV]\/|FB_IAB\//, 'Facebook'],
  [/MicroMessenger\//i, 'WeChat'],
  [/\bLine\//, 'LINE'],
  [/musical_ly|trill_|BytedanceWebview/, 'TikTok'],
  [/LinkedInApp/, 'LinkedIn'],
  [/Snapchat\//, 'Snapchat'],
  [/\[Pinterest\//, 'Pinterest'],
  [/Twitter for iP|TwitterAndroid/, 'X'],
  [/KAKAOTALK/, 'KakaoTalk'],
  [/NAVER\(inapp/, 'Naver'],
  [/Telegram-Android\//, 'Telegram'],
  [/\bGSA\//, 'Google'],
];

/**
 * A web view that does not say whose it is: Android marks it with `; wv)`
 * (https://developer.chrome.com/docs/multidevice/user-agent), and on iOS it lacks the
 * `Safari/` that every browser has (https://github.com/f2etw/detect-inapp).
 */
const webView = /; wv\)|\((?:iPhone|iPad|iPod)(?!.*Safari\/)/;

/** The in-app browser of a user agent, or `undefined` for the member's own browser. */
export function inAppBrowser(userAgent: string): InAppBrowser | undefined {
  const name = named.find(([token]) => token.test(userAgent))?.[1];
  if (name !== undefined) return { name };
  return webView.test(userAgent) ? {} : undefined;
}
