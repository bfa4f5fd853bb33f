/** The SQL for connections: which apps fetched a member's feed link, first and last. */
import type { Database } from './database/database.js';

/** An app that fetched a version of a feed link. */
export interface Fetch {
  entitlementId: string;
  version: number;
  /** App id, or the name of a feed reader. */
  app: string;
  at: Date;
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

/** Minutes between two writes for the same link and app. */
export const WRITE_INTERVAL_MINUTES = 5;

/** Connections of the current link only: those of an earlier one ended with it. */
const connections = `select known.entitlement_id as "entitlementId", known.app,
    known.first_fetched_at as "firstFetchedAt", known.last_fetched_at as "lastFetchedAt"
  from pps_connections known
  join pps_feed_links link on link.entitlement_id = known.entitlement_id
    and link.version = known.version
  join pps_entitlements held on held.id = known.entitlement_id`;

export function createConnectionStore(database: Database) {
  async function rows<Row>(text: string, params: unknown[]): Promise<Row[]> {
    return (await database.query(text, params)).rows as Row[];
  }

  return {
    /**
     * Adds fetches in one statement. Those of a link that was reset meanwhile are left out, and so
     * is what another process wrote less than five minutes before.
     */
    async add(fetches: readonly Fetch[]): Promise<void> {
      await rows(
        `insert into pps_connections as known
           (entitlement_id, version, app, first_fetched_at, last_fetched_at)
         select link.entitlement_id, link.version, seen.app, seen.at, seen.at
         from json_to_recordset($1::text::json)
           as seen("entitlementId" text, version integer, app text, at timestamptz)
         join pps_feed_links link on link.entitlement_id = seen."entitlementId"
           and link.version = seen.version
         order by link.entitlement_id, seen.app
         on conflict (entitlement_id, version, app) do update
           set last_fetched_at = excluded.last_fetched_at
           where known.last_fetched_at
             <= excluded.last_fetched_at - interval '${WRITE_INTERVAL_MINUTES} minutes'`,
        [JSON.stringify(fetches)],
      );
    },

    /** Connections of one entitlement, the latest first. */
    ofEntitlement: (entitlementId: string, since: Date) =>
      rows<StoredConnection>(
        `${connections} where held.id = $1 and known.last_fetched_at > $2
         order by known.last_fetched_at desc, known.app`,
        [entitlementId, since.toISOString()],
      ),

    /** Connections of all feed links that a user has for a product, the latest first. */
    ofUser: (userId: string, sku: string, since: Date) =>
      rows<StoredConnection>(
        `${connections} where held.user_id = $1 and held.sku = $2 and known.last_fetched_at > $3
         order by known.last_fetched_at desc, known.app`,
        [userId, sku, since.toISOString()],
      ),

    /** Those of the links that more than `most` apps fetched since a time. */
    busyLinks: (entitlementIds: readonly string[], since: Date, most: number) =>
      rows<BusyLink>(
        `select held.id as "entitlementId", held.user_id as "userId", held.sku,
           count(*)::integer as apps
         from pps_connections known
         join pps_feed_links link on link.entitlement_id = known.entitlement_id
           and link.version = known.version
         join pps_entitlements held on held.id = known.entitlement_id
         where held.id in (select json_array_elements_text($1::text::json))
           and known.last_fetched_at > $2
         group by held.id having count(*) > $3`,
        [JSON.stringify(entitlementIds), since.toISOString(), most],
      ),

    /** Removes what no app has fetched since a time, and what belongs to links that were reset. */
    async removeOld(since: Date): Promise<void> {
      await rows(
        `delete from pps_connections known using pps_feed_links link
         where link.entitlement_id = known.entitlement_id
           and (link.version <> known.version or known.last_fetched_at <= $1)`,
        [since.toISOString()],
      );
    },
  };
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>;
