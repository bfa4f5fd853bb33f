/**
 * The catalogue's JSON (docs/service.md 2), as a schema. Every object is strict: a field that
 * is misspelt would otherwise do nothing, and nobody would know.
 */
import * as z from 'zod';
import type { Publisher } from '../../pages/publisher.js';
import { publisherRules } from '../../publisher/handoff/publisher-option.js';
import { isWebUrl } from '../../urls/web-url.js';
import { clientSecretSchema } from './client-secret.js';
import { addressesSchema, ownSourceSchema, sourceNameSchema } from '../ledger/sources.js';
import { eventSourcesSchema } from './event-source.js';
import { fileStoresSchema } from './file-stores.js';
import { grantSchema, skuSchema } from '../ledger/grant.js';
import { didYouMean } from '../../errors/spelling.js';
import { scopes } from './scopes.js';

/** No XML can hold other control characters, and word processors leave some. */
const PRINTABLE = /^(?:[\t\n\r]|\P{Cc})*$/u;
const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .regex(PRINTABLE, 'must hold no control characters but tabs and line breaks');
const webUrl = z.string().refine(isWebUrl, 'must be an http or https URL');

const clientSchema = z.strictObject({
  clientId: name,
  /** The one source whose members it states, with the scope `service:members`. */
  source: ownSourceSchema.optional(),
  clientSecret: clientSecretSchema,
  scopes: z.array(
    z.string().refine((scope) => scopes.some((known) => known === scope), {
      error: ({ input }) =>
        `is not a scope of this service${didYouMean(String(input), scopes, `: ${scopes.join(', ')}`)}`,
    }),
  ),
});

/** One feed of a product that is made of several, and what goes before the titles of its episodes. */
const sourceSchema = z.strictObject({ feed: name, label: name.optional() });

/** A notice of the publisher's own, in place of the service's; `audio` is an MP3 file of `duration` seconds. */
const noticeSchema = z
  .strictObject({
    audio: name.optional(),
    duration: z.int('must be whole seconds').min(1, 'must be 1 or more').optional(),
    title: name.optional(),
    text: name.optional(),
  })
  .refine(({ audio, duration }) => audio !== undefined || duration === undefined, {
    path: ['duration'],
    error: 'must stand beside `audio`',
  });

const productSchema = z
  .strictObject({
    /** Product ID, `<prefix>:<opaque_id>`. */
    sku: skuSchema,
    title: name,
    description: z.string().default(''),
    /** Its title in apps, where it must not pass for the public show. */
    feedTitle: name.optional(),
    /** File or http(s) URL of the show's RSS. A relative path starts at the catalogue's folder. */
    feed: name.optional(),
    /** In place of `feed`: several shows that become one. */
    feeds: z.array(sourceSchema).min(1, 'must name at least one feed').optional(),
    access: z.enum(['everyone', 'granted']),
    /**
     * `signed`: each member gets recording URLs of their own, which end with the membership. With a
     * store, those of its files lead to URLs that expire.
     */
    recordings: z
      .union(
        [z.literal('signed'), z.strictObject({ store: z.string() })],
        'must be "signed", or { "store": "NAME" } with a name of `stores`',
      )
      .optional(),
    /** The show in a streaming-music app, and where members connect their account of that app. */
    streamingUrl: webUrl.optional(),
    streamingLinkUrl: webUrl.optional(),
    /** The show's ID in Spotify. */
    spotifyId: name.optional(),
    /** Where a membership is renewed. */
    renewUrl: webUrl.optional(),
    /** Notices of the publisher's own: once a membership has ended, and while a show is empty. */
    notices: z
      .strictObject({
        ended: noticeSchema.optional(),
        changed: noticeSchema.optional(),
        empty: noticeSchema.optional(),
      })
      .optional(),
  })
  .check(({ value: { feed, feeds }, issues }) => {
    if (feed !== undefined && feeds !== undefined) {
      const message = 'must not stand beside `feed`: give one of them';
      issues.push({ code: 'custom', path: ['feeds'], message, input: undefined });
    }
    if (feed === undefined && feeds === undefined) {
      const message = 'must be a file or URL, unless there are `feeds`';
      issues.push({ code: 'custom', path: ['feed'], message, input: undefined });
    }
  });

