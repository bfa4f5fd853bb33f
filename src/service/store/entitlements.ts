/**
 * Users' entitlements to products, each with its feed link. Whoever changes one holds the user's row:
 * it is the lock for all that concerns a person.
 */
import type { LinkSecrets } from './links/link-secrets.js';
import { recordBatch } from './links/changed-links.js';
import { dateOf, type Database, type Statements } from './database/database.js';
import { texts } from './batches.js';
import { readEnd } from './ledger/access.js';
import { randomId } from '../crypto/secrets.js';
import { renewLinks, type LockedLink } from './links/renew-links.js';
import type { EntitlementKey, StoredEntitlement } from './store.js';

export interface Entitlements {
  /** An entitlement; `undefined` if it is another user's. */
  find(id: string, userId: string): Promise<StoredEntitlement | undefined>;
  /** A user's entitlement to a product from one origin, if there is one. */
  of(key: EntitlementKey): Promise<StoredEntitlement | undefined>;
  /** Adds it with its first link, unless another process was first. `undefined` without such a user. */
  add(key: EntitlementKey): Promise<StoredEntitlement | undefined>;
  /**
   * Revokes a user's feed links for a product, of all origins, with the old links that led to them, and
   * removes what is known of the apps that fetched them. So it does for persons without an address whom
   * rows with the user's address alone name: theirs may be the link that got around.
   * @returns false if there are none.
   */
  resetLinks(userId: string, sku: string): Promise<boolean>;
  /**
   * Replaces links of a product that were made before a time, some at a time.
   * @returns how many: less than {@link ROTATED_AT_ONCE} if they were the last
   */
  rotateLinks(sku: string, before: Date): Promise<number>;
}

/** Two hashes of each make a batch that is small for whoever follows the links. */
export const ROTATED_AT_ONCE = 500;

/** The origin of a link that was made before its member came: whichever they come from takes it over. */
export const NO_ORIGIN = '';

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

/** A user and the persons whom nothing but the user's address tells from them. */
const alike = `
  select id from pps_users where id = $1
  union
  select person.id from pps_users known
  join pps_members member on member.email = known.email
  join pps_member_users named on named.source = member.source and named.subject = member.subject
  join pps_users person on person.id = named.user_id and person.email is null
  where known.id = $1 and not exists (
    select 1 from pps_member_users also join pps_members other
      on other.source = also.source and other.subject = also.subject
    where also.user_id = person.id and other.email <> known.email)`;

async function lockUser(statements: Statements, userId: string): Promise<boolean> {
  const { rows } = await statements.query('select id from pps_users where id = $1 for update', [
    userId,
  ]);
  return rows.length > 0;
}

export function createEntitlements(
  database: Database,
  secrets: LinkSecrets,
  now: () => Date,
  caughtUp: () => Promise<void>,
): Entitlements {
  const { hashOf } = secrets;
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
        const { rows: taken } = await statements.query(
          `update pps_entitlements set origin = $3
           where user_id = $1 and sku = $2 and origin = '${NO_ORIGIN}' returning id`,
          [userId, sku, origin],
        );
        if (taken.length > 0) return of(statements, key);
        const link = { entitlementId: randomId(), version: 1 };
        const endsAt = await readEnd(statements, userId, sku);
        await statements.query(
          `insert into pps_entitlements (id, user_id, sku, origin, version, hash, ends_at, made_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            link.entitlementId,
            userId,
            sku,
            origin,
            link.version,
            hashOf(link),
            endsAt?.toISOString() ?? null,
            now().toISOString(),
          ],
        );
        await recordBatch(statements, [hashOf(link)]);
        return of(statements, key);
      }),

    resetLinks: (userId, sku) =>
      write(async (statements) => {
        const { rows: persons } = await statements.query(
          `select id from pps_users where id in (${alike}) order by id for update`,
          [userId],
        );
        const { rows } = await statements.query(
          `select id as "entitlementId", version, sku from pps_entitlements
           where user_id in ${texts(1)} and sku = $2 order by id for update`,
          [JSON.stringify((persons as { id: string }[]).map(({ id }) => id)), sku],
        );
        const links = rows as LockedLink[];
        await renewLinks(statements, secrets, links, { kind: 'reset', at: now() });
        return links.length > 0;
      }),

    rotateLinks: (sku, before) =>
      write(async (statements) => {
        const { rows: old } = await statements.query(
          `select id from pps_entitlements where sku = $1 and made_at < $2
           order by made_at limit ${ROTATED_AT_ONCE}`,
          [sku, before.toISOString()],
        );
        // Those that somebody replaces meanwhile are new by then.
        const { rows } = await statements.query(
          `select id as "entitlementId", version, sku from pps_entitlements
           where id in ${texts(1)} and made_at < $2 order by id for update`,
          [JSON.stringify((old as { id: string }[]).map(({ id }) => id)), before.toISOString()],
        );
        await renewLinks(statements, secrets, rows as LockedLink[], { kind: 'rotated', at: now() });
        return old.length;
      }),
  };
}
