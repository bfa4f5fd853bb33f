/**
 * Who has access and has never connected an app, from grants and first fetches alone. A person who has
 * several links to a product is connected once an app has fetched one of them.
 */
import type { Database } from './database/database.js';

/** A member whose link no app has fetched. */
export interface UnconnectedMember {
  email: string;
  sku: string;
  /** Since when they have access, as ISO 8601. */
  since: string;
}

export interface ActivationFilter {
  sku?: string | undefined;
  /** The row after which the list goes on. */
  after?: Pick<UnconnectedMember, 'email' | 'sku'> | undefined;
  limit: number;
}

/** A product's members with access, in numbers. */
export interface Activated {
  sku: string;
  members: number;
  connected: number;
  /** Whole days from access to the first fetch, each with the members who took them, in their order. */
  days: { days: number; members: number }[];
  /** By app id, or by the name of a feed reader: members whose links it fetches. */
  apps: { app: string; members: number }[];
}

export interface ActivationStore {
  /** Members without an app, in the order of their addresses. */
  unconnected(filter: ActivationFilter, now: Date): Promise<UnconnectedMember[]>;
  /** The members of each product that has some. It reads whole tables. */
  products(sku: string | undefined, now: Date): Promise<Activated[]>;
}

/**
 * The links that a member's row counts for: of its address, unless that finds nobody, and of the persons
 * whom it names. It is one statement of ledger/access.ts, read from the other side.
 */
const links = `
  select link.id, link.version, link.first_fetched_at
  from pps_users person join pps_entitlements link on link.user_id = person.id
  where person.email = member.email and link.sku = granted.sku and member.addresses <> 'apart'
  union all
  select link.id, link.version, link.first_fetched_at
  from pps_member_users named join pps_entitlements link on link.user_id = named.user_id
  where named.source = member.source and named.subject = member.subject
    and link.sku = granted.sku`;

/** By `offset 0` each is looked up: a planner without statistics would read whole tables. */
const granted = `cross join lateral (
  select sku, since from pps_grants
  where source = member.source and subject = member.subject and is_stated
    and ends_at >= $1::timestamptz and ($2::text is null or sku = $2) offset 0) granted`;

/** Each member of each product, with the beginning of access and of listening. */
const members = (where: string): string => `
  select member.email, granted.sku, min(granted.since) as since, min(fetched.at) as fetched
  from pps_members member ${granted}
  cross join lateral (select min(link.first_fetched_at) as at from (${links}) link) fetched
  where member.email is not null and member.deleted_at is null and ${where}
  group by member.email, granted.sku`;

const DAY_SECONDS = 24 * 60 * 60;

export function createActivationStore(database: Database): ActivationStore {
  async function rows<Row>(text: string, params: unknown[]): Promise<Row[]> {
    return (await database.query(text, params)).rows as Row[];
  }

  return {
    async unconnected({ sku, after, limit }, now) {
      const position = `($3::text is null or (member.email >= $3
        and (member.email, granted.sku) > ($3, $4::text)))`;
      const found = await rows<{ email: string; sku: string; since: string }>(
        `select email, sku, to_json(since) as since from (${members(position)}
           having min(fetched.at) is null order by member.email, granted.sku limit $5) waiting
         order by email, sku`,
        [now.toISOString(), sku ?? null, after?.email ?? null, after?.sku ?? null, limit],
      );
      return found.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
    },

    async products(sku, now) {
      const params = [now.toISOString(), sku ?? null];
      const counted = await rows<{ sku: string; days: number | null; members: number }>(
        `select sku, days, count(*)::integer as members from (
           select sku, ((extract(epoch from fetched) - extract(epoch from since))
             / ${DAY_SECONDS} - 0.5)::integer as days
           from (${members('true')}) member) known
         group by sku, days order by sku, days`,
        params,
      );
      const apps = await rows<{ sku: string; app: string; members: number }>(
        `select granted.sku, known.app, count(distinct member.email)::integer as members
         from pps_members member ${granted}
         cross join lateral (${links}) link
         join pps_connections known on known.entitlement_id = link.id
           and known.version = link.version
         where member.email is not null and member.deleted_at is null
         group by granted.sku, known.app order by members desc, known.app`,
        params,
      );
      const skus = [...new Set(counted.map((row) => row.sku))];
      return skus.map((product) => {
        const own = counted.filter((row) => row.sku === product);
        const days = own.flatMap(({ days: some, members: many }) =>
          // Who had listened before this access was given is connected from its first day on.
          some === null ? [] : [{ days: Math.max(some, 0), members: many }],
        );
        const sum = (list: readonly { members: number }[]) =>
          list.reduce((total, each) => total + each.members, 0);
        return {
          sku: product,
          members: sum(own),
          connected: sum(days),
          days,
          apps: apps
            .filter((row) => row.sku === product)
            .map(({ app, members: many }) => ({ app, members: many })),
        };
      });
    },
  };
}
