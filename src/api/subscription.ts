/**
 * The Subscription (docs/interface.md 11.1): what the subscribe handler answers the element. The
 * handler writes it by the schema in `subscription-schema.ts`. The element reads it by hand, because
 * a schema library would delay the buttons; shared cases hold the reader to the schema.
 */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { isWebUrl } from '../urls/web-url.js';

/** A member's podcast as the subscribe handler answers it (docs/interface.md 11.1). It holds a secret: the feed URL. */
export interface Subscription {
  /** The member's own feed URL: a bearer secret. */
  feedUrl: string;
  /** Title of the podcast. */
  title: string;
  /** Product ID, `<prefix>:<opaque_id>`. */
  sku: string;
  /** Base URL of the consume page, without the locale (docs/interface.md 4.6). */
  consumeUrl?: string | undefined;
  /** Base URL of the feed parser, without `/rss` (docs/interface.md 4.5). */
  parserUrl?: string | undefined;
  /** Name of the parser's output format (docs/interface.md 4.5). */
  parserFormat?: string | undefined;
  /** The handler makes hand-off codes, which lead another device to the consume page. */
  handoff?: true | undefined;
  /** The show in a streaming-music app. */
  streamingUrl?: string | undefined;
  /** Where members connect their account of that app. */
  streamingLinkUrl?: string | undefined;
  /** The handler can replace the member's link. */
  canReset?: true | undefined;
  /** The handler knows which apps fetch the member's feed. */
  hasConnections?: true | undefined;
  /** Those that did, at most three, the latest first; missing while that is not known. */
  connections?: readonly ConnectedApp[] | undefined;
}

/** An app that fetches the member's feed. */
export interface ConnectedApp {
  /** Id in the app table; missing for an app that is not in it. */
  app?: string | undefined;
  /** As the member reads it. */
  name: string;
  /** ISO 8601. */
  lastFetchedAt: string;
}

/** @returns the latest first; `undefined` if it is no list. An entry that cannot be read is left out. */
export function readConnectedApps(value: unknown): ConnectedApp[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value
    .flatMap((entry: unknown) => readConnectedApp(entry) ?? [])
    .sort((a, b) => Date.parse(b.lastFetchedAt) - Date.parse(a.lastFetchedAt));
}

function readConnectedApp(value: unknown): ConnectedApp | undefined {
  const { app, name, lastFetchedAt } = Object(value) as Record<string, unknown>;
  const isValid =
    typeof name === 'string' && name && !Number.isNaN(Date.parse(String(lastFetchedAt)));
  if (!isValid) return undefined;
  return {
    app: typeof app === 'string' && app ? app : undefined,
    name,
    lastFetchedAt: String(lastFetchedAt),
  };
}

function optionalUrl(value: unknown): string | undefined {
  return isWebUrl(value) ? value : undefined;
}

/**
 * Reads a Subscription out of the handler's JSON. Unknown fields are ignored, and an optional
 * field of the wrong type is left out.
 * @throws {PrivatePodcastError} `bad-response` if there is no usable feed URL, title or sku.
 */
export function readSubscription(body: unknown): Subscription {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { feedUrl, title, sku, consumeUrl, parserUrl, parserFormat, handoff } = fields;
  if (!isWebUrl(feedUrl) || typeof title !== 'string' || typeof sku !== 'string') {
    throw new PrivatePodcastError(
      'bad-response',
      'The subscribe endpoint answered without a usable feed.',
    );
  }
  return {
    feedUrl,
    title,
    sku,
    consumeUrl: optionalUrl(consumeUrl),
    parserUrl: optionalUrl(parserUrl),
    parserFormat: typeof parserFormat === 'string' && parserFormat ? parserFormat : undefined,
    handoff: handoff === true || undefined,
    streamingUrl: optionalUrl(fields.streamingUrl),
    streamingLinkUrl: optionalUrl(fields.streamingLinkUrl),
    canReset: fields.canReset === true || undefined,
    hasConnections: fields.hasConnections === true || undefined,
    connections: readConnectedApps(fields.connections),
  };
}
