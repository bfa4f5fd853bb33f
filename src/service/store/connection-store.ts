/** The SQL for connections: which apps fetched a member's feed link, first and last. */
import { recordBatch } from './links/changed-links.js';
import type { Database } from './database/database.js';
import { unlockedRows } from './database/engine-sql.js';

/** An app that fetched a version of a feed link. */
export interface Fetch {
  entitlementId: string;
  version: number;
  /** App id, or the name of a feed reader. */
  app: string;
  /** Bit of the app among all that are told apart. */
  bit: number;
  /** Whether the app has never fetched this link before, so far as this process knows. */
  isFirst: boolean;
  at: Date;
  /** HTTP status of the answer. */
  status: number;
  /** Whether the app asked with a link that was replaced before. */
  isOld?: boolean;
}

export interface StoredConnection {
  entitlementId: string;
  app: string;
  firstFetchedAt: Date;
  lastFetchedAt: Date;
}

/** A link that more apps fetched than usual. */
export interface BusyLink {
  entitlementId: string;
  userId: string;
  sku: string;
  apps: number;
}

/** A link that is watched is written at every fetch. It takes one write in so many milliseconds to say so. */
const WATCH_AGAIN_MS = 5 * 60 * 1000;
/** Rows that one statement removes. */
const PAGE = 1_000;

export interface ConnectionStore {
  /** Adds fetches in one statement. Those of a link that was replaced meanwhile are left out. */
  add(fetches: readonly Fetch[]): Promise<void>;
  /** Connections of one entitlement, the latest first. */
  ofEntitlement(entitlementId: string, since: Date): Promise<StoredConnection[]>;
  /** Connections of all feed links that a user has for a product, the latest first. */
  ofUser(userId: string, sku: string, since: Date): Promise<StoredConnection[]>;
  /** Those of the links that more than `most` apps fetched since a time. */
  busyLinks(entitlementIds: readonly string[], since: Date, most: number): Promise<BusyLink[]>;
  /** Notes that a link is watched, unless it was a few minutes ago: every process is told. */
  watch(entitlementIds: readonly string[], at: Date): Promise<void>;
  /** Removes what no app has fetched since a time, page by page. */
  removeOld(since: Date): Promise<void>;
}

/** Connections of the current link only: those of an earlier one ended with it. */
const connections = `select known.entitlement_id as "entitlementId", known.app,
    known.first_fetched_at as "firstFetchedAt", known.last_fetched_at as "lastFetchedAt"
  from pps_connections known
  join pps_entitlements entitlement on entitlement.id = known.entitlement_id
    and entitlement.version = known.version`;

/**
 * `lateral` makes it a look-up per row: a planner without statistics, as an embedded database is,
 * would read whole tables for a handful of rows.
 */
export function createConnectionStore(database: Database): ConnectionStore {
  async function rows<Row>(text: string, params: unknown[]): Promise<Row[]> {
    return (await database.query(text, params)).rows as Row[];
  }

  return {
    async add(fetches) {
      await rows(
        `insert into pps_connections as known
           (entitlement_id, version, app, first_fetched_at, last_fetched_at, status)
         select link.id, seen.version, seen.app, seen.at, seen.at, seen.status
         from json_to_recordset($1::text::json) as seen
           ("entitlementId" text, version integer, app text, at timestamptz, status integer,
            "isOld" boolean)
         cross join lateral (
           select id from pps_entitlements
           where id = seen."entitlementId" and (version = seen.version or seen."isOld")
           limit 1) link
         order by link.id, seen.version, seen.app
         on conflict (entitlement_id, version, app) do update
           set last_fetched_at = excluded.last_fetched_at, status = excluded.status
           where known.last_fetched_at < excluded.last_fetched_at`,
        [
          JSON.stringify(
            fetches.map(({ entitlementId, version, app, at, status, isOld = false }) => ({
              entitlementId,
              version,
              app,
              at,
              status,
              isOld,
            })),
          ),
        ],
      );
      const firsts = new Map<string, Pick<Fetch, 'entitlementId' | 'version' | 'bit' | 'at'>>();
      for (const { entitlementId, version, bit, isFirst, at } of fetches) {
        if (!isFirst) continue;
        // After a reset, those of the link before may come beside those of the new one.
        const link = `${entitlementId} ${version}`;
        const known = firsts.get(link);
        firsts.set(link, {
          entitlementId,
          version,
          bit: (known?.bit ?? 0) | bit,
          at: known && known.at < at ? known.at : at,
        });
      }
      if (firsts.size === 0) return;
      await rows(
        `with seen as (
           select link.id, seen.bit, seen.at from json_to_recordset($1::text::json)
             as seen ("entitlementId" text, version integer, bit integer, at timestamptz)
           join pps_entitlements link on link.id = seen."entitlementId"
             and link.version = seen.version order by link.id for update of link)
         update pps_entitlements link set apps = link.apps | seen.bit,
           first_fetched_at = coalesce(link.first_fetched_at, seen.at)
         from seen where link.id = seen.id`,
        [JSON.stringify([...firsts.values()])],
      );
    },

    ofEntitlement: (entitlementId, since) =>
      rows<StoredConnection>(
        `${connections} where entitlement.id = $1 and known.last_fetched_at > $2
         order by known.last_fetched_at desc, known.app`,
        [entitlementId, since.toISOString()],
      ),

    ofUser: (userId, sku, since) =>
      rows<StoredConnection>(
        `${connections} where entitlement.user_id = $1 and entitlement.sku = $2 and known.last_fetched_at > $3
         order by known.last_fetched_at desc, known.app`,
        [userId, sku, since.toISOString()],
      ),

    busyLinks: (entitlementIds, since, most) =>
      rows<BusyLink>(
        `select entitlement.id as "entitlementId", entitlement.user_id as "userId", entitlement.sku,
           counted.apps
         from json_array_elements_text($1::text::json) asked (id)
         cross join lateral (
           select count(*)::integer as apps
           from pps_connections known
           where known.entitlement_id = asked.id and known.last_fetched_at > $2
             and known.version = (
               select version from pps_entitlements where id = asked.id)) counted
         join pps_entitlements entitlement on entitlement.id = asked.id
         where counted.apps > $3`,
        [JSON.stringify(entitlementIds), since.toISOString(), most],
      ),

    async watch(entitlementIds, at) {
      const before = new Date(at.getTime() - WATCH_AGAIN_MS);
      await database.transaction(async (statements) => {
        const { rows: watched } = await statements.query(
          `update pps_entitlements set watched_at = $2
           where id in (select json_array_elements_text($1::text::json))
             and (watched_at is null or watched_at < $3) returning hash`,
          [JSON.stringify(entitlementIds), at.toISOString(), before.toISOString()],
        );
        await recordBatch(
          statements,
          (watched as { hash: string }[]).map(({ hash }) => hash),
        );
      });
    },

    async removeOld(since) {
      for (;;) {
        const removed = await rows(
          `delete from pps_connections where (entitlement_id, version, app) in (
             select entitlement_id, version, app from pps_connections
             where last_fetched_at <= $1 order by last_fetched_at limit ${PAGE}
             ${unlockedRows}) returning app`,
          [since.toISOString()],
        );
        if (removed.length < PAGE) return;
      }
    },
  };
}
