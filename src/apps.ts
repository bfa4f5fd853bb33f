/** Entry point `private-podcast-subscribe/apps`: where a podcast can be opened. */
export { apps, type App } from './apps/apps.js';
export { appLink, type AppLinkOptions, appsFor, otherApps } from './apps/app-link.js';
export { type AppRow, type PerPlatform, type PrivateFeeds } from './apps/link-table.js';
export { detectPlatform, type NavigatorLike, type Platform } from './apps/platform.js';
