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

export interface ConnectionStore {
  /**
   * Adds fetches in one statement. Those of a link that was reset meanwhile are left out, and so
   * is what another process wrote less than five minutes before.
   */
  add(fetches: readonly Fetch[]): Promise<void>;
  /** Connections of one entitlement, the latest first. */
  ofEntitlement(entitlementId: string, since: Date): Promise<StoredConnection[]>;
  /** Connections of all feed links that a user has for a product, the latest first. */
  ofUser(userId: string, sku: string, since: Date): Promise<StoredConnection[]>;
  /** Those of the links that more than `most` apps fetched since a time. */
  busyLinks(entitlementIds: readonly string[], since: Date, most: number): Promise<BusyLink[]>;
  /** Removes what no app has fetched since a time, and what belongs to links that were reset. */
  removeOld(since: Date): Promise<void>;
}

/** Connections of the current link only: those of an earlier one ended with it. */
const connections = `select known.entitlement_id as "entitlementId", known.app,
    known.first_fetched_at as "firstFetchedAt", known.last_fetched_at as "lastFetchedAt"
  from pps_connections known
  join pps_feed_links link on link.entitlement_id = known.entitlement_id
    and link.version = known.version
  join pps_entitlements entitlement on entitlement.id = known.entitlement_id`;

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
           (entitlement_id, version, app, first_fetched_at, last_fetched_at)
         select link.entitlement_id, link.version, seen.app, seen.at, seen.at
         from json_to_recordset($1::text::json)
           as seen("entitlementId" text, version integer, app text, at timestamptz)
         cross join lateral (
           select entitlement_id, version from pps_feed_links
           where entitlement_id = seen."entitlementId" and version = seen.version limit 1) link
         order by link.entitlement_id, seen.app
         on conflict (entitlement_id, version, app) do update
           set last_fetched_at = excluded.last_fetched_at
           where known.last_fetched_at
             <= excluded.last_fetched_at - interval '${WRITE_INTERVAL_MINUTES} minutes'`,
        [JSON.stringify(fetches)],
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
               select version from pps_feed_links where entitlement_id = asked.id)) counted
         join pps_entitlements entitlement on entitlement.id = asked.id
         where counted.apps > $3`,
        [JSON.stringify(entitlementIds), since.toISOString(), most],
      ),

    async removeOld(since) {
      await rows(
        `delete from pps_connections known using pps_feed_links link
         where link.entitlement_id = known.entitlement_id
           and (link.version <> known.version or known.last_fetched_at <= $1)`,
        [since.toISOString()],
      );
    },
  };
}
