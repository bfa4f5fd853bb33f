/** The shape of an event of any source, once it is read: it speaks of one member. */

import { LAST_INSTANT } from '../ledger/statement.js';

/**
 * The place of a statement in time. Of two statements about the same thing the later one counts, in whatever
 * order they come: by the time, then by the rank, then by the event's ID.
 */
export interface Stamp {
  /** The event's own time, in milliseconds. */
  at: number;
  /** Tells events of the same moment apart; compared number by number. */
  rank: readonly number[];
  /** The ID of the event. */
  id: string;
}

/** Access to one of the source's products. Without `until` it does not end. */
export interface ProductAccess {
  /** The IDs that the source has for it, each of which the catalogue may name. */
  ids: readonly string[];
  /** A date or an instant, as `until` of a grant. */
  until?: string | undefined;
}

/** All that a subscription gives, or whatever else the source tells apart by a key. */
export interface SubscriptionState {
  key: string;
  access: readonly ProductAccess[];
}

export interface MemberEvent extends Stamp {
  /** The source's own ID of the member. */
  subject: string;
  /**
   * The member's address, if the event has it; `null` if the member has none that is usable. The
   * one of a payment counts only as long as the member's own is unknown.
   */
  address?: { of: 'member' | 'payment'; email: string | null } | undefined;
  subscription?: SubscriptionState | undefined;
  /** The member is gone: everything from before is void. */
  isDeleted?: boolean | undefined;
}

/**
 * The event of a request; `undefined` for a kind that says nothing of memberships.
 * @throws {PrivatePodcastError} `bad-input` if it is not what the source sends.
 */
export type ReadEvent = (body: unknown, request: SignedRequest) => MemberEvent | undefined;

/** A request that was found to be signed. */
export interface SignedRequest {
  header: (name: string) => string | undefined;
  body: Buffer;
}

/** Whether a request is signed with the secret, within {@link TOLERANCE} of the time. */
export type IsSigned = (request: SignedRequest, secret: string, now: Date) => boolean;

/** Seconds that a signature may be old, or ahead of this machine's clock. */
export const TOLERANCE = 300;

/**
 * How long access outlives what was paid for. Senders deliver a renewal for up to three days, and a
 * member whose card failed has time to give another one.
 */
export const GRACE_DAYS = 7;

const DAY_MS = 86_400_000;

/** The end of a paid period with its grace. */
export const endWithGrace = (end: number): string =>
  new Date(Math.min(end + GRACE_DAYS * DAY_MS, LAST_INSTANT)).toISOString();
