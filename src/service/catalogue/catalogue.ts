/**
 * The catalogue: which clients may call the service, which podcasts it offers, and who may
 * listen to them. It is one JSON file (docs/interface.md 13.2).
 */
import { isWebUrl } from '../../urls/web-url.js';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { clientSecretSchema } from './client-secret.js';
import { grantSchema, type Grant } from './grant.js';

const name = z.string().trim().min(1, 'must not be empty');
const webUrl = z.string().refine(isWebUrl, 'must be an http or https URL');

const clientSchema = z.object({
  clientId: name,
  clientSecret: clientSecretSchema,
  scopes: z.array(
    z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a scope (RFC 6749 §3.3)'),
  ),
});

const productSchema = z.object({
  /** Product ID, `<prefix>:<opaque_id>`. */
  sku: z.string().regex(/^[\w-]+:[\w.-]+$/, 'must have the form <prefix>:<opaque_id>'),
  title: name,
  description: z.string().default(''),
  /** File or http(s) URL of the show's RSS. A relative path starts at the catalogue's folder. */
  feed: name,
  access: z.enum(['everyone', 'granted']),
  /** `signed`: each member gets recording URLs of their own, which end with the membership. */
  recordings: z.literal('signed').optional(),
  /** The show in a streaming-music app, and where members connect their account of that app. */
  streamingUrl: webUrl.optional(),
  streamingLinkUrl: webUrl.optional(),
  /** The show's ID in Spotify. */
  spotifyId: name.optional(),
});

/** Index of the first row whose key another row already has. */
function findRepeated<T>(rows: readonly T[], key: (row: T) => string): number | undefined {
  const seen = new Set<string>();
  const repeated = rows.findIndex((row) => seen.size === seen.add(key(row)).size);
  return repeated < 0 ? undefined : repeated;
}

const catalogueSchema = z
  .object({
    clients: z.array(clientSchema).min(1, 'must name at least one client'),
    onboardingOrigins: z.array(name).min(1, 'must name at least one origin'),
    products: z.array(productSchema),
    grants: z.array(grantSchema).default([]),
    /** Apps that may fetch one feed link within a day before the service warns of it. */
    usualAppsPerDay: z.int('must be a whole number').min(1, 'must be 1 or more').default(5),
  })
  .check(({ value: { clients, products, grants }, issues }) => {
    const issue = (path: PropertyKey[], message: string) =>
      issues.push({ code: 'custom', path, message, input: undefined });

    const client = findRepeated(clients, ({ clientId }) => clientId);
    if (client !== undefined) issue(['clients', client, 'clientId'], 'must not appear twice');
    const product = findRepeated(products, ({ sku }) => sku);
    if (product !== undefined) issue(['products', product, 'sku'], 'must not appear twice');
    const skus = new Set(products.map(({ sku }) => sku));
    grants.forEach(({ sku }, index) => {
      if (!skus.has(sku)) issue(['grants', index, 'sku'], 'must be the sku of a product');
    });
  });

/**
 * The catalogue as its JSON has it.
 * @useDeclaredType
 */
export type Catalogue = z.input<typeof catalogueSchema>;
/** The catalogue after reading: defaults and secrets filled in, and its grants indexed. */
export interface CatalogueData extends z.output<typeof catalogueSchema> {
  /** The grants of one member (e-mail address in lower case) for one product. */
  grantsOf(sku: string, email: string): readonly Grant[];
}
export type Client = CatalogueData['clients'][number];
export type Product = CatalogueData['products'][number];

/** A search through all grants would cost every request the more, the more members there are. */
function indexGrants(grants: readonly Grant[]): CatalogueData['grantsOf'] {
  const index = new Map<string, Grant[]>();
  const keyOf = (sku: string, email: string) => `${sku} ${email}`;
  for (const grant of grants) {
    const key = keyOf(grant.sku, grant.email);
    index.set(key, [...(index.get(key) ?? []), grant]);
  }
  return (sku, email) => index.get(keyOf(sku, email)) ?? [];
}

function locateFeed(feed: string, folder: string): string {
  if (isWebUrl(feed)) return feed;
  return feed.startsWith('file:') ? fileURLToPath(feed) : resolve(folder, feed);
}

function parseCatalogue(value: unknown, folder: string): CatalogueData {
  const read = catalogueSchema.safeParse(value);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => {
      const field = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
      return `${field.join('').replace(/^\./, '') || 'the catalogue'}: ${message}`;
    });
    throw new PrivatePodcastError(
      'config',
      `Invalid catalogue. Fix these fields:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  const products = read.data.products.map((product) => ({
    ...product,
    feed: locateFeed(product.feed, folder),
  }));
  return { ...read.data, products, grantsOf: indexGrants(read.data.grants) };
}

/**
 * Reads the catalogue.
 * @param catalogue its JSON, or the path of its file.
 * @throws {PrivatePodcastError} `config`, naming each invalid field.
 */
export async function loadCatalogue(catalogue: Catalogue | string): Promise<CatalogueData> {
  if (typeof catalogue !== 'string') return parseCatalogue(catalogue, '.');
  let json: unknown;
  try {
    json = JSON.parse(await readFile(catalogue, 'utf8'));
  } catch (cause) {
    const problem = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new PrivatePodcastError(
      'config',
      `The catalogue file ${catalogue} ${problem}. Check the path, and see the README for its format.`,
      { cause },
    );
  }
  return parseCatalogue(json, dirname(catalogue));
}

export function findProduct({ products }: CatalogueData, sku: string): Product | undefined {
  return products.find((product) => product.sku === sku);
}
