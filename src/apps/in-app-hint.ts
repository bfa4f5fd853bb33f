/**
 * Whether a page is open inside another app, told by a few bytes for the first paint. Which app that
 * is, and how to get out of it, is in `in-app-browser.ts`, which loads later.
 */

/** Web views by what marks them (see there), and the apps whose user agents have neither mark. */
const inApp =
  /; wv\)|^(?!.*Safari\/).*\(iP|GSA\/|\[WA|Telegram-A|Bytedance|Snapchat|NAVER|micromessenger/i;

/**
 * As {@link detectInAppBrowser} answers for the browsers that it knows.
 * @param globals the page's `window`, if there is one
 */
export const isInApp = (userAgent: string, globals: object = {}): boolean =>
  inApp.test(userAgent) || 'TelegramWebviewProxy' in globals;
