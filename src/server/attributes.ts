/** The attributes of the element's tag: which may be set on a server, and how they are written. */
import { escapeUTF8 } from 'entities/escape';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { resolveWebUrl } from '../urls/web-url.js';

/** The element's own, but for `feed-url`, which the subscription has. A test misses none. */
const own = {
  token: true,
  endpoint: true,
  'parser-url': true,
  'parser-format': true,
  'consume-url': true,
  links: true,
  apps: true,
  'preferred-app': true,
  'one-app': true,
  'forget-app': true,
  'streaming-url': true,
  'streaming-link-url': true,
  'podcast-title': true,
  'podcast-image': true,
  contact: true,
  locale: true,
  episodes: true,
  player: true,
};

/** Those of HTML that a page may need on it. */
const html = ['id', 'class', 'slot', 'lang', 'dir', 'hidden'] as const;

/** The element's attributes that a server may set, and those of HTML that a page may need on it. */
export type AttributeName = keyof typeof own | (typeof html)[number] | `data-${string}`;

/** Attribute values by name. `true` sets an attribute without a value; `false` and `undefined` leave it out. */
export type Attributes = Partial<Record<AttributeName, string | number | boolean | undefined>>;

const KNOWN = new RegExp(`^(${[...Object.keys(own), ...html].join('|')}|data-[a-z0-9-]+)$`);

/**
 * The attributes that are set, as text.
 * @throws {PrivatePodcastError} `bad-input` for an attribute that is not known.
 */
export function readAttributes(attributes: Attributes): ReadonlyMap<string, string> {
  const set = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    if (!KNOWN.test(name)) {
      throw new PrivatePodcastError(
        'bad-input',
        name === 'feed-url'
          ? 'Leave out the attribute `feed-url`: the subscription holds the feed URL.'
          : `The element cannot have the attribute ${JSON.stringify(name)} on a server. See the README for those it has.`,
      );
    }
    if (value !== undefined && value !== false) {
      set.set(name, value === true ? '' : String(value));
    }
  }
  return set;
}

/**
 * An attribute that holds a URL.
 * @throws {PrivatePodcastError} `bad-input` unless it is absolute: a server knows no page to resolve it against.
 */
export function urlOfAttribute(
  attributes: ReadonlyMap<string, string>,
  name: AttributeName,
): string | undefined {
  const given = attributes.get(name);
  if (!given) return undefined;
  const url = resolveWebUrl(given);
  if (url) return url;
  throw new PrivatePodcastError('bad-input', `The attribute \`${name}\` must be an absolute URL.`);
}

export function renderAttributes(attributes: ReadonlyMap<string, string>): string {
  return [...attributes]
    .map(([name, value]) => (value ? ` ${name}="${escapeUTF8(value)}"` : ` ${name}`))
    .join('');
}
