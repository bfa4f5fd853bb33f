/** Reading links out of the database for the index: all of them page by page, or some by their hashes. */
import { LAST_INSTANT } from '../../ledger/statement.js';
import { dateOf, type Statements } from '../database/database.js';
import type { OldLink } from './old-link-index.js';

/** A link as the index has it. */
export interface LinkRow {
  hash: string;
  entitlementId: string;
  version: number;
  sku: string;
  /** Milliseconds; `Infinity` for no end, 0 if there never was access by a grant. */
  endsAt: number;
  /** Bits of the apps that have ever fetched it. */
  apps: number;
  /** When its connections were asked for last, in milliseconds. */
  watchedAt: number;
}

type Cells = [
  hash: string,
  id: string,
  version: number,
  sku: string,
  endsAt: number | null,
  apps: number,
  watchedAt: number | null,
];

const cells = `json_build_array(hash, id, version, sku, extract(epoch from ends_at), apps,
  extract(epoch from watched_at))`;

const LAST_SECOND = Math.floor(LAST_INSTANT / 1000);

function toLink([hash, entitlementId, version, sku, endsAt, apps, watchedAt]: Cells): LinkRow {
  const end = endsAt ?? 0;
  return {
    hash,
    entitlementId,
    version,
    sku,
    endsAt: end >= LAST_SECOND ? Infinity : end * 1000,
    apps,
    watchedAt: (watchedAt ?? 0) * 1000,
  };
}

async function readCells(
  statements: Statements,
  from: string,
  params: unknown[],
): Promise<LinkRow[]> {
  // As one value: the drivers take several times as long for single cells.
  const { rows } = await statements.query(
    `select json_agg(${cells} order by hash, id) as page from (${from}) link`,
    params,
  );
  const [{ page }] = rows as [{ page: Cells[] | null }];
  return (page ?? []).map(toLink);
}

const columns = 'hash, id, version, sku, ends_at, apps, watched_at';

/** Links after another one, in the order of their hashes: so the index takes each page at one place. */
export const readLinksAfter = (
  statements: Statements,
  after: Pick<LinkRow, 'hash' | 'entitlementId'>,
  limit: number,
): Promise<LinkRow[]> =>
  readCells(
    statements,
    `select ${columns} from pps_entitlements where (hash, id) > ($1, $2)
     order by hash, id limit ${limit}`,
    [after.hash, after.entitlementId],
  );

/** Those of some hashes that are there. */
export const readLinksByHash = (
  statements: Statements,
  hashes: readonly string[],
): Promise<LinkRow[]> =>
  readCells(
    statements,
    // By `offset 0` each is looked up: a planner without statistics would read all links for each change.
    `select link.* from json_array_elements_text($1::text::json) as asked (hash)
     cross join lateral (
       select ${columns} from pps_entitlements where hash = asked.hash offset 0) link`,
    [JSON.stringify(hashes)],
  );

/** An old link as its index has it. */
export interface OldLinkRow extends OldLink {
  hash: string;
}

type OldRow = Omit<OldLinkRow, 'until'> & { until: string | null };

async function readOldRows(
  statements: Statements,
  from: string,
  params: unknown[],
): Promise<OldLinkRow[]> {
  const { rows } = await statements.query(
    `select old.hash, old.entitlement_id as "entitlementId", old.version, link.sku, old.kind,
       to_json(old.until) as until
     from (${from}) old cross join lateral (
       select sku from pps_entitlements where id = old.entitlement_id offset 0) link
     order by old.hash`,
    params,
  );
  return (rows as OldRow[]).map(({ until, ...row }) => ({
    ...row,
    until: Number(dateOf(until) ?? Infinity),
  }));
}

const oldColumns = 'hash, entitlement_id, version, kind, until';

/** Old links after another one, in the order of their hashes. */
export const readOldLinksAfter = (
  statements: Statements,
  after: Pick<OldLinkRow, 'hash'>,
  limit: number,
): Promise<OldLinkRow[]> =>
  readOldRows(
    statements,
    `select ${oldColumns} from pps_old_links where hash > $1 order by hash limit ${limit}`,
    [after.hash],
  );

/** The old links of some hashes that are there. */
export const readOldLinksByHash = (
  statements: Statements,
  hashes: readonly string[],
): Promise<OldLinkRow[]> =>
  readOldRows(
    statements,
    `select known.* from json_array_elements_text($1::text::json) as asked (hash)
     cross join lateral (
       select ${oldColumns} from pps_old_links where hash = asked.hash offset 0) known`,
    [JSON.stringify(hashes)],
  );
