/** What senders of events have said, and what follows from it. */
import type { End, Member, Show } from './cast.js';

/** What a source of events says of one of its members: what `key` gives, an address, or that the member is gone. */
export interface Statement {
  subject: string;
  at: number;
  key?: string;
  gives?: { show: Show; until: End }[];
  member?: Member;
  isDeleted?: boolean;
}

/** The grants of a source of events, as a plain reader of all that it said in its order sees them. */
export function told(
  statements: readonly Statement[],
): { member: Member; show: Show; until: End }[] {
  const known = new Map<string, { member?: Member; gives: Map<string, Statement['gives']> }>();
  const inOrder = [...statements].sort((one, other) => one.at - other.at);
  for (const { subject, key, gives, member, isDeleted } of inOrder) {
    const before = isDeleted ? undefined : known.get(subject);
    const now = before ?? { gives: new Map<string, Statement['gives']>() };
    known.set(subject, now);
    if (member) now.member = member;
    if (key !== undefined) now.gives.set(key, gives);
  }
  return [...known.values()].flatMap(({ member, gives }) =>
    member ? [...gives.values()].flat().flatMap((give) => (give ? [{ member, ...give }] : [])) : [],
  );
}
