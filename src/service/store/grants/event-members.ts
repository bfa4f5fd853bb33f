/** The members of each source of events, with all that was said of them and the grants that follow. */
import type { MemberState, StateGrant } from '../../events/member-state.js';
import type { Database } from '../database/database.js';

/**
 * How long the IDs of events are kept. An event that comes again later changes nothing either: it is
 * no newer than what is known.
 */
const EVENT_MEMORY_MS = 7 * 86_400_000;

/** A member of a source, as it was read. */
export interface StoredEventMember {
  version: number;
  email: string | null;
  state: unknown;
  grants: readonly StateGrant[];
}

/** A member of a source, as it is to be. */
export interface NewEventMember {
  source: string;
  subject: string;
  email: string | null;
  state: MemberState;
  grants: readonly StateGrant[];
  forgetAfter: Date | null;
}

export interface EventMembers {
  /** A member of a source, if known, and whether the event was taken before. */
  find(
    source: string,
    subject: string,
    eventId: string,
  ): Promise<{ member: StoredEventMember | undefined; isTaken: boolean }>;
  /**
   * Puts a member with the grants that follow, and notes the event's ID if one is given: all of it,
   * or nothing.
   * @returns false if the member has changed since it was read.
   */
  put(
    member: NewEventMember,
    known: StoredEventMember | undefined,
    eventId: string | undefined,
    now: Date,
  ): Promise<boolean>;
  /** Ends all grants of a source, and forgets its members and events. @returns how many there were */
  removeSource(source: string): Promise<RemovedSource>;
}

export interface RemovedSource {
  grants: number;
  members: number;
}

interface Found extends StoredEventMember {
  isTaken: boolean;
}

export function createEventMembers(database: Database): EventMembers {
  return {
    async find(source, subject, eventId) {
      const { rows } = await database.query(
        `select member.version, member.email, member.state, member.grants,
           exists (select from pps_events where source = $1 and id = $3) as "isTaken"
         from (values (1)) as always (one)
         left join pps_event_members member on member.source = $1 and member.subject = $2`,
        [source, subject, eventId],
      );
      const [{ isTaken, ...member }] = rows as [Found];
      const isKnown = (member.version as number | null) !== null;
      return { member: isKnown ? member : undefined, isTaken };
    },

    async put({ source, subject, email, state, grants, forgetAfter }, known, eventId, now) {
      const { rows } = await database.query(
        `select pps_put_event_member($1, $2, $3, $4, $5, $6::text::jsonb, $7::text::jsonb, $8, $9,
           $10, $11) as done`,
        [
          source,
          subject,
          known?.version ?? null,
          known?.email ?? null,
          email,
          JSON.stringify(state),
          JSON.stringify(grants),
          forgetAfter?.toISOString() ?? null,
          eventId ?? null,
          now.toISOString(),
          new Date(now.getTime() - EVENT_MEMORY_MS).toISOString(),
        ],
      );
      return (rows as { done: boolean }[])[0]?.done ?? false;
    },

    async removeSource(source) {
      const { rows } = await database.query(
        `with grants as (delete from pps_grants where source = $1 returning 1),
           members as (delete from pps_event_members where source = $1 returning 1),
           events as (delete from pps_events where source = $1)
         select (select count(*) from grants)::integer as grants,
           (select count(*) from members)::integer as members`,
        [source],
      );
      return (rows as [RemovedSource])[0];
    },
  };
}
