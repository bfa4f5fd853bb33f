/**
 * The Subscription: what the publisher's subscribe handler answers the element
 * (DESIGN.md, "The publisher's backend"). The handler writes by the schema in
 * `subscription-schema.ts`; the element's first load reads with this hand-written
 * reader, because a schema library would delay the buttons. One set of cases holds
 * the two together.
 */
import { isWebUrl } from '../urls/web-url.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';

export interface Subscription {
  /** The member's own feed URL: a bearer secret. */
  feedUrl: string;
  /** Title of the podcast. */
  title: string;
  /** Product ID, `<prefix>:<opaque_id>`. */
  sku: string;
  /** Base address of the consume page, without the locale (INTERFACE.md 4.6). */
  consumeUrl?: string | undefined;
  /** Base address of the feed parser, without `/rss` (INTERFACE.md 4.5). */
  parserUrl?: string | undefined;
  /** Name of the parser's output format (INTERFACE.md 4.5). */
  parserFormat?: string | undefined;
  /** Leads another device to the consume page: once, and for ten minutes. A bearer secret too. */
  handoffUrl?: string | undefined;
}

function urlOrNothing(value: unknown): string | undefined {
  return isWebUrl(value) ? value : undefined;
}

/**
 * Reads a Subscription out of the handler's JSON. Unknown fields pass unread; an
 * optional field that is not of its type is left out.
 * @throws {PrivatePodcastError} `bad-response` where there is no usable feed URL.
 */
export function readSubscription(body: unknown): Subscription {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { feedUrl, title, sku, consumeUrl, parserUrl, parserFormat, handoffUrl } = fields;
  if (!isWebUrl(feedUrl) || typeof title !== 'string' || typeof sku !== 'string') {
    throw new PrivatePodcastError(
      'bad-response',
      'The subscribe endpoint answered without a usable feed. Check that `endpoint` is the address of the subscribe handler.',
    );
  }
  return {
    feedUrl,
    title,
    sku,
    consumeUrl: urlOrNothing(consumeUrl),
    parserUrl: urlOrNothing(parserUrl),
    parserFormat: typeof parserFormat === 'string' && parserFormat ? parserFormat : undefined,
    handoffUrl: urlOrNothing(handoffUrl),
  };
}
