/**
 * A publisher's app overrides: rows that change the app table or add to it, so that a changed
 * scheme needs no release. Checked here, and loaded only if the page sets any.
 */
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { isWebUrl } from '../urls/web-url.js';
import { fillTemplate } from './app-link.js';
import type { AppDetails } from './apps.js';
import { type App, appTable, type PerPlatform } from './app-table.js';

function oneOf<const Values extends readonly string[]>(...values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

const platform = oneOf('ios', 'android', 'macos', 'windows', 'linux');
const text = z
  .string('must be a string')
  .check(z.minLength(1, 'must not be empty'), z.maxLength(500, 'must have at most 500 characters'));
const flag = z.boolean('must be true or false');
const perPlatform = z.union([text, z.partialRecord(platform, text)], {
  error: 'must be a string, or an object with a string for each platform',
});

const appSchema = z.strictObject({
  id: text.check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be kebab-case, like my-player')),
  name: text,
  color: z.optional(text.check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0f5560'))),
  platforms: z
    .array(platform, 'must be an array')
    .check(z.minLength(1, 'must name at least one platform')),
  privateFeeds: oneOf('link', 'lookup', 'paste', 'account', 'public-search'),
  links: z.optional(perPlatform),
  web: z.optional(flag),
  listed: z.optional(flag),
  preinstalled: z.optional(flag),
  starter: z.optional(flag),
  source: z.optional(text),
  nameSource: z.optional(text),
  checked: z.optional(text),
  confidence: z.optional(oneOf('A', 'B', 'C')),
  note: z.optional(text),
  // Of no effect, but rows with the package's facts carry it.
  icon: z.optional(text),
  store: z.optional(perPlatform),
  paste: z.optional(perPlatform),
});

/** One app override: the id of a known app and the fields to change, or the whole row of a new app. */
export type AppOverride = Pick<App, 'id'> & Partial<Omit<AppDetails, 'icon'>>;

/**
 * Merges app overrides into the app table: a known app keeps its place, a new one goes last.
 * An app whose link goes to a website is never listed by default: the publisher names it in `apps`.
 * @param overrides array of {@link AppOverride}
 * @throws {PrivatePodcastError} `bad-input`, which names the first wrong field, such as `appOverrides[0].links.ios`, and says
 *   what it must be
 * @example
 * const rows = readAppOverrides([{ id: 'overcast', links: 'overcast2://add?url={encoded}' }]);
 * appLink('overcast', 'https://feeds.example/show.rss', 'ios', { rows });
 * // 'overcast2://add?url=https%3A%2F%2Ffeeds.example%2Fshow.rss'
 */
export function readAppOverrides(overrides: unknown, rows: readonly App[] = appTable): App[] {
  if (!Array.isArray(overrides)) {
    throw new PrivatePodcastError('bad-input', 'appOverrides must be an array of apps.');
  }
  const merged = new Map(rows.map((row) => [row.id, row]));
  overrides.forEach((override: unknown, index) => {
    const row = mergeRow(override, merged, `appOverrides[${index}]`);
    merged.set(row.id, row);
  });
  return [...merged.values()];
}

function mergeRow(override: unknown, known: ReadonlyMap<string, App>, path: string): App {
  if (typeof override !== 'object' || override === null) throw fault([path], 'must be an object');
  const id = 'id' in override && typeof override.id === 'string' ? override.id : '';
  const { data: row, error } = appSchema.safeParse({ ...known.get(id), ...override });
  if (!row) {
    const [issue] = error.issues;
    const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    throw fault(
      [path, ...(issue?.path ?? []), ...extra],
      extra.length ? 'is not a field of an app' : issue?.message,
    );
  }
  for (const [where, template] of texts('links', row.links)) {
    const problem = templateProblem(template, row.web);
    if (problem) throw fault([path, ...where], problem);
  }
  for (const [where, url] of texts('store', row.store)) {
    if (!isWebUrl(url) || new URL(url).protocol !== 'https:') {
      throw fault([path, ...where], 'must be an https URL');
    }
  }
  return row.web ? { ...row, listed: false } : row;
}

const fault = (path: readonly PropertyKey[], problem = 'is not valid') =>
  new PrivatePodcastError('bad-input', `${path.join('.')}: ${problem}.`);

/** The strings of a field, one or several per platform, each with its path. */
function texts(field: string, value: PerPlatform = {}): [path: string[], text: string][] {
  if (typeof value === 'string') return [[[field], value]];
  return Object.entries(value).map(([platform, one]) => [[field, platform], one]);
}

/** Schemes that run code, read files or send messages. None of them opens a podcast app. */
const refusedSchemes = new Set(
  (
    'javascript data blob vbscript file filesystem http ftp ws wss about view-source intent ' +
    'android-app content jar resource chrome chrome-extension moz-extension mailto tel sms market'
  ).split(' '),
);

/** A feed URL with everything a link can lose: user info, port, encoded and bare delimiters, a fragment. */
const probeFeed = 'https://user:pass@feeds.example:8443/a%2Fb/c:d?token=e%26f&g=h+i|j#k';

/** Says what is wrong with a link template; `undefined` if it works. */
export function templateProblem(template: string, web = false): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):[!-~]+$/.exec(template)?.[1];
  if (scheme === undefined) return 'must be plain ASCII and start with a lower-case scheme';
  if (refusedSchemes.has(scheme)) return `must not use the scheme ${scheme}:`;

  const [placeholder = '', ...more] = template.match(/\{[^}]*\}/g) ?? [];
  if (more.length > 0 || !/^\{(url|encoded|bare|base64url|spotifyId)\}$/.test(placeholder))
    return 'must contain exactly one of {url}, {encoded}, {bare}, {base64url}, {spotifyId}';
  if (/^\{(url|bare)\}$/.test(placeholder) && !/^[^?#]*\}$/.test(template))
    return `must end with ${placeholder}, outside a query or fragment: use {encoded} there`;

  if (scheme === 'https') {
    if (!/^https:\/\/[a-z0-9.-]+\//.test(template)) return 'must name a host of its own';
    if (!web && placeholder !== '{spotifyId}')
      return 'sends the feed URL to a website: set web: true if that is what you want';
  }
  if (fillTemplate(template, probeFeed, 'probe') === undefined)
    return 'would be rewritten by browsers, so the app would not receive the feed URL unchanged';
  return undefined;
}
