/** When a membership that is over has ended: the end of its grant, or the day it was found to be gone. */
import type { Endings } from '../store/endings.js';
import type { FeedLink } from '../store/store.js';
import type { AccessSources } from './access.js';
import { endOf, longest } from './grant.js';

export interface MembershipEnd {
  /** The end of the membership behind a feed link, which must be over. It stays until it is renewed. */
  of(link: FeedLink): Promise<Date>;
  /** To be told of a link whose membership is in force. */
  renewed(link: FeedLink): void;
}

export function createMembershipEnd(
  { catalogue, grants, now }: AccessSources,
  endings: Pick<Endings, 'firstSeen'>,
): MembershipEnd {
  /** Kept beside the links in memory: a poll asks the database once. */
  const firstSeen = new WeakMap<FeedLink, Promise<Date>>();

  function readOnce(link: FeedLink, end: Date): Promise<Date> {
    const known = firstSeen.get(link);
    if (known) return known;
    const date = endings.firstSeen(link.sku, link.email, end);
    firstSeen.set(link, date);
    date.catch(() => firstSeen.delete(link));
    return date;
  }

  return {
    async of(link) {
      const { sku, email } = link;
      const added = await grants.find(sku, email);
      const last = longest([...catalogue.current.grantsOf(sku, email), ...(added ? [added] : [])]);
      const end = last ? endOf(last) : Infinity;
      // A grant without end that is over was removed a moment ago.
      if (end > now().getTime()) return readOnce(link, now());
      const date = new Date(end);
      // Noted, because a grant that is over may be removed, too; not needed for this answer.
      await readOnce(link, date).catch(() => undefined);
      return date;
    },
    renewed: (link) => void firstSeen.delete(link),
  };
}
