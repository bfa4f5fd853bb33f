/** What the service keeps: access tokens, users, entitlements and feed links. Nothing but SQL. */
import type { Database } from './database.js';

export interface User {
  id: string;
  /** In lower case. */
  email: string;
}

export interface Entitlement {
  id: string;
  userId: string;
  sku: string;
}

/** A member's feed link with everything that decides what it answers. */
export interface FeedLink {
  entitlementId: string;
  version: number;
  sku: string;
  email: string;
}

const feedLinks = `select link.entitlement_id as "entitlementId", link.version, held.sku, person.email
  from pps_feed_links link
  join pps_entitlements held on held.id = link.entitlement_id
  join pps_users person on person.id = held.user_id`;

export function createStore(database: Database) {
  async function rows<Row>(text: string, params: unknown[]): Promise<Row[]> {
    const result = await database.query(text, params);
    return result.rows as Row[];
  }
  async function first<Row>(text: string, params: unknown[]): Promise<Row | undefined> {
    return (await rows<Row>(text, params))[0];
  }

  return {
    /** A setting's value; where it is not set, `initial`, set for good. */
    async setting(name: string, initial: string): Promise<string> {
      await rows(
        'insert into pps_settings (name, value) values ($1, $2) on conflict (name) do nothing',
        [name, initial],
      );
      const row = await first<{ value: string }>('select value from pps_settings where name = $1', [
        name,
      ]);
      return row?.value ?? initial;
    },

    async addToken(tokenHash: string, scope: string, now: Date, expiresAt: Date): Promise<void> {
      await rows('delete from pps_tokens where expires_at <= $1', [now.toISOString()]);
      await rows('insert into pps_tokens (token_hash, scope, expires_at) values ($1, $2, $3)', [
        tokenHash,
        scope,
        expiresAt.toISOString(),
      ]);
    },

    /** The scopes of a token that has not expired. */
    async tokenScopes(tokenHash: string, now: Date): Promise<string[] | undefined> {
      const row = await first<{ scope: string }>(
        'select scope from pps_tokens where token_hash = $1 and expires_at > $2',
        [tokenHash, now.toISOString()],
      );
      return row?.scope.split(' ');
    },

    userByEmail: (email: string) =>
      first<User>('select id, email from pps_users where email = $1', [email]),

    userById: (id: string) => first<User>('select id, email from pps_users where id = $1', [id]),

    /** Adds a user unless the address is known; either way the user is there afterwards. */
    async addUser({ id, email }: User): Promise<void> {
      await rows(
        'insert into pps_users (id, email) values ($1, $2) on conflict (email) do nothing',
        [id, email],
      );
    },

    /** Adds an entitlement, or finds the one there is for that origin, user and product. */
    async upsertEntitlement({ id, userId, sku }: Entitlement, origin: string): Promise<string> {
      const row = await first<{ id: string }>(
        `insert into pps_entitlements (id, origin, user_id, sku) values ($1, $2, $3, $4)
         on conflict (origin, user_id, sku) do update set sku = excluded.sku
         returning id`,
        [id, origin, userId, sku],
      );
      return row?.id ?? id;
    },

    /** A user's entitlement; another user's is as good as absent. */
    entitlement: (id: string, userId: string) =>
      first<Entitlement>(
        'select id, user_id as "userId", sku from pps_entitlements where id = $1 and user_id = $2',
        [id, userId],
      ),

    /** The version of an entitlement's feed link, which is made where there is none. */
    async feedLinkVersion(entitlementId: string): Promise<number> {
      const row = await first<{ version: number }>(
        `insert into pps_feed_links (entitlement_id) values ($1)
         on conflict (entitlement_id) do update set version = pps_feed_links.version
         returning version`,
        [entitlementId],
      );
      return row?.version ?? 1;
    },

    async setFeedLinkHash(entitlementId: string, secretHash: string): Promise<void> {
      await rows('update pps_feed_links set secret_hash = $2 where entitlement_id = $1', [
        entitlementId,
        secretHash,
      ]);
    },

    feedLinkByHash: (secretHash: string) =>
      first<FeedLink>(`${feedLinks} where link.secret_hash = $1`, [secretHash]),

    /** The feed link of an entitlement, once its URL was given out. */
    feedLinkOf: (entitlementId: string) =>
      first<FeedLink>(`${feedLinks} where link.entitlement_id = $1`, [entitlementId]),
  };
}

export type Store = ReturnType<typeof createStore>;