const publisherField = (field: keyof Publisher) => {
  const [isValid, message] = publisherRules[field];
  return z.string(message).trim().refine(isValid, message);
};

/** Whose the pages are that members reach: see {@link Publisher}. */
const publisherSchema = z.strictObject({
  name: publisherField('name'),
  url: publisherField('url').optional(),
  accent: publisherField('accent').optional(),
  accentDark: publisherField('accentDark').optional(),
  contact: publisherField('contact').optional(),
});

/** Grants for which a nearest sku is looked for: each takes a comparison with all of them. */
const MAX_HINTS = 20;

/** Index of the first row whose key another row already has. */
function findRepeated<T>(rows: readonly T[], key: (row: T) => string): number | undefined {
  const seen = new Set<string>();
  const repeated = rows.findIndex((row) => seen.size === seen.add(key(row)).size);
  return repeated < 0 ? undefined : repeated;
}

export const catalogueSchema = z
  .strictObject({
    clients: z.array(clientSchema).min(1, 'must name at least one client'),
    onboardingOrigins: z.array(name).min(1, 'must name at least one origin'),
    products: z.array(productSchema),
    grants: z.array(grantSchema).default([]),
    /** Dresses the consume page and the pages of links that no longer work. */
    publisher: publisherSchema.optional(),
    /** Where memberships are kept: Stripe, Ghost, or what speaks Standard Webhooks. */
    events: eventSourcesSchema.default({}),
    /** Buckets that hold recordings. */
    stores: fileStoresSchema.default({}),
    /** How far the addresses of a source can be believed, where it is not what its kind does. */
    sources: z.record(sourceNameSchema, z.strictObject({ addresses: addressesSchema })).default({}),
    /** Apps that are told when a show has a new episode. */
    pings: z.array(z.literal('overcast', 'must be `overcast`')).default([]),
    /** Apps that may fetch one feed link within a day before the service warns of it. */
    usualAppsPerDay: z.int('must be a whole number').min(1, 'must be 1 or more').default(5),
  })
  .check(({ value: { clients, products, grants, events, sources, stores }, issues }) => {
    const issue = (path: PropertyKey[], message: string) =>
      issues.push({ code: 'custom', path, message, input: undefined });

    const client = findRepeated(clients, ({ clientId }) => clientId);
    if (client !== undefined) issue(['clients', client, 'clientId'], 'must not appear twice');
    clients.forEach(({ scopes: own, source }, index) => {
      if (own.includes('service:members') === (source !== undefined)) return;
      issue(
        ['clients', index, 'source'],
        'must stand beside the scope service:members: it names the source that the client states',
      );
    });
    for (const source of Object.keys(sources)) {
      const [, event] = /^events\/(.*)$/.exec(source) ?? [];
      if (event !== undefined && !Object.hasOwn(events, event))
        issue(['sources', source], 'must be the name of a source of `events`');
    }
    const product = findRepeated(products, ({ sku }) => sku);
    if (product !== undefined) issue(['products', product, 'sku'], 'must not appear twice');
    products.forEach(({ recordings }, index) => {
      if (typeof recordings !== 'object' || Object.hasOwn(stores, recordings.store)) return;
      const hint = didYouMean(recordings.store, Object.keys(stores), '');
      issue(['products', index, 'recordings', 'store'], `must be a name of \`stores\`${hint}`);
    });
    const skus = new Set(products.map(({ sku }) => sku));
    let unknown = 0;
    grants.forEach(({ sku }, index) => {
      if (skus.has(sku)) return;
      unknown += 1;
      const hint = unknown > MAX_HINTS ? '' : didYouMean(sku, skus, '');
      issue(['grants', index, 'sku'], `must be the sku of a product${hint}`);
    });
    for (const [name, { products: mapped }] of Object.entries(events)) {
      for (const [id, sku] of Object.entries(mapped)) {
        if (!skus.has(sku)) issue(['events', name, 'products', id], 'must be the sku of a product');
      }
    }
  });
