/** Entry point `private-podcast-subscribe/apps`: where a podcast can be opened. */
export { type AppFacts, type Confidence } from './apps/app-facts.js';
export {
  appLink,
  type AppLinkOptions,
  appsFor,
  linkFor,
  namedApps,
  otherApps,
} from './apps/app-link.js';
export { type AppDetails, apps } from './apps/apps.js';
export { type AppOverride, readAppOverrides } from './apps/app-overrides.js';
export { type BrowserMenu, inAppBrowser, type InAppBrowser } from './apps/in-app-browser.js';
export { type App, type PerPlatform, type PrivateFeeds } from './apps/app-table.js';
export { detectPlatform, type NavigatorLike, type Platform } from './apps/platform.js';
