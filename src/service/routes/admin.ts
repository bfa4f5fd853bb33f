/** Operators change the service through these routes while it runs: /admin/…, with the scope service:admin. */
import { Readable } from 'node:stream';
import type { Handler } from 'hono';
import * as z from 'zod';
import { isId } from '../../api/checks/input.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { problemResponse } from '../../errors/problem-details.js';
import { findProduct } from '../catalogue/catalogue.js';
import { emailAddressSchema, readEmail } from '../catalogue/email-address.js';
import { untilSchema, type Grant } from '../catalogue/grant.js';
import { createBackup } from '../store/backup.js';
import { readBody } from './read-body.js';
import type { RouteContext } from './route-context.js';

const PAGE_SIZE = 100;

/** Strict: a misspelt `until` must not become a grant without end. */
const grantBodySchema = z.strictObject({ until: untilSchema.optional() });
const resetBodySchema = z.strictObject({ sku: z.string(), email: emailAddressSchema });
const cursorSchema = z.tuple([z.string(), z.string()]);

function requireProduct({ catalogue }: RouteContext, sku: string | undefined): string {
  const product = findProduct(catalogue.current, sku ?? '');
  if (product) return product.sku;
  throw new PrivatePodcastError('not-found', 'Send a `sku` from the catalogue.');
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

/**
 * DELETE /admin/grants/{sku}/{email}: ends a grant that was added here. One of the catalogue file
 * counts until it is removed there, so it must not look as if it had ended: 409.
 */
export function deleteGrant({ catalogue, grants }: RouteContext): Handler {
  return async (c) => {
    const sku = c.req.param('sku') ?? '';
    const email = readEmail(c.req.param('email'));
    await grants.remove(sku, email);
    if (catalogue.current.grantsOf(sku, email).length === 0) return c.body(null, 204);
    return problemResponse(
      409,
      'bad-input',
      'The catalogue file has this grant too. Remove it there and reload the catalogue.',
    );
  };
}

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  try {
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    const [sku, email] = cursorSchema.parse(JSON.parse(text));
    return { sku, email };
  } catch {
    throw new PrivatePodcastError('bad-input', 'Send a `cursor` from an earlier answer.');
  }
}

/** GET /admin/grants?sku=&email=&cursor=: the grants that were added here, page by page. */
export function listGrants({ grants }: RouteContext): Handler {
  return async (c) => {
    const { sku, email, cursor } = c.req.query();
    const filter = { sku, email: email && readEmail(email), after: readCursor(cursor) };
    const found = await grants.list({ ...filter, limit: PAGE_SIZE + 1 });
    const page = found.slice(0, PAGE_SIZE);
    const last = found.length > PAGE_SIZE ? page.at(-1) : undefined;
    const next = last && Buffer.from(JSON.stringify([last.sku, last.email])).toString('base64url');
    return c.json({ grants: page, ...(next && { cursor: next }) });
  };
}

/** POST /admin/feeds/reset, body `{ "sku", "email" }`: the member's feed link stops working. */
export function resetFeed(context: RouteContext): Handler {
  return async (c) => {
    const { sku, email } = await readBody(c, resetBodySchema);
    if (await context.store.resetFeedLinks(sku, email)) return c.body(null, 204);
    throw new PrivatePodcastError('not-found', 'This member has no feed link for this `sku`.');
  };
}

/**
 * GET /admin/connections?sku=&email= or &userId=: which apps fetch a member's feed. The user ID is
 * what a warning in the log names.
 */
export function listMemberConnections({ store, connections }: RouteContext): Handler {
  return async (c) => {
    const { sku = '', email, userId } = c.req.query();
    const user = isId(userId)
      ? await store.userById(userId)
      : await store.userByEmail(readEmail(email));
    if (!user) throw new PrivatePodcastError('not-found', 'This member is not known.');
    return c.json({ email: user.email, connections: await connections.ofUser(user.id, sku) });
  };
}

/** POST /admin/reload: reads the catalogue file again. An invalid one changes nothing: 422. */
export function reloadCatalogue({ catalogue, checkFeeds }: RouteContext): Handler {
  return async (c) => {
    try {
      await catalogue.reload();
      // Reading the feeds may take long. Its result goes to the log.
      void checkFeeds();
      return c.body(null, 204);
    } catch (error) {
      if (!(error instanceof PrivatePodcastError && error.code === 'config')) throw error;
      return problemResponse(422, error.code, error.message);
    }
  };
}

/**
 * GET /admin/backup: everything that is stored, as the backup command writes it. It opens every
 * member's feed, so it needs a scope of its own, service:backup.
 */
export function sendBackup({ database }: RouteContext): Handler {
  return (c) => {
    const bytes = Readable.from(createBackup(database), { objectMode: false });
    return c.body(Readable.toWeb(bytes) as ReadableStream, 200, {
      'Content-Type': 'application/x-ndjson',
    });
  };
}
