/** What a year of a publisher's members makes of events, and the grants that must be there at its end. */
import { endWithGrace } from '../../../src/service/events/member-event.js';
import { openSku, stripeEvent, stripeSubscription, type SourceName } from './event-senders.js';
import { sku } from './backend.js';

/** A generator of whole numbers below a limit, always the same for a seed (mulberry32). */
export function createDice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

export function shuffled<T>(items: readonly T[], dice: (limit: number) => number): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = dice(last + 1);
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}

export interface ToldEvent {
  source: SourceName;
  event: unknown;
  id: string;
}

export interface StoredGrant {
  source: string;
  email: string;
  sku: string;
  until: string | null;
}

/** One member as a plain reader of the events in their order sees them. */
interface Told {
  source: SourceName;
  own?: string | undefined;
  paying?: string | undefined;
  access: Map<string, { sku: string; until: string | null }>;
}

const end = (until: string | null) => (until === null ? Infinity : Date.parse(until));

/** The grants of all members: of several for one address and product, the one that ends last. */
function grantsOf(members: Iterable<Told>): StoredGrant[] {
  const found = new Map<string, StoredGrant>();
  for (const { source, own, paying, access } of members) {
    const email = own ?? paying;
    if (email === undefined) continue;
    for (const grant of access.values()) {
      const key = JSON.stringify([source, email, grant.sku]);
      const other = found.get(key);
      if (!other || end(grant.until) > end(other.until))
        found.set(key, { source: `events/${source}`, email, ...grant });
    }
  }
  return sorted([...found.values()]);
}

const keyOf = ({ source, email, sku }: StoredGrant) => `${source} ${email} ${sku}`;
export const sorted = (grants: StoredGrant[]): StoredGrant[] =>
  grants.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

/** Events in their order, a second apart, and the grants after the last of them. */
export function tellStory(count: number, seed: number) {
  const dice = createDice(seed);
  const pick = <T>(items: readonly T[]): T => items[dice(items.length)]!;
  const people = Math.ceil(count / 12);
  const address = () => `m${dice(people)}@example.org`;
  const members = new Map<string, Told>();
  const began = Math.floor(Date.now() / 1000) - count - 60;
  const memberOf = (source: SourceName, name: string): Told => {
    const known = members.get(`${source} ${name}`) ?? { source, access: new Map() };
    members.set(`${source} ${name}`, known);
    return known;
  };

  const events = Array.from({ length: count }, (_, index): ToldEvent => {
    const at = began + index;
    const number = dice(people);
    const id = `evt_${index}`;
    if (dice(3) === 0) {
      const name = `p${number}`;
      const told = memberOf('standard', name);
      const timestamp = new Date(at * 1000).toISOString();
      const standard = (type: string, data: object) => ({
        source: 'standard' as const,
        id,
        event: { type, timestamp, data: { member: name, ...data } },
      });
      if (dice(12) === 0) {
        Object.assign(told, { own: undefined, access: new Map() });
        return standard('member.deleted', {});
      }
      const [product, given] = pick([['gold', sku] as const, ['extra', openSku] as const]);
      told.own = dice(3) === 0 || told.own === undefined ? address() : told.own;
      const data = { email: told.own, product };
      if (dice(3) === 0) {
        told.access.delete(product);
        return standard('membership.ended', data);
      }
      const until = dice(2) === 0 ? `2031-0${1 + dice(9)}-15` : undefined;
      told.access.set(product, { sku: given, until: until ?? null });
      return standard(pick(['membership.started', 'membership.changed']), {
        ...data,
        ...(until !== undefined && { until }),
      });
    }

    const customer = `cus_${number}`;
    const told = memberOf('billing', customer);
    const stripe = (type: string, object: object) => ({
      source: 'billing' as const,
      id,
      event: stripeEvent(type, object, at, id),
    });
    const kind = dice(20);
    if (kind === 0) {
      Object.assign(told, { own: undefined, paying: undefined, access: new Map() });
      return stripe('customer.deleted', { id: customer, email: null });
    }
    if (kind < 4) {
      told.own = address();
      return stripe('customer.updated', { id: customer, email: told.own });
    }
    if (kind < 7) {
      told.paying = address();
      return stripe('invoice.paid', { customer, customer_email: told.paying });
    }
    const subscription = `sub_${number}_${dice(2)}`;
    const product = pick(['prod_show', 'prod_other']);
    const price = pick(['price_extra', 'price_1']);
    const period = { start: at, end: at + 86_400 * (1 + dice(400)) };
    const status = pick(['active', 'active', 'trialing', 'past_due', 'canceled', 'unpaid']);
    const isGiven = ['active', 'trialing', 'past_due'].includes(status);
    const until = endWithGrace((status === 'past_due' ? period.start : period.end) * 1000);
    told.access.delete(`${subscription} product`);
    told.access.delete(`${subscription} price`);
    if (isGiven && product === 'prod_show')
      told.access.set(`${subscription} product`, { sku, until });
    if (isGiven && price === 'price_extra')
      told.access.set(`${subscription} price`, { sku: openSku, until });
    const options = { id: subscription, customer, status, product, price, ...period };
    const type = status === 'canceled' ? 'deleted' : 'updated';
    return stripe(`customer.subscription.${type}`, stripeSubscription(options));
  });
  return { events, grants: grantsOf(members.values()), dice };
}
