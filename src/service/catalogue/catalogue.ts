/**
 * The catalogue: which clients may call the service, which podcasts it offers, and who may
 * listen to them. It is one JSON file (docs/service.md 2).
 */
import { isWebUrl } from '../../urls/web-url.js';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { reasonOf } from '../failures/failure-code.js';
import { describeIssue, placeOfSyntaxError } from './catalogue-mistakes.js';
import { catalogueSchema } from './catalogue-schema.js';
import { isOtherThanFeed } from './feed-file.js';
import type { FileStore } from './file-stores.js';
import { readOwnNotices, type OwnNotices } from './own-notices.js';

/**
 * The catalogue as its JSON has it.
 * @useDeclaredType
 */
export type Catalogue = z.input<typeof catalogueSchema>;
type Read = z.output<typeof catalogueSchema>;

/** A feed that a product is made of: its file or URL, and what goes before its episodes' titles. */
export interface FeedSource {
  feed: string;
  label?: string | undefined;
}

/** A product after reading: `feed` or `feeds` has become its sources, and its sounds are read. */
export interface Product extends Omit<
  Read['products'][number],
  'feed' | 'feeds' | 'notices' | 'recordings'
> {
  /** At least one. The first one gives the channel. */
  sources: readonly FeedSource[];
  notices?: OwnNotices | undefined;
  recordings?: 'signed' | undefined;
  /** Where those of the signed recordings lie that lead to URLs which expire. */
  store?: FileStore | undefined;
  /** Whether it has `feeds`: these are merged, also if there is only one left. */
  isComposed: boolean;
}

/** The catalogue after reading: defaults and secrets filled in. */
export interface CatalogueData extends Omit<Read, 'products'> {
  products: readonly Product[];
  /** When its file was changed last; absent if it is no file. */
  modifiedAt?: Date | undefined;
}
export type Client = CatalogueData['clients'][number];

function locate(file: string, folder: string): string {
  if (isWebUrl(file)) return file;
  return file.startsWith('file:') ? fileURLToPath(file) : resolve(folder, file);
}

function readProduct(
  { feed, feeds, recordings, ...product }: Read['products'][number],
  notices: OwnNotices | undefined,
  stores: Read['stores'],
  folder: string,
): Product {
  const written = feeds ?? (feed === undefined ? [] : [{ feed }]);
  const sources = written.map((source) => ({ ...source, feed: locate(source.feed, folder) }));
  return {
    ...product,
    isComposed: feeds !== undefined,
    sources,
    notices,
    recordings: recordings && 'signed',
    store: typeof recordings === 'object' ? stores[recordings.store] : undefined,
  };
}

/** Names the files among a product's sources that are no feeds. */
async function findOtherFiles({ sources, isComposed }: Product): Promise<string[]> {
  const checked = sources.map(async ({ feed }, index) => {
    if (isWebUrl(feed) || !(await isOtherThanFeed(feed))) return [];
    return [`${isComposed ? `feeds[${index}].feed` : 'feed'}: must be an RSS feed`];
  });
  return (await Promise.all(checked)).flat();
}

function refuse(problems: readonly string[]): never {
  throw new PrivatePodcastError(
    'config',
    `Invalid catalogue. Fix these fields:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  );
}

async function parseCatalogue(value: unknown, folder: string): Promise<CatalogueData> {
  const read = catalogueSchema.safeParse(value);
  if (!read.success)
    return refuse(read.error.issues.flatMap((issue) => describeIssue(issue, catalogueSchema)));
  const { products: written, ...rest } = read.data;
  const problems: string[] = [];
  const products: Product[] = [];
  for (const [index, product] of written.entries()) {
    const own = await readOwnNotices(product.sku, product.notices, (audio) =>
      locate(audio, folder),
    );
    problems.push(...own.problems.map((line) => `products[${index}].notices.${line}`));
    const read = readProduct(product, own.notices, rest.stores, folder);
    problems.push(...(await findOtherFiles(read)).map((line) => `products[${index}].${line}`));
    products.push(read);
  }
  if (problems.length > 0) return refuse(problems);
  return { ...rest, products };
}

/** A mark at the beginning, which some editors leave, is no mistake. */
function parseJson(text: string, file: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    throw new PrivatePodcastError(
      'config',
      `The catalogue file ${file} is not JSON: look at ${placeOfSyntaxError(json)}. docs/service.md 2 has its format.`,
    );
  }
}

/**
 * Reads the catalogue.
 * @param catalogue its JSON, or the path of its file.
 * @throws {PrivatePodcastError} `config`, naming each invalid field.
 */
export async function loadCatalogue(catalogue: Catalogue | string): Promise<CatalogueData> {
  if (typeof catalogue !== 'string') return parseCatalogue(catalogue, '.');
  const text = await readFile(catalogue, 'utf8').catch((cause: unknown) => {
    throw new PrivatePodcastError(
      'config',
      `The catalogue file ${catalogue} cannot be read${reasonOf(cause)}. Check the path, and that the service may read it.`,
      { cause },
    );
  });
  const { mtime } = await stat(catalogue);
  const read = await parseCatalogue(parseJson(text, catalogue), dirname(catalogue));
  return { ...read, modifiedAt: mtime };
}

export const skusOf = ({ products }: CatalogueData): string[] => products.map(({ sku }) => sku);

export function findProduct({ products }: CatalogueData, sku: string): Product | undefined {
  return products.find((product) => product.sku === sku);
}
