/** The SQL for access tokens, users, entitlements and feed links. */
import type { OpenDatabase } from './database/database.js';
import { createMemory } from './memory.js';

export interface User {
  id: string;
  /** In lower case. */
  email: string;
}

export interface StoredToken {
  hash: string;
  clientId: string;
  /** Derived from the token and the client's secret: it does not match once the secret changes. */
  clientProof: string;
  /** Space-separated. */
  scope: string;
  expiresAt: Date;
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

/** Rows that are read into memory at a time, while requests wait. */
const PAGE_SIZE = 5_000;

const feedLinks = `select link.entitlement_id as "entitlementId", link.version, held.sku, person.email
  from pps_feed_links link
  join pps_entitlements held on held.id = link.entitlement_id
  join pps_users person on person.id = held.user_id`;

export function createStore(database: OpenDatabase) {
  const linksByHash = createMemory<FeedLink>(database.isExclusive);

  async function rows<Row>(text: string, params: unknown[]): Promise<Row[]> {
    const result = await database.query(text, params);
    return result.rows as Row[];
  }
  async function first<Row>(text: string, params: unknown[]): Promise<Row | undefined> {
    return (await rows<Row>(text, params))[0];
  }

  /** Revokes feed links, and removes what is known of the apps that fetched them. */
  async function reset(condition: string, params: unknown[]): Promise<boolean> {
    const links = await rows<{ id: string; hash: string | null }>(
      `with old as (
         select link.entitlement_id, link.secret_hash from pps_feed_links link
         join pps_entitlements held on held.id = link.entitlement_id
         join pps_users person on person.id = held.user_id
         where ${condition}
         for update of link)
       update pps_feed_links link set version = link.version + 1, secret_hash = null
       from old where link.entitlement_id = old.entitlement_id
       returning link.entitlement_id as id, old.secret_hash as hash`,
      params,
    );
    for (const { hash } of links) if (hash !== null) linksByHash.forget(hash);
    // Connections know the version of their link, so none of an old link is shown even until then.
    // Rows are locked in the order in which they are written, or the two could block each other.
    await rows(
      `delete from pps_connections where (entitlement_id, version, app) in (
         select known.entitlement_id, known.version, known.app
         from pps_connections known join pps_feed_links link using (entitlement_id)
         where link.entitlement_id in (select json_array_elements_text($1::text::json))
           and known.version <> link.version
         order by known.entitlement_id, known.app for update of known)`,
      [JSON.stringify(links.map(({ id }) => id))],
    );
    return links.length > 0;
  }

  return {
    /** A setting's value. If it has none yet, it gets `initial`. */
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

    async addToken(token: StoredToken, now: Date): Promise<void> {
      await rows('delete from pps_tokens where expires_at <= $1', [now.toISOString()]);
      await rows(
        `insert into pps_tokens (token_hash, client_id, client_proof, scope, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [token.hash, token.clientId, token.clientProof, token.scope, token.expiresAt.toISOString()],
      );
    },

    /** A token that has not expired. */
    token: (tokenHash: string, now: Date) =>
      first<Pick<StoredToken, 'clientId' | 'clientProof' | 'scope'>>(
        `select client_id as "clientId", client_proof as "clientProof", scope
         from pps_tokens where token_hash = $1 and expires_at > $2`,
        [tokenHash, now.toISOString()],
      ),

    userByEmail: (email: string) =>
      first<User>('select id, email from pps_users where email = $1', [email]),

    userById: (id: string) => first<User>('select id, email from pps_users where id = $1', [id]),

    /** Adds a user unless there is one with this e-mail address. */
    async addUser({ id, email }: User): Promise<void> {
      await rows(
        'insert into pps_users (id, email) values ($1, $2) on conflict (email) do nothing',
        [id, email],
      );
    },

    /** Adds an entitlement, or finds the one of this origin, user and product. */
    async upsertEntitlement({ id, userId, sku }: Entitlement, origin: string): Promise<string> {
      const row = await first<{ id: string }>(
        `insert into pps_entitlements (id, origin, user_id, sku) values ($1, $2, $3, $4)
         on conflict (origin, user_id, sku) do update set sku = excluded.sku
         returning id`,
        [id, origin, userId, sku],
      );
      return row?.id ?? id;
    },

    /** An entitlement of this user; `undefined` for another user's. */
    entitlement: (id: string, userId: string) =>
      first<Entitlement>(
        'select id, user_id as "userId", sku from pps_entitlements where id = $1 and user_id = $2',
        [id, userId],
      ),

    /** The version of an entitlement's feed link, which is created if needed. */
    async feedLinkVersion(entitlementId: string): Promise<number> {
      const row = await first<{ version: number }>(
        `insert into pps_feed_links (entitlement_id) values ($1)
         on conflict (entitlement_id) do update set version = pps_feed_links.version
         returning version`,
        [entitlementId],
      );
      return row?.version ?? 1;
    },

    /** Stores the hash of a version's secret. Returns false if that version was reset meanwhile. */
    async setFeedLinkHash(
      entitlementId: string,
      version: number,
      secretHash: string,
    ): Promise<boolean> {
      const updated = await rows(
        `update pps_feed_links set secret_hash = $3
         where entitlement_id = $1 and version = $2 returning version`,
        [entitlementId, version, secretHash],
      );
      return updated.length > 0;
    },

    /** Revokes a member's feed links for a product. Returns false if there are none. */
    resetFeedLinks: (sku: string, email: string) =>
      reset('held.sku = $1 and person.email = $2', [sku, email]),

    /** Revokes the feed link of one entitlement. Returns false if there is none. */
    resetFeedLink: (entitlementId: string) => reset('held.id = $1', [entitlementId]),

    feedLinkByHash: (secretHash: string) =>
      linksByHash.get(secretHash, () =>
        first<FeedLink>(`${feedLinks} where link.secret_hash = $1`, [secretHash]),
      ),

    /**
     * Reads all feed links into memory, page by page: one by one, the first request of each member
     * after a restart would wait for the database.
     */
    async rememberFeedLinks(): Promise<void> {
      let after = '' as string | undefined;
      while (database.isExclusive && after !== undefined) {
        const from = after;
        await linksByHash.keep(async () => {
          const page: (FeedLink & { hash: string })[] = await rows(
            `select found.*, link.secret_hash as hash from (${feedLinks}) found
             join pps_feed_links link on link.entitlement_id = found."entitlementId"
             where link.secret_hash is not null and link.entitlement_id > $1
             order by link.entitlement_id limit ${PAGE_SIZE}`,
            [from],
          );
          after = page.length < PAGE_SIZE ? undefined : page.at(-1)?.entitlementId;
          return page.map(({ hash, ...link }) => [hash, link] as const);
        });
      }
    },

    /** The feed link of an entitlement, once its URL was given out. */
    feedLinkOf: (entitlementId: string) =>
      first<FeedLink>(`${feedLinks} where link.entitlement_id = $1`, [entitlementId]),
  };
}

export type Store = ReturnType<typeof createStore>;
