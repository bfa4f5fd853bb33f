/** The tables of the ledger as they are, and where they differ from the model. */
import type { LinkSecrets } from '../../../../src/service/store/links/link-secrets.js';
import type { Statements } from '../../../../src/service/store/database/database.js';
import type { TestDatabase } from '../../../support/feed-service/prepared-database.js';
import type { LedgerModel } from './ledger-model.js';

interface StoredLink {
  id: string;
  user_id: string;
  sku: string;
  origin: string;
  version: number;
  hash: string;
  ends_at: string | null;
}

export interface Tables {
  users: { id: string; email: string | null }[];
  members: {
    source: string;
    subject: string;
    addresses: string;
    email: string | null;
    stated_at: string;
    deleted_at: string | null;
    persons: string[];
    grants: { sku: string; since: string; ends_at: string; is_stated: boolean }[];
  }[];
  links: StoredLink[];
  oldLinks: {
    hash: string;
    entitlement_id: string;
    version: number;
    kind: string;
    /** Sealed: another text each time that it is written. */
    new_url: string | null;
  }[];
  batches: { number: number; kind: string; hashes: string }[];
  last: number;
}

const rowsOf = (table: string, order: string) =>
  `coalesce((select json_agg(t order by ${order}) from ${table} t), '[]')`;

/** Everything at one moment. */
export async function readTables(statements: Statements): Promise<Tables> {
  const { rows } = await statements.query(
    `select json_build_object(
       'users', ${rowsOf('pps_users', 'id')},
       'links', ${rowsOf('pps_entitlements', 'id')},
       'oldLinks', ${rowsOf(
         '(select hash, entitlement_id, version, kind, new_url from pps_old_links)',
         'hash',
       )},
       'members', ${rowsOf(
         `(select source, subject, addresses, email, stated_at, deleted_at,
             array(select user_id from pps_member_users named where named.source = member.source
               and named.subject = member.subject order by user_id) as persons,
             ${rowsOf(
               `(select sku, since, ends_at, is_stated from pps_grants granted
                 where granted.source = member.source and granted.subject = member.subject)`,
               'sku',
             )} as grants from pps_members member)`,
         'source, subject',
       )},
       'batches', ${rowsOf(
         `(select number, kind, coalesce((select string_agg(hashes, '' order by part)
             from pps_changed_links where batch = id), '') as hashes from pps_batches)`,
         'number',
       )},
       'last', (select number from pps_last_batch)) as tables`,
  );
  return (rows as { tables: Tables }[])[0]!.tables;
}

/** Removes all that a ledger has written. The batches stay, and go on. */
export async function emptyTables(database: Pick<TestDatabase, 'exec'>): Promise<void> {
  const names = [
    'changed_links',
    'connections',
    'old_links',
    'entitlements',
    'grants',
    'member_users',
    'members',
  ];
  const deletions = [...names, 'users', 'sources'].map((name) => `delete from pps_${name};`);
  await database.exec(deletions.join(''));
}

const timeOf = (text: string | null) => (text === null ? undefined : Date.parse(text));

/** Finds the ID of each new person of the model: by the address, or by a row that names them. */
function matchPersons(model: LedgerModel, tables: Tables, ids: Map<string, string>): void {
  for (const person of ids.keys()) if (!model.people.has(person)) ids.delete(person);
  const byEmail = new Map(tables.users.map(({ id, email }) => [email, id]));
  for (const [person, email] of model.people) {
    const id = email === null ? undefined : byEmail.get(email);
    if (id !== undefined && !ids.has(person)) ids.set(person, id);
  }
  const known = new Set(ids.values());
  for (const { source, subject, persons } of tables.members) {
    const named = model.rows.get(`${source} ${subject}`)?.persons ?? [];
    const unknown = named.filter((person) => !ids.has(person));
    const left = persons.filter((id) => !known.has(id));
    if (unknown.length === 1 && left.length === 1) {
      ids.set(unknown[0]!, left[0]!);
      known.add(left[0]!);
    }
  }
}

function says(tables: Tables) {
  return {
    people: tables.users.map(({ id, email }) => `${id} ${String(email)}`),
    members: tables.members.map((row) => ({
      key: `${row.source} ${row.subject}`,
      addresses: row.deleted_at === null && row.addresses,
      email: row.email,
      statedAt: timeOf(row.stated_at),
      deletedAt: timeOf(row.deleted_at),
      persons: row.persons,
      grants: row.grants.map((each) => [
        each.sku,
        timeOf(each.since),
        timeOf(each.ends_at),
        each.is_stated,
      ]),
    })),
    links: tables.links
      .map((link) => [link.user_id, link.sku, link.origin, link.version, timeOf(link.ends_at)])
      .sort(),
    oldLinks: tables.oldLinks.map(({ hash, entitlement_id, version, kind }) => {
      const link = tables.links.find(({ id }) => id === entitlement_id)!;
      return [hash, link.user_id, link.sku, link.origin, version, kind];
    }),
  };
}

