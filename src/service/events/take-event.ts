/** Takes an event of a member: from what the source says to the grants that follow, in the database. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { EventSource } from '../catalogue/event-source.js';
import { failureCode } from '../failures/failure-code.js';
import type { EventMembers, StoredEventMember } from '../store/grants/event-members.js';
import type { Grants } from '../store/grants/grants.js';
import type { MemberEvent, ProductAccess } from './member-event.js';
import {
  addressOf,
  afterEvent,
  forgetAfter,
  grantsOf,
  memberStateSchema,
  unknownMember,
  type MemberState,
} from './member-state.js';

/**
 * The outcome of an event. `repeated`: it was taken before; `older`: something newer is known;
 * `no-address`: it counts once the member's address is known; `unknown-member`: it ends nothing,
 * because nothing was said of this member; `refused`: it was not signed.
 */
export type EventResult =
  | 'taken'
  | 'repeated'
  | 'older'
  | 'no-address'
  | 'unknown-member'
  | 'unknown-product'
  | 'unknown-kind'
  | 'refused';

/** Each failure is another process's success with the same member. */
const MAX_ATTEMPTS = 20;

/** SQLSTATE of a statement that the database ended because two waited for each other. */
const DEADLOCK = '40P01';

interface Mapped {
  grants: { sku: string; until?: string }[];
  /** The first product that the catalogue does not name. */
  unknown: string | undefined;
}

function mapProducts(access: readonly ProductAccess[], source: EventSource): Mapped {
  const products = new Map(Object.entries(source.products));
  const mapped: Mapped = { grants: [], unknown: undefined };
  for (const { ids, until } of access) {
    const skus = ids.flatMap((id) => products.get(id) ?? []);
    if (skus.length === 0) mapped.unknown ??= ids.at(-1);
    for (const sku of new Set(skus))
      mapped.grants.push(until === undefined ? { sku } : { sku, until });
  }
  return mapped;
}

export interface Taken {
  result: EventResult;
  unknownProduct?: string | undefined;
}

/** Takes an event from the source with this name. When it resolves, its effect is in the database. */
export type TakeEvent = (
  source: string,
  settings: EventSource,
  event: MemberEvent,
) => Promise<Taken>;

export interface TakeEventParts {
  members: EventMembers;
  grants: Pick<Grants, 'forget'>;
  now: () => Date;
}

export function createTakeEvent({ members, grants, now }: TakeEventParts): TakeEvent {
  /** The last work on each member that has any: in one process, nobody has to try twice. */
  const queue = new Map<string, Promise<unknown>>();

  async function put(
    source: string,
    subject: string,
    state: MemberState,
    known: StoredEventMember | undefined,
    eventId: string | undefined,
  ): Promise<boolean> {
    const email = addressOf(state);
    const given = grantsOf(state);
    const next = { source, subject, email, state, grants: given, forgetAfter: forgetAfter(state) };
    try {
      return await members.put(next, known, eventId, now());
    } catch (error) {
      if (failureCode(error) === DEADLOCK) return false;
      throw error;
    } finally {
      const skus = [...given, ...(known?.grants ?? [])].map(({ sku }) => sku);
      const emails = [email, known?.email ?? null].filter((each) => each !== null);
      grants.forget(emails.flatMap((each) => skus.map((sku) => ({ sku, email: each }))));
    }
  }

  async function take(source: string, settings: EventSource, event: MemberEvent): Promise<Taken> {
    const { grants: given, unknown } = mapProducts(event.subscription?.access ?? [], settings);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { member, isTaken } = await members.find(source, event.subject, event.id);
      if (isTaken) return { result: 'repeated' };
      const before = member ? memberStateSchema.parse(member.state) : unknownMember;
      const state = afterEvent(before, event, given, now());
      if (!state) return { result: 'older' };
      // One of an unknown product counts when it is sent again, after the catalogue was mended.
      const id = unknown === undefined ? event.id : undefined;
      if (!(await put(source, event.subject, state, member, id))) continue;
      if (unknown !== undefined) return { result: 'unknown-product', unknownProduct: unknown };
      if (event.isDeleted && !member) return { result: 'unknown-member' };
      const isWaiting = addressOf(state) === null && grantsOf(state).length > 0;
      return { result: isWaiting ? 'no-address' : 'taken' };
    }
    throw new PrivatePodcastError(
      'unavailable',
      'Too many events of this member at once. Send it again.',
      { retryAfter: 1 },
    );
  }

  return async (source, settings, event) => {
    const key = `${source} ${event.subject}`;
    const before = queue.get(key) ?? Promise.resolve();
    const work = before.then(() => take(source, settings, event));
    const done = work.catch(() => undefined);
    queue.set(key, done);
    try {
      return await work;
    } finally {
      if (queue.get(key) === done) queue.delete(key);
    }
  };
}
