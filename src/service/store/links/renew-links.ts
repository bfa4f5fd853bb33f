/** Gives links new secrets. The ones before are old links from then on, and so is all that led to them. */
import { recordBatch } from './changed-links.js';
import type { Statements } from '../database/database.js';
import type { LinkSecrets, LinkVersion } from './link-secrets.js';
import { texts } from '../batches.js';

const DAY_MS = 86_400_000;
/** Days for which it is known what a link was. */
export const OLD_LINK_DAYS = 90;

export interface Renewal {
  /** What the links before are: those of one member who has a leak, or all of a product. */
  kind: 'reset' | 'rotated';
  at: Date;
}

/** A link that is locked. */
export interface LockedLink extends LinkVersion {
  sku: string;
}

/** It must be the last thing that a transaction does. */
export async function renewLinks(
  statements: Statements,
  { hashOf, oldHashOf }: LinkSecrets,
  links: readonly LockedLink[],
  { kind, at }: Renewal,
): Promise<void> {
  if (links.length === 0) return;
  const until = new Date(Number(at) + OLD_LINK_DAYS * DAY_MS).toISOString();
  const renewed = links.map((link) => {
    const next = { ...link, version: link.version + 1 };
    return { ...link, next: next.version, before: hashOf(link), after: hashOf(next) };
  });
  const ids = JSON.stringify(links.map(({ entitlementId }) => entitlementId));
  // What had led to a link must not lead to the next one, whose secret it would give away.
  const { rows } = await statements.query(
    `update pps_old_links set kind = $2, until = $3, new_url = null
     where entitlement_id in ${texts(1)} and kind in ('moved-in', 'moved-out') returning hash`,
    [ids, kind, until],
  );
  const own = links.map((link) => ({ hash: oldHashOf(link), ...link }));
  await statements.query(
    `insert into pps_old_links (hash, entitlement_id, version, kind, until)
     select hash, "entitlementId", version, $2, $3 from json_to_recordset($1::text::json)
       as given (hash text, "entitlementId" text, version integer)
     on conflict (hash) do nothing`,
    [JSON.stringify(own), kind, until],
  );
  await statements.query(
    `update pps_entitlements link set version = given.next, hash = given.after, made_at = $2,
       apps = 0, watched_at = null
     from json_to_recordset($1::text::json)
       as given ("entitlementId" text, next integer, after text)
     where link.id = given."entitlementId"`,
    [JSON.stringify(renewed), at.toISOString()],
  );
  await statements.query(`delete from pps_connections where entitlement_id in ${texts(1)}`, [ids]);
  const old = [...(rows as { hash: string }[]), ...own].map(({ hash }) => hash);
  await recordBatch(statements, old, 'old-links');
  await recordBatch(
    statements,
    renewed.flatMap(({ before, after }) => [before, after]),
  );
}
