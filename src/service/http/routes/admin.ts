/** Operators change the service through these routes while it runs: /admin/…, with the scope service:admin. */
import { Readable } from 'node:stream';
import type { Handler } from 'hono';
import * as z from 'zod';
import { isId } from '../../../api/checks/input.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { problemResponse } from '../../../errors/problem-details.js';
import { emailAddressSchema } from '../../ledger/email-address.js';
import { skuSchema } from '../../ledger/grant.js';
import { createBackup } from '../../store/backup.js';
import { noteBackup } from '../../store/last-backup.js';
import { readBody, readQuery } from '../requests/read-body.js';
import { begunStream } from '../answers/web-stream.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Connections } from '../../connections/connections.js';
import type { OpenDatabase } from '../../store/database/database.js';
import type { Entitlements } from '../../store/entitlements.js';
import type { Store } from '../../store/store.js';

export const resetBodySchema = z.strictObject({ sku: skuSchema, email: emailAddressSchema });

export const memberQuerySchema = z
  .strictObject({
    sku: skuSchema,
    email: emailAddressSchema.optional(),
    userId: z.string().refine(isId, 'must be an ID of this service').optional(),
  })
  .refine(({ email, userId }) => email !== undefined || userId !== undefined, { path: ['email'] });

/** POST /admin/feeds/reset, body `{ "sku", "email" }`: the member's feed link stops working. */
export function resetFeed(store: Store, entitlements: Entitlements): Handler {
  return async (c) => {
    const { sku, email } = await readBody(c, resetBodySchema);
    const user = await store.userByEmail(email);
    if (user && (await entitlements.resetLinks(user.id, sku))) return c.body(null, 204);
    throw new PrivatePodcastError('not-found', 'This member has no feed link for this `sku`.');
  };
}

/**
 * GET /admin/connections?sku=&email= or &userId=: which apps fetch a member's feed. The user ID is
 * what a warning in the log names.
 */
export function listMemberConnections(store: Store, connections: Connections): Handler {
  return async (c) => {
    const { sku, email = '', userId } = readQuery(c, memberQuerySchema);
    const user =
      userId === undefined ? await store.userByEmail(email) : await store.userById(userId);
    if (!user) throw new PrivatePodcastError('not-found', 'This member is not known.');
    return c.json({
      ...(user.email !== null && { email: user.email }),
      connections: await connections.ofUser(user.id, sku),
    });
  };
}

/** POST /admin/reload: reads the catalogue file again. An invalid one changes nothing: 422. */
export function reloadCatalogue(
  catalogue: LiveCatalogue,
  checkFeeds: () => Promise<void>,
): Handler {
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
export function sendBackup(database: OpenDatabase, now: () => Date): Handler {
  async function* backup() {
    yield* createBackup(database);
    await noteBackup(database, now());
  }
  return async (c) => {
    const bytes = Readable.from(backup(), { objectMode: false });
    return c.body(await begunStream<Uint8Array>(bytes), 200, {
      'Content-Type': 'application/x-ndjson',
    });
  };
}
