/** The store's SQL. */
import { setImmediate } from 'node:timers/promises';
import { createMemory, REMEMBERED_ROWS } from './memory.js';
import type { Changes } from './database/changes.js';
import type { OpenDatabase } from './database/database.js';
import type { FeedLink, FeedLinkVersion, Store, StoredToken, User } from './store.js';

/** Rows that are read into memory at a time, while requests wait: about 10 ms. */
const PAGE_SIZE = 1_000;

const columns =
  'link.entitlement_id as "entitlementId", link.version, entitlement.sku, member.email';
const joined = `from pps_feed_links link
  join pps_entitlements entitlement on entitlement.id = link.entitlement_id
  join pps_users member on member.id = entitlement.user_id`;
const feedLinks = `select ${columns} ${joined}`;

export function createStore(database: OpenDatabase, changes: Changes): Store {
  const linksByHash = createMemory<FeedLink>(changes);
  const skus = new Map<string, string>();
  /** The same link with one text for all links of a product, and nothing else of its row. */
  function compact({ entitlementId, version, sku, email }: FeedLink): FeedLink {
    const shared = skus.get(sku) ?? sku;
    skus.set(sku, shared);
    return { entitlementId, version, sku: shared, email, isChecked: false };
  }
  changes.onChange(({ subject, key }) => {
    if (subject === 'link' || subject === 'everything') linksByHash.forget(key);
  });

  async function rows<Row>(text: string, params: unknown[]): Promise<Row[]> {
    const result = await database.query(text, params);
    return result.rows as Row[];
  }
  async function first<Row>(text: string, params: unknown[]): Promise<Row | undefined> {
    return (await rows<Row>(text, params))[0];
  }

  return {
    async setting(name, initial) {
      await rows(
        'insert into pps_settings (name, value) values ($1, $2) on conflict (name) do nothing',
        [name, initial],
      );
      const row = await first<{ value: string }>('select value from pps_settings where name = $1', [
        name,
      ]);
      return row?.value ?? initial;
    },

    async replaceSetting(name, value, by) {
      await rows('update pps_settings set value = $3 where name = $1 and value = $2', [
        name,
        value,
        by,
      ]);
    },

    async addToken(token, now) {
      await rows('delete from pps_tokens where expires_at <= $1', [now.toISOString()]);
      await rows(
        `insert into pps_tokens (token_hash, client_id, client_proof, scope, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [token.hash, token.clientId, token.clientProof, token.scope, token.expiresAt.toISOString()],
      );
    },

    token: (tokenHash, now) =>
      first<Pick<StoredToken, 'clientId' | 'clientProof' | 'scope'>>(
        `select client_id as "clientId", client_proof as "clientProof", scope
         from pps_tokens where token_hash = $1 and expires_at > $2`,
        [tokenHash, now.toISOString()],
      ),

    userByEmail: (email) =>
      first<User>('select id, email from pps_users where email = $1', [email]),

    userById: (id) => first<User>('select id, email from pps_users where id = $1', [id]),

    async addUser({ id, email }) {
      // An update that changes nothing, because only a row that was written is returned.
      const user = await first<User>(
        `insert into pps_users (id, email) values ($1, $2)
         on conflict (email) do update set email = excluded.email returning id, email`,
        [id, email],
      );
      return user ?? { id, email };
    },

    async entitlementId({ userId, sku, origin }) {
      const row = await first<{ id: string }>(
        'select id from pps_entitlements where origin = $1 and user_id = $2 and sku = $3',
        [origin, userId, sku],
      );
      return row?.id;
    },

    async addEntitlement({ id, userId, sku, origin }) {
      const row = await first<{ id: string }>(
        `insert into pps_entitlements (id, origin, user_id, sku) values ($1, $2, $3, $4)
         on conflict (origin, user_id, sku) do update set sku = excluded.sku
         returning id`,
        [id, origin, userId, sku],
      );
      return row?.id ?? id;
    },

    async entitlement(id, userId) {
      const row = await first<{ sku: string; email: string }>(
        `select entitlement.sku, member.email from pps_entitlements entitlement
         join pps_users member on member.id = entitlement.user_id
         where entitlement.id = $1 and member.id = $2`,
        [id, userId],
      );
      return row && { sku: row.sku, user: { id: userId, email: row.email } };
    },

    feedLinkVersion: (entitlementId) =>
      first<FeedLinkVersion>(
        `select version, secret_hash as "secretHash" from pps_feed_links
         where entitlement_id = $1`,
        [entitlementId],
      ),

    async putFeedLink(entitlementId, version, secretHash) {
      const written = await rows(
        `insert into pps_feed_links (entitlement_id, version, secret_hash) values ($1, $2, $3)
         on conflict (entitlement_id) do update set secret_hash = excluded.secret_hash
           where pps_feed_links.version = excluded.version
         returning version`,
        [entitlementId, version, secretHash],
      );
      return written.length > 0;
    },

    async resetFeedLinks(userId, sku) {
      const links = await rows<{ id: string; hash: string | null }>(
        `with old as (
           select link.entitlement_id, link.secret_hash from pps_feed_links link
           join pps_entitlements entitlement on entitlement.id = link.entitlement_id
           where entitlement.user_id = $1 and entitlement.sku = $2
           order by link.entitlement_id for update of link)
         update pps_feed_links link set version = link.version + 1, secret_hash = null
         from old where link.entitlement_id = old.entitlement_id
         returning link.entitlement_id as id, old.secret_hash as hash`,
        [userId, sku],
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
    },

    feedLinkByHash: (secretHash) =>
      linksByHash.get(secretHash, async () => {
        const link = await first<FeedLink>(`${feedLinks} where link.secret_hash = $1`, [
          secretHash,
        ]);
        return link && compact(link);
      }),

    async rememberFeedLinks() {
      let after: string | undefined = database.isExclusive ? '' : undefined;
      for (let read = 0; after !== undefined && read < REMEMBERED_ROWS; read += PAGE_SIZE) {
        // Requests come first.
        await setImmediate();
        const from: string = after;
        await linksByHash.keep(async () => {
          // As one value: the embedded database takes several times as long for its cells. The
          // second condition spares it the search for the page in the other table.
          const found = await first<{ page: (FeedLink & { hash: string })[] | null }>(
            `select json_agg(found) as page from (
               select ${columns}, link.secret_hash as hash ${joined}
               where link.secret_hash is not null and link.entitlement_id > $1
                 and entitlement.id > $1
               order by link.entitlement_id limit ${PAGE_SIZE}) found`,
            [from],
          );
          const page = found?.page ?? [];
          after = page.length < PAGE_SIZE ? undefined : page.at(-1)?.entitlementId;
          return page.map((link) => [link.hash, compact(link)] as const);
        });
      }
    },

    feedLinkOf: (entitlementId) =>
      first<FeedLink>(`${feedLinks} where link.entitlement_id = $1`, [entitlementId]),
  };
}
