/**
 * Whether a page is open inside another app, told by a few bytes for the first paint. Which app that
 * is, and how to get out of it, is in `in-app-browser.ts`, which loads later and knows more.
 */

/**
 * Whether the user agent is that of a web view, which is marked as it is said there. A few apps hide it:
 * for them the notice needs its words.
 */
export const isInApp = (userAgent: string): boolean =>
  userAgent.includes('; wv)') || (userAgent.includes('(iP') && !userAgent.includes('Safari/'));
