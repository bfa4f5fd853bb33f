/** Entry point `private-podcast-subscribe/apps`: where a podcast can be opened. */
export { apps, type App } from './apps/apps.js';
export { appLink, appsFor } from './apps/app-link.js';
export { detectPlatform, type Platform } from './apps/platform.js';
