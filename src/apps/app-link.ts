/** Builds the link that hands a feed URL to an app, and puts the apps in order for a device. */
import { resolveWebUrl } from '../urls/web-url.js';
import { type App, appTable, type PerPlatform } from './app-table.js';
import type { Platform } from './platform.js';

export interface AppLinkOptions {
  /** The rows to look in; default: the package's own. */
  rows?: readonly App[];
  /** The show's id in the streaming-music app (`externalIds.spotifyId` of the podcast). */
  spotifyId?: string | undefined;
}

/** What a row says for one platform. */
export const forPlatform = (
  value: PerPlatform | undefined,
  platform: Platform,
): string | undefined => (typeof value === 'object' ? value[platform] : value);

/**
 * The link that opens a feed in an app of the package's own table, or of `rows`.
 * @param feedUrl absolute http(s) URL
 * @returns `undefined` for an app that no row has, and wherever {@link linkFor} gives none
 * @example
 * appLink('overcast', 'https://feeds.example/show.rss?token=1', 'ios');
 * // 'overcast://x-callback-url/add?url=https%3A%2F%2Ffeeds.example%2Fshow.rss%3Ftoken%3D1'
 * appLink('overcast', 'https://feeds.example/show.rss?token=1', 'android'); // undefined
 */
export function appLink(
  appId: string,
  feedUrl: string,
  platform: Platform,
  { rows = appTable, spotifyId }: AppLinkOptions = {},
): string | undefined {
  const app = rows.find(({ id }) => id === appId);
  return app && linkFor(app, feedUrl, platform, spotifyId);
}

/**
 * The link that opens a feed in the app of a row.
 *
 * The app gets the feed URL as `new URL(feedUrl).href` writes it: what every browser would request.
 * @param feedUrl absolute http(s) URL. A `{bare}` link makes the app assume https, so an http feed gets none.
 * @param spotifyId the show's id in the streaming-music app
 * @returns `undefined` if no link works dependably: the app does not run on the platform, takes
 *   no link, or would not receive this feed URL unchanged
 */
export function linkFor(
  app: App,
  feedUrl: string,
  platform: Platform,
  spotifyId?: string,
): string | undefined {
  if (!app.platforms.includes(platform)) return undefined;
  const template = forPlatform(app.links, platform);
  return template === undefined ? undefined : fillTemplate(template, feedUrl, spotifyId);
}

/** A template of a row with its placeholder filled; `undefined` where that cannot be done without loss. */
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
 * Whether the URL parser of this very engine, which is the one behind `a.href`, leaves the
 * link as it is. It rewrites `scheme://https://…` to `scheme://https//…`, for one.
 */
function survives(link: string): boolean {
  try {
    return new URL(link).href === link;
  } catch {
    return false;
  }
}

/**
 * The listed apps of a platform, in the order in which to show them: first those that a link
 * hands the feed to, then those that take it pasted, and at the end those that take none and
 * want an account linked (`account`: of use only where the show's id is known).
 */
export function appsFor(platform: Platform, rows: readonly App[] = appTable): App[] {
  const here = rows.filter((app) => app.listed !== false && app.platforms.includes(platform));
  const rank = ({ privateFeeds, links }: App) =>
    privateFeeds === 'account' ? 2 : forPlatform(links, platform) === undefined ? 1 : 0;
  return here.sort((a, b) => rank(a) - rank(b));
}

/** The listed apps that `appsFor` leaves out: what stands under "another device". */
export function otherApps(platform: Platform, rows: readonly App[] = appTable): App[] {
  return rows.filter((app) => app.listed !== false && !app.platforms.includes(platform));
}

/** The apps a publisher names, in that order, unlisted ones too. An id that no row has is passed over. */
export function namedApps(ids: readonly string[], rows: readonly App[] = appTable): App[] {
  return ids.flatMap((id) => rows.find((app) => app.id === id) ?? []);
}
