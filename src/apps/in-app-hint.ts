/**
 * Whether a page is open inside another app, told by a few bytes for the first paint. Which app that
 * is, and how to get out of it, is in `in-app-browser.ts`, which loads later and knows more.
 */

/** Web views are marked in their user agents: see there. */
const webView = /; wv\)|^(?!.*Safari\/).*\(iP/;

/** Whether the user agent is that of a web view. A few apps hide it: for them the notice needs its words. */
export const isInApp = (userAgent: string): boolean => webView.test(userAgent);
