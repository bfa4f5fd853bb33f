/** Builds the link that opens a feed in an app, and orders the apps for a device. */
import { parseUrl, resolveWebUrl } from '../urls/web-url.js';
import { type App, appTable, type PerPlatform } from './app-table.js';
import type { Platform } from './platform.js';

/** Which table of apps is used. */
export interface AppTableOptions {
  /** The rows to search, such as those of `readAppOverrides`. Default: the package's own. */
  rows?: readonly App[] | undefined;
}

/** Options of {@link appLink}, beside the feed URL. */
export interface AppLinkOptions extends AppTableOptions {
  /** The show's id in the streaming-music app (`externalIds.spotifyId` of the podcast). */
  spotifyId?: string | undefined;
}

/** The value of a field of a row on one platform. */
export const forPlatform = (
  value: PerPlatform | undefined,
  platform: Platform,
): string | undefined => (typeof value === 'object' ? value[platform] : value);

/**
 * The link that opens a feed in an app.
 *
 * The app gets the feed URL as `new URL(feedUrl).href` writes it: what every browser would request.
 * @param app id of the app, or its row
 * @param feedUrl absolute http(s) URL. A `{bare}` link makes the app assume https, so an http feed gets none.
 * @param platform the device that the link is for
 * @param options the table, and the show's ID in a streaming-music app
 * @returns `undefined` if no link works dependably: the app is unknown, does not run on the platform,
 *   takes no link, or would not receive this feed URL unchanged
 * @example
 * appLink('overcast', 'https://feeds.example/show.rss?token=1', 'ios');
 * // 'overcast://x-callback-url/add?url=https%3A%2F%2Ffeeds.example%2Fshow.rss%3Ftoken%3D1'
 * appLink('overcast', 'https://feeds.example/show.rss?token=1', 'android'); // undefined
 */
export function appLink(
  app: string | App,
  feedUrl: string,
  platform: Platform,
  { rows = appTable, spotifyId }: AppLinkOptions = {},
): string | undefined {
  const row = typeof app === 'string' ? rows.find(({ id }) => id === app) : app;
  if (!row?.platforms.includes(platform)) return undefined;
  const template = forPlatform(row.links, platform);
  return template === undefined ? undefined : fillTemplate(template, feedUrl, spotifyId);
}

/** A link template with its placeholder filled, or `undefined` if the app would not receive the value unchanged. */
export function fillTemplate(
  template: string,
  feedUrl: string,
  spotifyId?: string,
): string | undefined {
  const url = resolveWebUrl(feedUrl);
  if (url === undefined) return undefined;
  const values: Record<string, string | undefined> = {
    url,
    encoded: encodeURIComponent(url).replaceAll("'", '%27'),
    bare: url.startsWith('https://') ? url.slice('https://'.length) : undefined,
    base64url: btoa(url).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    spotifyId: /^\w+$/.test(spotifyId ?? '') ? spotifyId : undefined,
  };
  const name = /\{(\w+)\}/.exec(template)?.[1] ?? '';
  const value = values[name];
  if (value === undefined) return undefined;
  const link = template.replace(`{${name}}`, () => value);
  return survives(link) ? link : undefined;
}

/**
 * Whether the engine's own URL parser, the one behind `a.href`, leaves a link unchanged. It
 * rewrites `scheme://https://…` to `scheme://https//…`, for example.
 */
function survives(link: string): boolean {
  return parseUrl(link)?.href === link;
}

/**
 * The listed apps that run on a platform, in display order: first those that a link opens, then
 * those that need the feed URL pasted, last those that need a linked account (which are useful only
 * if the show's id in that app is known).
 * @example
 * appsFor('android').map(({ name }) => name); // ['AntennaPod', 'Podcast Addict', …]
 */
export function appsFor(platform: Platform, { rows = appTable }: AppTableOptions = {}): App[] {
  return byEase(
    rows.filter((app) => app.listed !== false && app.platforms.includes(platform)),
    [platform],
  );
}

/** Sorts apps: first those that a link opens on one of the platforms, last those that need an account. */
export function byEase(apps: App[], platforms: readonly Platform[]): App[] {
  const rank = ({ privateFeeds, links }: App) =>
    privateFeeds === 'account' ? 2 : platforms.some((on) => forPlatform(links, on)) ? 0 : 1;
  return apps.sort((a, b) => rank(a) - rank(b));
}

/** The apps with these ids, in that order, unlisted apps too. Ids that no row has are ignored. */
export function namedApps(
  ids: readonly string[],
  { rows = appTable }: AppTableOptions = {},
): App[] {
  return ids.flatMap((id) => rows.find((app) => app.id === id) ?? []);
}
