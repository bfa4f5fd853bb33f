/** Operators give and end access here: /admin/grants, with the scope service:admin (docs/service.md 6). */
import type { Handler } from 'hono';
import * as z from 'zod';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { problemResponse } from '../../../errors/problem-details.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import { findProduct, skusOf } from '../../catalogue/catalogue.js';
import { didYouMean } from '../../../errors/spelling.js';
import { emailAddressSchema, readEmail } from '../../ledger/email-address.js';
import {
  grantSchema,
  skuSchema,
  sourceSchema,
  untilSchema,
  type Grant,
} from '../../ledger/grant.js';
import { createCheck } from '../files/read-lines.js';
import { grantColumns, toCsv, toNdjson } from '../files/write-grants.js';
import { ADMIN_SOURCE, CATALOGUE_SOURCE } from '../../ledger/sources.js';
import { subjectSchema } from '../../ledger/statement.js';
import type { Ledger } from '../../store/ledger/ledger.js';
import type { GrantPosition, ListedGrant } from '../../store/ledger/read-members.js';
import { answerFile } from '../files/answer-file.js';
import { sendFile } from '../files/send-file.js';
import { createCursor, everyRow, readPage } from '../requests/pages.js';
import { readBody, readQuery } from '../requests/read-body.js';

/** Strict: a misspelt `until` must not become a grant without end. */
export const grantBodySchema = z.strictObject({ until: untilSchema.optional() });

const cursor = createCursor<GrantPosition>(
  z.object({ sku: skuSchema, source: sourceSchema, subject: subjectSchema }),
);

export const grantQuerySchema = z.strictObject({
  sku: skuSchema.optional(),
  email: emailAddressSchema.optional(),
  cursor: cursor.schema.optional(),
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

function requireProduct(catalogue: LiveCatalogue, sku: string | undefined): string {
  const wanted = readSku(sku);
  const product = findProduct(catalogue.current, wanted);
  if (product) return product.sku;
  const skus = skusOf(catalogue.current);
  throw new PrivatePodcastError(
    'not-found',
    `Send a \`sku\` from the catalogue${didYouMean(wanted, skus, '.')}`,
  );
}

/** PUT /admin/grants/{sku}/{email}, body `{ "until"? }`: adds or changes a grant. */
export function putGrant(catalogue: LiveCatalogue, ledger: Ledger): Handler {
  return async (c) => {
    const sku = requireProduct(catalogue, c.req.param('sku'));
    const email = readEmail(c.req.param('email'));
    const { until } = await readBody(c, grantBodySchema);
    const grant: Grant = { email, sku, until };
    await ledger.putGrants([grant]);
    return c.json(grant);
  };
}

/**
 * DELETE /admin/grants/{sku}/{email}: ends a grant that was added here. One of the catalogue file or of an event
 * counts until it ends there, so it must not look as if it had ended: 409. Without any grant: 404.
 */
export function deleteGrant(catalogue: LiveCatalogue, ledger: Ledger): Handler {
  return async (c) => {
    const sku = readSku(c.req.param('sku'));
    const email = readEmail(c.req.param('email'));
    const isRemoved = await ledger.removeGrant({ sku, email });
    const sources = await ledger.sourcesInForce({ sku, email });
    if (sources.length > 0) return problemResponse(409, 'bad-input', stillGranted(sources));
    if (isRemoved) return c.body(null, 204);
    const skus = skusOf(catalogue.current);
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

async function* allGrants(
  ledger: Ledger,
  { after, ...filter }: Omit<Parameters<Ledger['grants']>[0], 'limit'>,
): AsyncGenerator<ListedGrant> {
  const found = everyRow<Awaited<ReturnType<Ledger['grants']>>[number]>((last, limit) =>
    ledger.grants({ ...filter, after: last?.position ?? after, limit }),
  );
  for await (const { grant } of found) yield grant;
}

/**
 * GET /admin/grants?sku=&email=&cursor=: every grant, page by page; or all at once, if the request
 * accepts CSV or lines of JSON.
 */
export function listGrants(ledger: Ledger): Handler {
  return async (c) => {
    const { cursor: after, ...filter } = readQuery(c, grantQuerySchema);
    const all = () => allGrants(ledger, { ...filter, after });
    const file = await sendFile(c, {
      'text/csv': () => toCsv(all()),
      'application/x-ndjson': () => toNdjson(all()),
    });
    if (file) return file;
    const read = (limit: number) => ledger.grants({ ...filter, after, limit });
    const { page, last } = await readPage(read);
    return c.json({
      grants: page.map(({ grant }) => grant),
      ...(last && { cursor: cursor.write(last.position) }),
    });
  };
}

/** A line of a file of grants. `source` is where it was exported from. */
export const grantLineSchema = z.strictObject({
  email: emailAddressSchema,
  sku: skuSchema,
  until: untilSchema.optional(),
  source: sourceSchema.optional(),
});

/**
 * POST /admin/grants, a file of grants as GET sends it: adds or changes all of them, or none. What was
 * exported from another source is passed over: that one keeps it.
 */
export function importGrants(catalogue: LiveCatalogue, ledger: Ledger): Handler {
  return (c) => {
    const skus = new Set(skusOf(catalogue.current));
    const check = createCheck(grantLineSchema, ({ sku }) =>
      skus.has(sku) ? undefined : 'Send a `sku` from the catalogue.',
    );
    const lines = { columns: grantColumns, required: ['email', 'sku'], check };
    return answerFile(c, lines, async (read) => {
      const own = read.filter(({ source = ADMIN_SOURCE }) => source === ADMIN_SOURCE);
      const grants = own.map(({ email, sku, until }) => ({ email, sku, until }));
      return { ...(await ledger.putGrants(grants)), skipped: read.length - own.length };
    });
  };
}
