/** Tells URLs that lead to the machine that asks: what comes from elsewhere must not make it ask its own ports. */
import { parseUrl } from './web-url.js';

/** Nearly all URLs, which need no parsing. */
const ELSEWHERE = /^https?:\/\/(?:[a-z\d-]+\.)+(?!localhost\b)[a-z]{2,}(?:[/?#]|$)/;

/** In the form of the URL standard, which knows one way to write an IP address. */
const OWN_HOST =
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}|0):[\da-f]+\])$/;

/** Whether a URL leads to the machine that asks. */
export const isOnOwnMachine = (url: string): boolean =>
  !ELSEWHERE.test(url) && OWN_HOST.test(parseUrl(url)?.hostname ?? '');
