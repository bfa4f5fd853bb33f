/** Operators give and end access here: /admin/grants, with the scope service:admin (docs/interface.md 13.6). */
import { Readable } from 'node:stream';
import type { Handler } from 'hono';
import { accepts } from 'hono/accepts';
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { problemResponse } from '../../errors/problem-details.js';
import { findProduct } from '../catalogue/catalogue.js';
import { didYouMean } from '../catalogue/nearest.js';
import { CATALOGUE_SOURCE } from '../grants/list-grants.js';
import { emailAddressSchema, readEmail } from '../catalogue/email-address.js';
import {
  grantSchema,
  isInForce,
  skuSchema,
  sourceSchema,
  untilSchema,
  type Grant,
} from '../catalogue/grant.js';
import {
  createCheck,
  readCsv,
  readNdjson,
  WrongLine,
  type GrantLine,
} from '../grants/read-grants.js';
import { toCsv, toNdjson } from '../grants/write-grants.js';
import type { ListedGrant } from '../store/grants/grants.js';
import { readBody, readQuery } from './read-body.js';
import { begunStream } from '../web-stream.js';
import type { RouteContext } from './route-context.js';

const PAGE_SIZE = 100;
const ADMIN_SOURCE = 'admin';

/** Strict: a misspelt `until` must not become a grant without end. */
export const grantBodySchema = z.strictObject({ until: untilSchema.optional() });

const positionSchema = z.tuple([sourceSchema, skuSchema, z.string().regex(/^[^\p{Cc}\p{Cs}]+$/u)]);

/** The last grant of a page, encoded: what comes after it is the next page. */
const cursorSchema = z.string().transform((cursor, { issues }) => {
  try {
    const json: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const [source, sku, email] = positionSchema.parse(json);
    return { source, sku, email };
  } catch {
    issues.push({ code: 'custom', message: 'must be of an earlier answer', input: undefined });
    return z.NEVER;
  }
});

const cursorOf = ({ source, sku, email }: ListedGrant): string =>
  Buffer.from(JSON.stringify([source, sku, email])).toString('base64url');

export const grantQuerySchema = z.strictObject({
  sku: skuSchema.optional(),
  email: emailAddressSchema.optional(),
  cursor: cursorSchema.optional(),
});

export const listedGrantSchema = z.strictObject({ ...grantSchema.shape, source: sourceSchema });

export const grantPageSchema = z.strictObject({
  grants: z.array(listedGrantSchema),
  cursor: z.string().optional(),
});

/** How many grants a file has added, given another end, left as they were, and passed over. */
export const importedSchema = z.strictObject({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
});

function readSku(sku: string | undefined): string {
  const read = skuSchema.safeParse(sku);
  if (read.success) return read.data;
  throw new PrivatePodcastError('bad-input', 'Send a `sku` from the catalogue.');
}

function requireProduct({ catalogue }: RouteContext, sku: string | undefined): string {
  const wanted = readSku(sku);
  const product = findProduct(catalogue.current, wanted);
  if (product) return product.sku;
  const skus = catalogue.current.products.map((each) => each.sku);
  throw new PrivatePodcastError(
    'not-found',
    `Send a \`sku\` from the catalogue${didYouMean(wanted, skus, '.')}`,
  );
}

/** PUT /admin/grants/{sku}/{email}, body `{ "until"? }`: adds or changes a grant. */
export function putGrant(context: RouteContext): Handler {
  return async (c) => {
    const sku = requireProduct(context, c.req.param('sku'));
    const email = readEmail(c.req.param('email'));
    const { until } = await readBody(c, grantBodySchema);
    const grant: Grant = until === undefined ? { email, sku } : { email, sku, until };
    await context.grants.put(grant);
    return c.json(grant);
  };
}

/** More sources than one member has. */
const MAX_SOURCES = 20;

/**
 * DELETE /admin/grants/{sku}/{email}: ends a grant that was added here. One of the catalogue file or of an event
 * counts until it ends there, so it must not look as if it had ended: 409. Without any grant: 404.
 */
