/**
 * The state of one member, made of all that a source has said and that still counts. Each part keeps the stamp of the
 * statement it is from, and takes later ones only: the order in which events come, and how often, makes
 * no difference.
 */
import * as z from 'zod';
import { endOf } from '../ledger/grant.js';
import { longestBySku, type StatedGrant } from '../ledger/statement.js';
import type { MemberEvent, Stamp } from './member-event.js';

const stampSchema = z.object({ at: z.number(), rank: z.array(z.number()), id: z.string() });
const grantsSchema = z.array(z.object({ sku: z.string(), until: z.string().optional() }));
/** `seen` is when it came, in milliseconds: nothing is forgotten before an older event may follow. */
const saidShape = { stamp: stampSchema, seen: z.number() };
const addressSchema = z.object({ ...saidShape, value: z.string().nullable() });

export const memberStateSchema = z.object({
  addresses: z.object({ member: addressSchema.optional(), payment: addressSchema.optional() }),
  subscriptions: z.array(z.object({ ...saidShape, key: z.string(), value: grantsSchema })),
  deleted: z.object(saidShape).optional(),
  /** The newest statement about a subscription that is forgotten: of another one as old, it is not known whether it has ended. */
  forgotten: stampSchema.optional(),
});

export type MemberState = z.output<typeof memberStateSchema>;
type Subscription = MemberState['subscriptions'][number];

export const unknownMember: MemberState = { addresses: {}, subscriptions: [] };

const DAY_MS = 86_400_000;

/** How long it is remembered what has ended: senders deliver nothing that late. */
const MEMORY_MS = 90 * DAY_MS;

/** Subscriptions of one member that are kept: of more, those that give access, and of these the newest. */
const MAX_SUBSCRIPTIONS = 100;

/** Negative if `one` is older than `other`; 0 for the same event. */
export function compareStamps(one: Stamp, other: Stamp): number {
  const pairs = [[one.at, other.at], ...one.rank.map((rank, index) => [rank, other.rank[index]])];
  for (const [left = 0, right = 0] of pairs) if (left !== right) return left - right;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

const isOlder = (stamp: Stamp, known: { stamp: Stamp } | undefined): boolean =>
  known !== undefined && compareStamps(stamp, known.stamp) < 0;

function endingOf({ value }: Subscription): number {
  return Math.max(0, ...value.map((grant) => endOf(grant)));
}

/** Leaves out what was said before the member was deleted, and what has long ended. */
function withoutPast(state: MemberState, now: Date): MemberState {
  const { deleted } = state;
  const isVoid = ({ stamp }: { stamp: Stamp }) =>
    deleted !== undefined && compareStamps(stamp, deleted.stamp) <= 0;
  const { member, payment } = state.addresses;
  const past = now.getTime() - MEMORY_MS;
  const isOpen = (each: Subscription) => Number(endingOf(each) > now.getTime());
  const said = state.subscriptions.filter((each) => !isVoid(each));
  const kept = said
    .filter((each) => Math.max(endingOf(each), each.seen) > past)
    .sort((one, other) => isOpen(other) - isOpen(one) || compareStamps(other.stamp, one.stamp))
    .slice(0, MAX_SUBSCRIPTIONS);
  const forgotten = said
    .filter((each) => !kept.includes(each))
    .map(({ stamp }) => stamp)
    .concat(state.forgotten ?? [])
    .reduce<Stamp | undefined>(
      (last, stamp) => (last && compareStamps(last, stamp) > 0 ? last : stamp),
      undefined,
    );
  return {
    addresses: {
      ...(member && !isVoid(member) && { member }),
      ...(payment && !isVoid(payment) && { payment }),
    },
    subscriptions: kept,
    ...(deleted && { deleted }),
    ...(forgotten && { forgotten: { ...forgotten, rank: [...forgotten.rank] } }),
  };
}

/**
 * The state after an event.
 * @param grants what the event's subscription gives, in our own products
 * @returns `undefined` if the event says nothing that is newer.
 */
export function afterEvent(
  state: MemberState,
  { address, subscription, isDeleted, ...event }: MemberEvent,
  grants: Subscription['value'],
  now: Date,
): MemberState | undefined {
  const stamp = { at: event.at, rank: [...event.rank], id: event.id };
  if (!isDeleted && state.deleted && compareStamps(stamp, state.deleted.stamp) <= 0)
    return undefined;
  const said = { stamp, seen: now.getTime() };
  const next = { ...state, addresses: { ...state.addresses } };
  let isNewer = false;
  if (isDeleted && !isOlder(stamp, state.deleted)) {
    next.deleted = said;
    isNewer = true;
  }
  if (address && !isOlder(stamp, state.addresses[address.of])) {
    next.addresses[address.of] = { ...said, value: address.email };
    isNewer = true;
  }
  const known = state.subscriptions.find(({ key }) => key === subscription?.key);
  const isPast = !known && state.forgotten && compareStamps(stamp, state.forgotten) <= 0;
  if (subscription && !isPast && !isOlder(stamp, known)) {
    const others = state.subscriptions.filter((each) => each !== known);
    next.subscriptions = [...others, { ...said, key: subscription.key, value: grants }];
    isNewer = true;
  }
  return isNewer ? withoutPast(next, now) : undefined;
}

/** The address that the grants are for; `null` while none is known. */
export function addressOf({ addresses: { member, payment } }: MemberState): string | null {
  return member?.value ?? payment?.value ?? null;
}

/** All grants of a member: of several for a product, the one that ends last. */
export const grantsOf = ({ subscriptions }: MemberState): StatedGrant[] =>
  longestBySku(subscriptions.flatMap(({ value }) => value));

/** Whether the member was deleted, and nothing was said since. */
export const isGone = ({ addresses, subscriptions, deleted }: MemberState): boolean =>
  deleted !== undefined &&
  subscriptions.length === 0 &&
  addresses.member === undefined &&
  addresses.payment === undefined;

/** Whether two states say the same, but for when it was said again. */
export function isSameState(one: MemberState, other: MemberState): boolean {
  const said = (state: MemberState) =>
    JSON.stringify(state, (key, value: unknown) => (key === 'seen' ? undefined : value));
  return said(one) === said(other);
}
