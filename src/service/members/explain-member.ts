/**
 * Why a member's app does or does not have the podcast: the first thing on the way from the grant to the
 * app that is not as it should be, and the one step that helps.
 */

/** What is known of one member and one product. Times are milliseconds since 1970. */
export interface MemberFacts {
  now: number;
  isProduct: boolean;
  /** Whether any source or page has ever named the address. */
  isKnown: boolean;
  isOpen: boolean;
  /** Grants of the product, those that have ended among them. */
  grants: readonly { source: string; endsAt: number }[];
  links: readonly { madeAt: number; isAway: boolean }[];
  /** Whether it is stored which apps fetch a link. */
  areAppsKnown: boolean;
  apps: readonly AppFacts[];
  show: {
    /** Whether there is a copy of the feed to answer with. */
    isThere: boolean;
    /** Whether the last attempt to read it failed. */
    hasFailed: boolean;
    /** When this process saw it change last. */
    changedAt: number | undefined;
  };
}

export interface AppFacts {
  name: string;
  lastAt: number;
  /** HTTP status of its last answer. */
  status: number;
  /** Whether it asked with the link that works now. */
  isCurrent: boolean;
  /** Of others' latest fetches by the same app: how many there are, how many got a feed, and the last time. */
  others: { count: number; ok: number; lastAt: number };
}

/** In the order in which they are looked for. */
export const reasons = [
  'unknown-product',
  'unknown-member',
  'no-grant',
  'ended',
  'show-unreadable',
  'no-link',
  'moved-away',
  'apps-unknown',
  'old-link',
  'never-asked',
  'app-fails-for-all',
  'app-fails',
  'app-silent-for-all',
  'app-silent',
  'show-not-renewed',
  'not-asked-since',
  'second-app-has-old-link',
  'fine',
] as const;
export type Reason = (typeof reasons)[number];

export interface Explanation {
  reason: Reason;
  /** What is the matter, and the one step that helps: each a sentence. */
  because: string;
  do: string;
}

const DAY_MS = 86_400_000;
/** Most apps ask every hour, and some ask once a day. */
const SILENT_MS = 2 * DAY_MS;
/** Fetches of others that must be known before they say anything of an app. */
const ENOUGH = 5;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const isGood = ({ status }: AppFacts) => status < 400;

function accessFault({ isOpen, isKnown, grants }: MemberFacts): Explanation | undefined {
  if (isOpen) return undefined;
  if (!isKnown) {
    return {
      reason: 'unknown-member',
      because: 'Nothing has ever named this address.',
      do: 'Compare it with the address in the shop or CMS, letter by letter; then send the membership again.',
    };
  }
  const last = [...grants].sort((one, other) => other.endsAt - one.endsAt)[0];
  if (!last) {
    return {
      reason: 'no-grant',
      because: 'The member is known, and nothing gives this product.',
      do: 'Check the plan that they have, and which product it is mapped to in the catalogue.',
    };
  }
  return {
    reason: 'ended',
    because: `Access by ${last.source} ended on ${dayOf(last.endsAt)}; the app says so in an episode.`,
    do: `Renew the membership in ${last.source}, or give a grant.`,
  };
}

function linkFault({ links, areAppsKnown }: MemberFacts): Explanation | undefined {
  if (links.length === 0) {
    return {
      reason: 'no-link',
      because: 'The member has never opened a page with their podcast, so there is no link yet.',
      do: 'Send them to the member page.',
    };
  }
  if (links.every(({ isAway }) => isAway)) {
    return {
      reason: 'moved-away',
      because: 'The feed was sent on to another host, which answers from then on.',
      do: 'Ask that host; or take the member back with an empty newUrl.',
    };
  }
  if (areAppsKnown) return undefined;
  return {
    reason: 'apps-unknown',
    because: 'The service runs with --connection-days 0, so it is not stored which apps ask.',
    do: 'Open the link from the member page in a browser: if it answers, the app must be asked to refresh.',
  };
}