export function deleteGrant({ catalogue, grants, grantList, now }: RouteContext): Handler {
  return async (c) => {
    const sku = readSku(c.req.param('sku'));
    const email = readEmail(c.req.param('email'));
    const isRemoved = await grants.remove(sku, email);
    const others = await grantList.page({ sku, email, limit: MAX_SOURCES });
    const sources = others.filter((grant) => isInForce(grant, now())).map(({ source }) => source);
    if (sources.length > 0) return problemResponse(409, 'bad-input', stillGranted(sources));
    if (isRemoved) return c.body(null, 204);
    const skus = catalogue.current.products.map((product) => product.sku);
    const detail = skus.includes(sku)
      ? 'This address has no grant for this `sku`, so none was ended.'
      : `The catalogue has no product with this \`sku\`, so no grant was ended${didYouMean(sku, skus, '.')}`;
    return problemResponse(404, 'not-found', detail);
  };
}

/** Says which sources go on giving access, and where that ends. */
function stillGranted(sources: readonly string[]): string {
  const where = sources.map((source) =>
    source === CATALOGUE_SOURCE
      ? 'The catalogue file has this grant too. Remove it there and reload the catalogue.'
      : `The grant of ${source} still gives access. End the membership there.`,
  );
  return where.join(' ');
}

const writers = { 'text/csv': toCsv, 'application/x-ndjson': toNdjson };
const readers = { 'text/csv': readCsv, 'application/x-ndjson': readNdjson };
type FileType = keyof typeof readers;
const isFileType = (type: string): type is FileType => Object.hasOwn(readers, type);

/**
 * GET /admin/grants?sku=&email=&cursor=: every grant, page by page; or all at once, if the request
 * accepts CSV or lines of JSON.
 */
export function listGrants({ grantList }: RouteContext): Handler {
  return async (c) => {
    const { cursor: after, ...filter } = readQuery(c, grantQuerySchema);
    c.header('Cache-Control', 'no-store');
    c.header('Vary', 'Accept');
    const supports = ['application/json', ...Object.keys(writers)];
    const type = accepts(c, { header: 'Accept', supports, default: 'application/json' });
    if (isFileType(type)) {
      const file = writers[type](grantList.all({ ...filter, after }));
      const headers = { 'Content-Type': `${type}; charset=utf-8` };
      return c.body(await begunStream(file), 200, headers);
    }
    const found = await grantList.page({ ...filter, after, limit: PAGE_SIZE + 1 });
    const page = found.slice(0, PAGE_SIZE);
    const last = found.length > PAGE_SIZE ? page.at(-1) : undefined;
    return c.json({ grants: page, ...(last && { cursor: cursorOf(last) }) });
  };
}

/** Passes over what was exported from the catalogue or came by an event: that source keeps it. */
async function* ownGrants(lines: AsyncIterable<GrantLine>, onSkipped: () => void) {
  for await (const { source = ADMIN_SOURCE, ...grant } of lines) {
    if (source === ADMIN_SOURCE) yield grant;
    else onSkipped();
  }
}

/** The bytes of a file as they come. */
async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body;
  } catch (cause) {
    throw new PrivatePodcastError('aborted', 'The file broke off. Send it again.', { cause });
  }
}

/** POST /admin/grants, a file of grants as GET sends it: adds or changes all of them, or none. */
export function importGrants({ catalogue, grants }: RouteContext): Handler {
  return async (c) => {
    const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    const { body } = c.req.raw;
    if (!isFileType(type) || (c.req.header('Content-Encoding') ?? 'identity') !== 'identity') {
      const types = Object.keys(readers).join(' or ');
      return problemResponse(415, 'bad-input', `Send ${types}, not compressed.`);
    }
    const file = Readable.from(bytesOf(body), { objectMode: false });
    const check = createCheck(new Set(catalogue.current.products.map(({ sku }) => sku)));
    let skipped = 0;
    try {
      const lines = ownGrants(readers[type](file, check), () => (skipped += 1));
      return c.json({ ...(await grants.putAll(lines)), skipped });
    } catch (error) {
      if (!(error instanceof WrongLine)) throw error;
      const { line, message } = error;
      return problemResponse(422, 'bad-input', message, {}, { line });
    }
  };
}
