/**
 * Entry point `private-podcast-subscribe/apps`: where a podcast can be opened.
 * @module private-podcast-subscribe/apps
 */
export { type AppFacts, type Confidence } from './apps/app-facts.js';
export { appLink, appsFor, type AppLinkOptions, type AppTableOptions } from './apps/app-link.js';
export { type AppDetails, apps } from './apps/apps.js';
export { type AppOverride, readAppOverrides } from './apps/app-overrides.js';
export { type BrowserMenu, detectInAppBrowser, type InAppBrowser } from './apps/in-app-browser.js';
export { type App, type PerPlatform, type PrivateFeeds } from './apps/app-table.js';
export { detectPlatform, type NavigatorLike, type Platform } from './apps/platform.js';
export {
  PrivatePodcastError,
  type ErrorCode,
  type ErrorDetails,
} from './errors/private-podcast-error.js';
