/** Reads what is known of one member and one product, to explain why an app has it or not. */
import type { Statements } from './database/database.js';

export interface StoredGrant {
  source: string;
  until: string | null;
  since: string;
  endsAt: string;
}

export interface StoredLink {
  madeAt: string;
  /** Whether it has moved to another host. */
  isAway: boolean;
  /** Links of an old host that lead to it. */
  oldLinks: number;
}

export interface StoredApp {
  app: string;
  firstAt: string;
  lastAt: string;
  status: number;
  isCurrent: boolean;
  others: { count: number; ok: number; lastAt: string | null };
}

export interface StoredMember {
  isKnown: boolean;
  grants: StoredGrant[];
  links: StoredLink[];
  apps: StoredApp[];
}

/** The latest fetches of all, among which others' tell how an app fares: all of them would be too many. */
const SAMPLE = 20_000;

/** Persons with an address, and those whom rows with it name. */
const persons = `
  select id from pps_users where email = $1
  union
  select named.user_id from pps_members member join pps_member_users named
    on named.source = member.source and named.subject = member.subject
  where member.email = $1`;

export async function readMember(
  statements: Statements,
  email: string,
  sku: string,
): Promise<StoredMember> {
  async function rows<Row>(text: string, params: unknown[]): Promise<Row[]> {
    return (await statements.query(text, params)).rows as Row[];
  }
  const [known] = await rows<{ is: boolean }>(
    `select exists (select 1 from pps_members where email = $1)
       or exists (select 1 from pps_users where email = $1) as "is"`,
    [email],
  );
  return {
    isKnown: known?.is === true,
    grants: await rows<StoredGrant>(
      `select granted.source, granted.until, to_json(granted.since) as since,
         to_json(granted.ends_at) as "endsAt"
       from pps_members member join pps_grants granted
         on granted.source = member.source and granted.subject = member.subject
       where member.email = $1 and granted.sku = $2 order by granted.ends_at desc`,
      [email, sku],
    ),
    links: await rows<StoredLink>(
      `select to_json(link.made_at) as "madeAt",
         exists (select 1 from pps_old_links old
           where old.entitlement_id = link.id and old.kind = 'moved-out') as "isAway",
         (select count(*)::integer from pps_old_links old
           where old.entitlement_id = link.id and old.kind = 'moved-in') as "oldLinks"
       from pps_entitlements link where link.sku = $2 and link.user_id in (${persons})
       order by link.made_at`,
      [email, sku],
    ),
    apps: await rows<StoredApp>(
      `with recent as (
         select entitlement_id, app, status, last_fetched_at from pps_connections
         order by last_fetched_at desc limit ${SAMPLE})
       select known.app, to_json(known.first_fetched_at) as "firstAt",
         to_json(known.last_fetched_at) as "lastAt", known.status,
         known.version = link.version as "isCurrent",
         (select json_build_object('count', count(*), 'lastAt', max(other.last_fetched_at),
             'ok', count(*) filter (where other.status < 400))
           from recent other
           where other.app = known.app and other.entitlement_id <> link.id) as others
       from pps_entitlements link join pps_connections known on known.entitlement_id = link.id
       where link.sku = $2 and link.user_id in (${persons})
       order by known.last_fetched_at desc`,
      [email, sku],
    ),
  };
}
