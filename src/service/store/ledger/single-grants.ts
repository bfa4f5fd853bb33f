/** The operator's calls for single grants, and the grants of the catalogue file: rows by address. */
import type { Grant } from '../../ledger/grant.js';
import { CATALOGUE_SOURCE } from '../../ledger/sources.js';
import { lastBefore, subjectOfEmail, type StatedGrant } from '../../ledger/statement.js';
import { hash } from '../../crypto/secrets.js';
import type { Statements } from '../database/database.js';
import { changeMembers, type Decide, type MemberChange, type Written } from './change-members.js';
import { eachInTurns } from '../batches.js';
import type { LedgerGrant } from './member-rows.js';
import type { OpenSource, Source } from './open-source.js';
import { stateAll, statedGrants } from './state-members.js';
import type { LinkEnd } from './write-links.js';

/** Counts of what a file of grants has changed. */
export interface PutResult {
  added: number;
  /** Of those there were: how many have another end now. */
  changed: number;
  unchanged: number;
}

/** Of one member's grants in a file, the last one for each product counts. */
function lastBySku(grants: readonly StatedGrant[]): StatedGrant[] {
  return [...new Map(grants.map((grant) => [grant.sku, grant])).values()];
}

async function byAddress(grants: readonly Grant[]): Promise<Map<string, Grant[]>> {
  const found = new Map<string, Grant[]>();
  await eachInTurns(grants, (grant) => {
    const others = found.get(grant.email);
    if (others) others.push(grant);
    else found.set(grant.email, [grant]);
  });
  return found;
}

function countGrants(known: readonly LedgerGrant[], given: readonly StatedGrant[]): PutResult {
  const stated = new Map(known.flatMap((each) => (each.isStated ? [[each.sku, each]] : [])));
  const found = given.filter(({ sku }) => stated.has(sku));
  const unchanged = found.filter(({ sku, until }) => stated.get(sku)?.until === until).length;
  return {
    added: given.length - found.length,
    changed: found.length - unchanged,
    unchanged,
  };
}

/** Adds grants to those that the operator has given, or replaces their ends: all of them, or none. */
export async function putGrants(
  statements: Statements,
  admin: Source,
  grants: readonly Grant[],
  now: Date,
): Promise<Written<PutResult>> {
  const byEmail = await byAddress(grants);
  const total: PutResult = { added: 0, changed: 0, unchanged: 0 };
  const changes: MemberChange[] = [];
  await eachInTurns([...byEmail], ([email, lines]) => {
    const given = lastBySku(lines.map(({ sku, until }) => ({ sku, until })));
    const decide: Decide = (row) => {
      const counted = countGrants(row.grants, given);
      for (const name of ['added', 'changed', 'unchanged'] as const) total[name] += counted[name];
      const isGiven = new Set(given.map(({ sku }) => sku));
      const others = statedGrants(row).filter(({ sku }) => !isGiven.has(sku));
      // Somebody typed the address just now: it is for whoever has it.
      const next = { email, grants: [...others, ...given], at: now, findsAnew: true };
      return { ...next, isTimeless: counted.unchanged === given.length };
    };
    changes.push({ subject: subjectOfEmail(email), decide });
  });
  const { ends } = await changeMembers(statements, admin, changes, now);
  return { result: total, ends };
}

/** Ends a grant that the operator has given. @returns whether there was one */
export async function removeGrant(
  statements: Statements,
  admin: Source,
  { sku, email }: Pick<Grant, 'sku' | 'email'>,
  now: Date,
): Promise<Written<boolean>> {
  const decide: Decide = (row) => {
    const stated = statedGrants(row);
    const left = stated.filter((grant) => grant.sku !== sku);
    if (left.length === stated.length) return 'unchanged';
    return { email: row.email, grants: left, at: now };
  };
  const changes = [{ subject: subjectOfEmail(email), decide }];
  const { result, ends } = await changeMembers(statements, admin, changes, now);
  return { result: result[0]?.result === 'taken', ends };
}

/** The catalogue's grants in the ledger, as they were written last. */
export interface StatedCatalogue {
  hash: string;
  at: Date;
}

/** The part of a catalogue file that says who may hear. */
export interface ListedAccess {
  grants: readonly Grant[];
  products: readonly { sku: string; access: 'everyone' | 'granted' }[];
}

/** Stands for the grants of a catalogue file, in whatever order it has them. */
export function hashGrants({ grants, products }: ListedAccess): string {
  const lines = [
    ...grants.map(({ email, sku, until }) => JSON.stringify([email, sku, until])),
    ...products.map(({ sku, access }) => JSON.stringify([sku, access])),
  ];
  return hash(lines.sort().join('\n'));
}

/** Finds links to products that were open to everybody, of those who had no grant: they end now. */
async function findOpen(
  statements: Statements,
  products: ListedAccess['products'],
  now: Date,
): Promise<LinkEnd[]> {
  const skus = products.flatMap(({ sku, access }) => (access === 'granted' ? sku : []));
  const { rows } = await statements.query(
    `select id, hash from pps_entitlements where ends_at is null
       and sku in (select json_array_elements_text($1::text::json))`,
    [JSON.stringify(skus)],
  );
  return (rows as Pick<LinkEnd, 'id' | 'hash'>[]).map((link) => ({
    ...link,
    before: null,
    endsAt: lastBefore(Number(now)).toISOString(),
  }));
}

/** Reads what the ledger has of the catalogue; `undefined` before the first time. */
export async function readStatedCatalogue(
  statements: Statements,
): Promise<StatedCatalogue | undefined> {
  const { rows } = await statements.query(
    'select hash, to_json(hash_at) as at from pps_sources where name = $1',
    [CATALOGUE_SOURCE],
  );
  const [row] = rows as { hash: string | null; at: string }[];
  return row?.hash === null || row === undefined
    ? undefined
    : { hash: row.hash, at: new Date(row.at) };
}

/**
 * Writes the grants of the catalogue file: what it no longer has has ended. The file that was read last
 * counts, also if the clock of whoever read the one before was ahead.
 */
export async function stateCatalogue(
  statements: Statements,
  source: OpenSource,
  listed: ListedAccess,
  now: Date,
): Promise<Written<undefined>> {
  const { grants, products } = listed;
  const byEmail = await byAddress(grants);
  const file = [...byEmail].map(([email, lines]) => ({
    subject: subjectOfEmail(email),
    email,
    grants: lines.map(({ sku, until }) => ({ sku, until })),
  }));
  const at = new Date(Math.max(Number(now), Number(source.wholeAt ?? now)));
  const options = { replace: true, force: true, at };
  const { ends } = await stateAll(statements, source, file, options, now);
  await statements.query('update pps_sources set hash = $2, hash_at = $3 where name = $1', [
    CATALOGUE_SOURCE,
    hashGrants(listed),
    now.toISOString(),
  ]);
  const isFound = new Set(ends.map(({ id }) => id));
  const open = await findOpen(statements, products, now);
  return { result: undefined, ends: [...ends, ...open.filter(({ id }) => !isFound.has(id))] };
}
