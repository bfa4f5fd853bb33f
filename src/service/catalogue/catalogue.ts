/**
 * The catalogue: which clients may call the service, which podcasts it has, and who may
 * hear them (DESIGN.md, "The service"). One JSON file, read when the service opens.
 */
import { isWebUrl } from '../../urls/web-url.js';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { emailAddressSchema } from './email-address.js';

const name = z.string().trim().min(1, 'must not be empty');
const until = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be an ISO 8601 date')
  .transform((date) => new Date(date.includes('T') ? date : `${date}T23:59:59.999Z`));

const clientSchema = z.object({
  clientId: name,
  clientSecret: name,
  scopes: z.array(
    z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a scope (RFC 6749 §3.3)'),
  ),
});

const productSchema = z.object({
  /** Product ID, `<prefix>:<opaque_id>`. */
  sku: z.string().regex(/^[\w-]+:[\w.-]+$/, 'must have the form <prefix>:<opaque_id>'),
  title: name,
  description: z.string().default(''),
  /** File or http(s) URL of the show's RSS; a relative path starts at the catalogue's folder. */
  feed: name,
  access: z.enum(['everyone', 'granted']),
});

const grantSchema = z.object({
  email: emailAddressSchema,
  sku: z.string(),
  /** The last day (UTC), or the instant, of the membership; absent: it does not end. */
  until: until.optional(),
});

function unique<T>(rows: readonly T[], key: (row: T) => string): number | undefined {
  const seen = new Set<string>();
  const double = rows.findIndex((row) => seen.size === seen.add(key(row)).size);
  return double < 0 ? undefined : double;
}

export const catalogueSchema = z
  .object({
    clients: z.array(clientSchema).min(1, 'must name at least one client'),
    onboardingOrigins: z.array(name).min(1, 'must name at least one origin'),
    products: z.array(productSchema),
    grants: z.array(grantSchema).default([]),
  })
  .check(({ value: { clients, products, grants }, issues }) => {
    const issue = (path: PropertyKey[], message: string) =>
      issues.push({ code: 'custom', path, message, input: undefined });

    const client = unique(clients, ({ clientId }) => clientId);
    if (client !== undefined) issue(['clients', client, 'clientId'], 'is there twice');
    const product = unique(products, ({ sku }) => sku);
    if (product !== undefined) issue(['products', product, 'sku'], 'is there twice');
    const skus = new Set(products.map(({ sku }) => sku));
    grants.forEach(({ sku }, index) => {
      if (!skus.has(sku)) issue(['grants', index, 'sku'], 'is not the sku of a product');
    });
  });

/** The catalogue as it is written. */
export type Catalogue = z.input<typeof catalogueSchema>;
/** The catalogue as it was read. */
export type CatalogueData = z.output<typeof catalogueSchema>;
export type Client = CatalogueData['clients'][number];
export type Product = CatalogueData['products'][number];

function locateFeed(feed: string, folder: string): string {
  if (isWebUrl(feed)) return feed;
  return feed.startsWith('file:') ? fileURLToPath(feed) : resolve(folder, feed);
}

function parseCatalogue(value: unknown, folder: string): CatalogueData {
  const read = catalogueSchema.safeParse(value);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => {
      const field = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
      return `${field.join('').replace(/^\./, '') || 'the whole'}: ${message}`;
    });
    throw new PrivatePodcastError(
      'config',
      `The catalogue is not right. Mend these fields:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
  const products = read.data.products.map((product) => ({
    ...product,
    feed: locateFeed(product.feed, folder),
  }));
  return { ...read.data, products };
}

/**
 * Reads the catalogue, given as its JSON or as its file's path.
 * @throws {PrivatePodcastError} `config`, naming the path of each field that is not right.
 */
export async function loadCatalogue(catalogue: Catalogue | string): Promise<CatalogueData> {
  if (typeof catalogue !== 'string') return parseCatalogue(catalogue, '.');
  let json: unknown;
  try {
    json = JSON.parse(await readFile(catalogue, 'utf8'));
  } catch (cause) {
    const fault = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new PrivatePodcastError(
      'config',
      `The catalogue file ${catalogue} ${fault}. Give the path of a catalogue as the README describes it.`,
      { cause },
    );
  }
  return parseCatalogue(json, dirname(catalogue));
}

export function findProduct({ products }: CatalogueData, sku: string): Product | undefined {
  return products.find((product) => product.sku === sku);
}

/** Whether the person with that (lower-case) e-mail address may hear the product now. */
export function hasAccess(
  { grants }: CatalogueData,
  product: Product,
  person: string,
  now: Date,
): boolean {
  if (product.access === 'everyone') return true;
  return grants.some(
    (grant) =>
      grant.sku === product.sku && grant.email === person && (!grant.until || now <= grant.until),
  );
}
