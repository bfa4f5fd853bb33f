/**
 * Users' entitlements to products, each with its feed link. Whoever changes one holds the user's row:
 * it is the lock for all that concerns a person.
 */
import type { LinkSecrets } from './link-secrets.js';
import { recordBatch } from './changed-links.js';
import { dateOf, type Database, type Statements } from './database/database.js';
import { readEnd } from './ledger/access.js';
import { randomId } from '../crypto/secrets.js';
import type { EntitlementKey, StoredEntitlement } from './store.js';

export interface Entitlements {
  /** An entitlement; `undefined` if it is another user's. */
  find(id: string, userId: string): Promise<StoredEntitlement | undefined>;
  /** A user's entitlement to a product from one origin, if there is one. */
  of(key: EntitlementKey): Promise<StoredEntitlement | undefined>;
  /** Adds it with its first link, unless another process was first. `undefined` without such a user. */
  add(key: EntitlementKey): Promise<StoredEntitlement | undefined>;
  /**
   * Revokes a user's feed links for a product, of all origins, and removes what is known of the
   * apps that fetched them.
   * @returns false if there are none.
   */
  resetLinks(userId: string, sku: string): Promise<boolean>;
}

interface Row {
  id: string;
  version: number;
  sku: string;
  userId: string;
  email: string | null;
  endsAt: string | null;
}

const select = `select link.id, link.version, link.sku, person.id as "userId", person.email,
    to_json(link.ends_at) as "endsAt"
  from pps_entitlements link join pps_users person on person.id = link.user_id`;

const toEntitlement = ({ id, version, sku, userId, email, endsAt }: Row): StoredEntitlement => ({
  entitlementId: id,
  version,
  sku,
  user: { id: userId, email },
  endsAt: dateOf(endsAt),
});

async function lockUser(statements: Statements, userId: string): Promise<boolean> {
  const { rows } = await statements.query('select id from pps_users where id = $1 for update', [
    userId,
  ]);
  return rows.length > 0;
}

export function createEntitlements(
  database: Database,
  { hashOf }: Pick<LinkSecrets, 'hashOf'>,
  caughtUp: () => Promise<void>,
): Entitlements {
  async function first(
    statements: Statements,
    text: string,
    params: unknown[],
  ): Promise<StoredEntitlement | undefined> {
    const { rows } = await statements.query(`${select} where ${text}`, params);
    const [row] = rows as Row[];
    return row && toEntitlement(row);
  }
  const of = (statements: Statements, { userId, sku, origin }: EntitlementKey) =>
    first(statements, 'link.user_id = $1 and link.sku = $2 and link.origin = $3', [
      userId,
      sku,
      origin,
    ]);

  /** Runs a change of links, and waits until this process knows of it. */
  async function write<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    const done = await database.transaction(work);
    await caughtUp();
    return done;
  }

  return {
    find: (id, userId) => first(database, 'link.id = $1 and person.id = $2', [id, userId]),
    of: (key) => of(database, key),

    add: (key) =>
      write(async (statements) => {
        const { userId, sku, origin } = key;
        if (!(await lockUser(statements, userId))) return undefined;
        const known = await of(statements, key);
        if (known) return known;
        const link = { entitlementId: randomId(), version: 1 };
        const endsAt = await readEnd(statements, userId, sku);
        await statements.query(
          `insert into pps_entitlements (id, user_id, sku, origin, version, hash, ends_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [
            link.entitlementId,
            userId,
            sku,
            origin,
            link.version,
            hashOf(link),
            endsAt?.toISOString() ?? null,
          ],
        );
        await recordBatch(statements, [hashOf(link)]);
        return of(statements, key);
      }),

    resetLinks: (userId, sku) =>
      write(async (statements) => {
        await lockUser(statements, userId);
        const { rows } = await statements.query(
          `select id as "entitlementId", version from pps_entitlements
           where user_id = $1 and sku = $2 order by id for update`,
          [userId, sku],
        );
        const links = rows as { entitlementId: string; version: number }[];
        const changed: string[] = [];
        for (const link of links) {
          const renewed = { ...link, version: link.version + 1 };
          await statements.query(
            `update pps_entitlements set version = $2, hash = $3, apps = 0, watched_at = null
             where id = $1`,
            [link.entitlementId, renewed.version, hashOf(renewed)],
          );
          await statements.query('delete from pps_connections where entitlement_id = $1', [
            link.entitlementId,
          ]);
          changed.push(hashOf(link), hashOf(renewed));
        }
        await recordBatch(statements, changed);
        return links.length > 0;
      }),
  };
}