function saysModel(
  model: LedgerModel,
  ids: ReadonlyMap<string, string>,
  { links }: Tables,
  secrets: LinkSecrets,
): ReturnType<typeof says> {
  const idOf = (person: string) => ids.get(person) ?? `nobody for ${person}`;
  return {
    people: [...model.people].map(([person, email]) => `${idOf(person)} ${String(email)}`).sort(),
    members: [...model.rows]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, row]) => ({
        key,
        addresses: !row.deletedAt && row.addresses,
        email: row.email,
        statedAt: row.statedAt?.getTime(),
        deletedAt: row.deletedAt?.getTime(),
        persons: row.persons.map(idOf).sort(),
        grants: row.grants
          .map((each) => [each.sku, Number(each.since), Number(each.endsAt), each.isStated])
          .sort(),
      })),
    links: model.links
      .map(({ person, sku, origin, version, endsAt }) => [
        idOf(person),
        sku,
        origin,
        version,
        endsAt,
      ])
      .sort(),
    oldLinks: [...model.oldLinks]
      .map(([address, { link, version, kind }]) => {
        const { person, sku, origin } = link;
        const stored = links.find(
          (each) => each.user_id === idOf(person) && each.sku === sku && each.origin === origin,
        );
        const own = { entitlementId: stored?.id ?? '', version, sku };
        const hash = address.startsWith('/')
          ? secrets.addressHash(address)
          : secrets.oldHashOf(own);
        return [hash, idOf(person), sku, origin, version, kind];
      })
      .sort(),
  };
}

/** The hashes of links that are others than before. */
function changedHashes({ links }: Tables, before: Tables): string[] {
  const textOf = ({ id, version, hash, ends_at }: StoredLink) =>
    JSON.stringify([id, version, hash, ends_at]);
  const then = new Set(before.links.map(textOf));
  const now = new Set(links.map(textOf));
  return [
    ...links.filter((link) => !then.has(textOf(link))),
    ...before.links.filter((link) => !now.has(textOf(link))),
  ].map(({ hash }) => hash);
}

/**
 * What is wrong with the batches since a moment, or with hashes of links. Of changes that were made one
 * after the other, none is in a batch that is none.
 */
export function faultsSince(
  tables: Tables,
  before: Tables,
  { hashOf }: LinkSecrets,
  { isOne }: { isOne: boolean },
): unknown[] {
  const faults: unknown[] = [];
  const numbers = tables.batches.map(({ number }) => number);
  if (numbers.some((number, at) => number !== numbers[0]! + at) || numbers.at(-1) !== tables.last)
    faults.push({ numbers, last: tables.last });
  const fresh = tables.batches.filter(({ number }) => number > before.last);
  const noted = fresh.flatMap(
    ({ kind, hashes }) => hashes.match(kind === 'links' ? /.{16}/g : /.{32}/g) ?? [],
  );
  const textOf = (row: Tables['oldLinks'][number]) => JSON.stringify(row);
  const [then, since] = [before, tables].map(({ oldLinks }) => new Set(oldLinks.map(textOf)));
  const changed = [
    ...changedHashes(tables, before),
    ...tables.oldLinks.flatMap((row) => (then!.has(textOf(row)) ? [] : row.hash)),
    ...before.oldLinks.flatMap((row) => (since!.has(textOf(row)) ? [] : row.hash)),
  ];
  const isNoted = changed.every((hash) => noted.includes(hash));
  if (!isNoted || (isOne && noted.some((hash) => !changed.includes(hash))))
    faults.push({ noted, changed });
  for (const link of tables.links)
    if (link.hash !== hashOf({ entitlementId: link.id, version: link.version })) faults.push(link);
  return faults;
}

/** Where the tables differ from the model. `ids`: those of the model's persons, as far as they are known. */
export function differences(
  model: LedgerModel,
  tables: Tables,
  before: Tables,
  ids: Map<string, string>,
  secrets: LinkSecrets,
): unknown[] {
  matchPersons(model, tables, ids);
  const found = says(tables);
  const expected = saysModel(model, ids, tables, secrets);
  const parts = ['people', 'members', 'links', 'oldLinks'] as const;
  return [
    ...parts
      .filter((part) => JSON.stringify(found[part]) !== JSON.stringify(expected[part]))
      .map((part) => ({ found: found[part], expected: expected[part] })),
    ...faultsSince(tables, before, secrets, { isOne: true }),
  ];
}