function neverAsked({ apps, links }: MemberFacts): Explanation {
  const madeAt = Math.max(...links.map((link) => link.madeAt));
  const old = apps.find(({ isCurrent, lastAt }) => !isCurrent && lastAt >= madeAt);
  if (old) {
    return {
      reason: 'old-link',
      because: `${old.name} still asks with a link that was replaced on ${dayOf(madeAt)}.`,
      do: 'The member opens the member page, connects the app again, and deletes the old podcast there.',
    };
  }
  return {
    reason: 'never-asked',
    because: 'No app has ever asked with this link.',
    do: 'The member taps their app on the member page again and confirms there. If others are missing too, look whether a firewall turns apps away.',
  };
}

/** Says what is the matter with the app that asked last. */
function appFault(app: AppFacts, { now, show }: MemberFacts): Explanation | undefined {
  const { name, others } = app;
  if (!isGood(app)) {
    if (others.count >= ENOUGH && others.ok === 0) {
      return {
        reason: 'app-fails-for-all',
        because: `${name} gets status ${app.status}, and so it does for everybody.`,
        do: 'See the service’s log and /ready: this is not about the member.',
      };
    }
    return {
      reason: 'app-fails',
      because: `${name} got status ${app.status} on ${dayOf(app.lastAt)}, where others get their feed.`,
      do: 'Look in the log for that time; then the member refreshes in the app.',
    };
  }
  if (now - app.lastAt > SILENT_MS) {
    if (others.count >= ENOUGH && now - others.lastAt > SILENT_MS) {
      return {
        reason: 'app-silent-for-all',
        because: `${name} asks for nobody any more, the last time on ${dayOf(others.lastAt)}.`,
        do: 'Look whether a firewall, CDN or rate limit turns its servers away.',
      };
    }
    return {
      reason: 'app-silent',
      because: `${name} last asked on ${dayOf(app.lastAt)}, and does for others.`,
      do: 'The member opens the app and refreshes the podcast; if it is gone there, they connect again.',
    };
  }
  if (show.hasFailed) {
    return {
      reason: 'show-not-renewed',
      because: `${name} has the podcast, but the show’s own feed cannot be read, so nothing new arrives.`,
      do: 'See the log for this sku, and mend the feed.',
    };
  }
  if (show.changedAt !== undefined && app.lastAt < show.changedAt) {
    return {
      reason: 'not-asked-since',
      because: `${name} has not asked since the show changed.`,
      do: 'Wait an hour, or the member pulls down to refresh.',
    };
  }
  return undefined;
}

/** Finds the first thing that is wrong between the grant and the app. */
export function explainMember(facts: MemberFacts): Explanation {
  if (!facts.isProduct) {
    return {
      reason: 'unknown-product',
      because: 'The catalogue has no such product.',
      do: 'Give a sku from the catalogue.',
    };
  }
  const fault = accessFault(facts);
  if (fault) return fault;
  if (!facts.show.isThere) {
    return {
      reason: 'show-unreadable',
      because: 'The show’s feed was never read, so no app gets it.',
      do: 'See the log for this sku, and mend the feed.',
    };
  }
  const link = linkFault(facts);
  if (link) return link;
  const current = facts.apps.filter(({ isCurrent }) => isCurrent);
  const last = [...current].sort((one, other) => other.lastAt - one.lastAt)[0];
  if (!last) return neverAsked(facts);
  const app = appFault(last, facts);
  if (app) return app;
  const old = facts.apps.find(
    ({ isCurrent, lastAt }) => !isCurrent && facts.now - lastAt < SILENT_MS,
  );
  if (old) {
    return {
      reason: 'second-app-has-old-link',
      because: `${last.name} has the podcast, and ${old.name} still asks with an old link.`,
      do: `The member connects ${old.name} again on the member page.`,
    };
  }
  return {
    reason: 'fine',
    because: `${last.name} fetched the current feed on ${dayOf(last.lastAt)}.`,
    do: 'The podcast is in the app, under the title that its feed has there: the member looks for that.',
  };
}
