/**
 * A publisher's own catalogue: rows that override or add to the link table, so that a changed
 * scheme is put right without a release. Checked here, and loaded only where one is given.
 */
import * as z from 'zod/mini';
import { fillTemplate } from './app-link.js';
import type { AppDetails } from './apps.js';
import { type App, appTable, type PerPlatform } from './app-table.js';

function oneOf<const Values extends readonly string[]>(...values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

const platform = oneOf('ios', 'android', 'macos', 'windows', 'linux');
const text = z
  .string('must be a text')
  .check(z.minLength(1, 'must not be empty'), z.maxLength(500, 'must be 500 characters at most'));
const yesOrNo = z.boolean('must be true or false');
const perPlatform = z.union([text, z.partialRecord(platform, text)], {
  error: 'must be a text, or a text for each platform',
});

const appSchema = z.strictObject({
  id: text.check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be in kebab-case')),
  name: text,
  platforms: z.array(platform, 'must be an array').check(z.minLength(1, 'must name a platform')),
  privateFeeds: oneOf('link', 'lookup', 'paste', 'account', 'public-search'),
  links: z.optional(perPlatform),
  web: z.optional(yesOrNo),
  listed: z.optional(yesOrNo),
  source: z.optional(text),
  checked: z.optional(text),
  confidence: z.optional(oneOf('A', 'B', 'C')),
  note: z.optional(text),
  store: z.optional(perPlatform),
  paste: z.optional(perPlatform),
});

/** A row of a catalogue: all of a new app, or the id of a known one and what changes. */
export type AppOverride = Pick<App, 'id'> & Partial<AppDetails>;

/**
 * The rows of the link table with those of a catalogue in place of, or after, its own.
 * A row whose link goes to a website is never listed by itself: the publisher names it in `apps`.
 * @param catalogue array of {@link AppOverride}
 * @throws TypeError that names the field, such as `catalogue[0].links.ios`, and what is wrong with it
 */
export function readCatalogue(catalogue: unknown, rows: readonly App[] = appTable): App[] {
  if (!Array.isArray(catalogue)) throw new TypeError('catalogue must be an array of apps.');
  const merged = new Map(rows.map((row) => [row.id, row]));
  catalogue.forEach((given: unknown, index) => {
    const row = readRow(given, merged, `catalogue[${index}]`);
    merged.set(row.id, row);
  });
  return [...merged.values()];
}

function readRow(given: unknown, known: ReadonlyMap<string, App>, path: string): App {
  if (typeof given !== 'object' || given === null) throw fault([path], 'must be an object');
  const id = 'id' in given && typeof given.id === 'string' ? given.id : '';
  const { data: row, error } = appSchema.safeParse({ ...known.get(id), ...given });
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
  for (const [where, address] of texts('store', row.store)) {
    if (!/^https:\/\/\w/.test(address)) throw fault([path, ...where], 'must be an https URL');
  }
  return row.web ? { ...row, listed: false } : row;
}

const fault = (path: readonly PropertyKey[], problem = 'is not valid') =>
  new TypeError(`${path.join('.')}: ${problem}.`);

/** The one text of a field, or its texts per platform, each with the path to it. */
function texts(field: string, value: PerPlatform = {}): [path: string[], text: string][] {
  if (typeof value === 'string') return [[[field], value]];
  return Object.entries(value).map(([platform, one]) => [[field, platform], one]);
}

/** Schemes that run, read or send something in the browser or the system, and open no podcast app. */
const refused = new Set(
  (
    'javascript data blob vbscript file filesystem http ftp ws wss about view-source intent ' +
    'android-app content jar resource chrome chrome-extension moz-extension mailto tel sms market'
  ).split(' '),
);

/** A feed URL with all that a link can lose: userinfo, port, encoded and bare delimiters, a fragment. */
const probe = 'https://user:pass@feeds.example:8443/a%2Fb/c:d?token=e%26f&g=h+i|j#k';

/** What is wrong with a link template, or `undefined`. */
export function templateProblem(template: string, web = false): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):[!-~]+$/.exec(template)?.[1];
  if (scheme === undefined) return 'must begin with a scheme in small letters and be plain ASCII';
  if (refused.has(scheme)) return `the scheme ${scheme}: is not allowed`;

  const [placeholder = '', ...more] = template.match(/\{[^}]*\}/g) ?? [];
  if (more.length > 0 || !/^\{(url|encoded|bare|base64url|spotifyId)\}$/.test(placeholder))
    return 'must hold one of {url}, {encoded}, {bare}, {base64url}, {spotifyId}';
  if (/^\{(url|bare)\}$/.test(placeholder) && !/^[^?#]*\}$/.test(template))
    return `${placeholder} must stand last and not in a query: use {encoded} there`;

  if (scheme === 'https') {
    if (!/^https:\/\/[a-z0-9.-]+\//.test(template)) return 'an https link needs a host of its own';
    if (!web && placeholder !== '{spotifyId}')
      return 'an https link hands the feed URL to a website: say web: true';
  }
  if (fillTemplate(template, probe, 'probe') === undefined)
    return 'browsers rewrite this link on the way';
  return undefined;
}
