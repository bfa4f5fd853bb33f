/**
 * Whether a page is open in a browser of its reader's own, told without the list of all others. What is not one of the
 * few plain user agents may be an app's, and `in-app-browser.ts` knows.
 */

/**
 * On iOS Telegram's user agent does not name it, but its browser defines this global. Its menu:
 * https://github.com/TelegramMessenger/Telegram-iOS, BrowserToolbarComponent.swift.
 */
export const telegramOnIos = 'TelegramWebviewProxy';

/** Apps write their names among these, or in place of one. */
const PLAIN =
  /^Mozilla\/5\.0 \([^()]*\) (AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (Version|Chrome|CriOS|FxiOS)\/[\d.]+( Mobile(\/\w+)?)? Safari\/[\d.]+( Edg\w*\/[\d.]+)?|Gecko\/[\d.]+ Firefox\/[\d.]+)$/;

/** @param globals the page's `window`. */
export const isOwnBrowser = (userAgent: string, globals: object = {}): boolean =>
  PLAIN.test(userAgent) && !userAgent.includes('; wv)') && !(telegramOnIos in globals);
