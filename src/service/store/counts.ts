/** Counts of what is stored, for operators. Each reads a whole table. */
import type { Database } from './database/database.js';
import { serverVersion } from './database/engine-sql.js';
import { oldLinkKinds, type OldLinkKind } from './links/old-link-index.js';

export interface GrantCount {
  sku: string;
  source: string;
  inForce: number;
  ended: number;
}

export interface Counts {
  /** The database's own name for its version. */
  database: string;
  /** Counts those who were ever onboarded: each has a link. Sources state many who never ask for one. */
  members: number;
  grants: GrantCount[];
  /** By app id, or by the name of a feed reader: links that it fetched since a time. */
  apps: { app: string; links: number }[];
  /** By kind. */
  oldLinks: Record<OldLinkKind, number>;
}

export async function countStored(database: Database, now: Date, since: Date): Promise<Counts> {
  async function rows<Row>(text: string, params: unknown[] = []): Promise<Row[]> {
    return (await database.query(text, params)).rows as Row[];
  }
  // One after another: an embedded database answers members in between.
  const [version] = await rows<{ server_version: string }>(serverVersion);
  const [members] = await rows<{ count: number }>(
    'select count(distinct user_id)::integer from pps_entitlements',
  );
  const grants = await rows<GrantCount>(
    `select sku, source, (count(*) filter (where ends_at >= $1::timestamptz))::integer as "inForce",
       (count(*) filter (where ends_at < $1::timestamptz))::integer as ended
     from pps_grants where is_stated group by sku, source order by sku, source`,
    [now.toISOString()],
  );
  const apps = await rows<{ app: string; links: number }>(
    `select known.app, count(*)::integer as links from pps_connections known
     join pps_entitlements link on link.id = known.entitlement_id
       and link.version = known.version
     where known.last_fetched_at > $1 group by known.app order by links desc, known.app`,
    [since.toISOString()],
  );
  const old = await rows<{ kind: OldLinkKind; count: number }>(
    'select kind, count(*)::integer from pps_old_links group by kind',
  );
  const countOf = (kind: OldLinkKind) => old.find((row) => row.kind === kind)?.count ?? 0;
  return {
    database: `Postgres ${version?.server_version ?? ''}`.trim(),
    members: members?.count ?? 0,
    grants,
    apps,
    oldLinks: Object.fromEntries(
      oldLinkKinds.map((kind) => [kind, countOf(kind)]),
    ) as Counts['oldLinks'],
  };
}
