/** Takes an event of a member: from what the source says to a statement of all that it gives them now. */
import type { EventSource } from '../catalogue/event-source.js';
import type { Decide } from '../store/ledger/change-members.js';
import type { Ledger } from '../store/ledger/ledger.js';
import type { StatedGrant } from '../ledger/statement.js';
import type { MemberEvent, ProductAccess } from './member-event.js';
import {
  addressOf,
  afterEvent,
  grantsOf,
  isGone,
  isSameState,
  memberStateSchema,
  unknownMember,
} from './member-state.js';

/**
 * The outcome of an event. `repeated`: it says what was known; `older`: something newer is known;
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

interface Mapped {
  grants: StatedGrant[];
  /** The first product that the catalogue does not name. */
  unknown: string | undefined;
}

function mapProducts(access: readonly ProductAccess[], source: EventSource): Mapped {
  const products = new Map(Object.entries(source.products));
  const mapped: Mapped = { grants: [], unknown: undefined };
  for (const { ids, until } of access) {
    const skus = ids.flatMap((id) => products.get(id) ?? []);
    if (skus.length === 0) mapped.unknown ??= ids.at(-1);
    for (const sku of new Set(skus)) mapped.grants.push({ sku, until });
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

export function createTakeEvent(ledger: Pick<Ledger, 'change'>, now: () => Date): TakeEvent {
  return async (source, settings, event) => {
    const { grants: given, unknown } = mapProducts(event.subscription?.access ?? [], settings);
    let result = 'taken' as EventResult;
    const decide: Decide = ({ state: stored, statedAt }) => {
      const before = stored === undefined ? unknownMember : memberStateSchema.parse(stored);
      const state = afterEvent(before, event, given, now());
      result = 'older';
      if (!state) return 'older';
      result = 'repeated';
      if (isSameState(before, state)) return 'unchanged';
      const email = addressOf(state);
      const grants = grantsOf(state);
      result = email === null && grants.length > 0 ? 'no-address' : 'taken';
      if (event.isDeleted && !statedAt) result = 'unknown-member';
      const at = new Date(Math.max(event.at, Number(statedAt ?? 0)));
      return { email, grants, at, state, isDeleted: isGone(state) };
    };
    await ledger.change(source, event.subject, decide);
    return unknown === undefined || result === 'older'
      ? { result }
      : { result: 'unknown-product', unknownProduct: unknown };
  };
}
