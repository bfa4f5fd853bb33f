/**
 * The apps that fetch a member's feed, beside the Subscription (docs/interface.md 11.1): asked for while the
 * feed is, and left out if they are late. Whatever becomes of it, the Subscription is the same but for them.
 */
import * as z from 'zod/mini';
import { BoundedMap } from '../../api/cache/bounded-map.js';
import type { Connection } from '../../api/connections.js';
import { withDeadline } from '../../api/deadline.js';
import { connectedAppSchema, MAX_CONNECTED_APPS } from '../../api/subscription-schema.js';
import type { ConnectedApp } from '../../api/subscription.js';

/** Milliseconds for which an answer, or a failure, is remembered. */
const KEPT_MS = 60_000;
/** Milliseconds for which the Subscription waits for them once the feed is there. */
const PATIENCE_MS = 100;
/** Members whose apps one process remembers. */
const MAX_REMEMBERED = 10_000;

/** `undefined` if they are not known. */
type Apps = readonly ConnectedApp[] | undefined;

/** Asks the service. The signal aborts at the handler's deadline. */
type AskForApps = (signal: AbortSignal) => Promise<readonly Connection[]>;

interface AppsBeside {
  /**
   * Starts to ask, unless that was done lately.
   * @param owner the same for all requests of a member for a podcast.
   * @returns waits for the answer, a little; it never rejects. It is given the link, which is another one
   * after a reset in any process, and the time at which the request's own answer is due.
   */
  start(owner: string, ask: AskForApps): (feedUrl: string, due: number) => Promise<Apps>;
  /**
   * The page asks for all connections.
   * @returns takes the answer, which is newer than what is remembered: the next visit begins with it.
   */
  learn(owner: string): (found: readonly Connection[]) => void;
  /** What was asked, or is being asked, counts no more. */
  forget(owner: string): void;
}

interface Entry {
  apps: Promise<Apps>;
  controller: AbortController;
  until: number;
  /** The link that the apps were first given with. */
  feedUrl?: string;
}

/** The latest three that a page can use. */
function latest(found: unknown): Apps {
  if (!Array.isArray(found)) return undefined;
  return found
    .flatMap((each: unknown) => z.safeParse(connectedAppSchema, each).data ?? [])
    .sort((one, other) => Date.parse(other.lastFetchedAt) - Date.parse(one.lastFetchedAt))
    .slice(0, MAX_CONNECTED_APPS);
}

/** Gives what is there in time. */
async function inTime(apps: Promise<Apps>, patience: number): Promise<Apps> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patience, undefined);
  });
  try {
    return await Promise.race([apps, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param deadline milliseconds after which a question has no answer.
 * @param now milliseconds since 1970.
 */
export function createAppsBeside(deadline: number, now: () => number): AppsBeside {
  const entries = new BoundedMap<Entry>(MAX_REMEMBERED);

  function askFor(owner: string, ask: AskForApps): Entry {
    const controller = new AbortController();
    const { signal } = controller;
    const apps = withDeadline(
      { name: 'The feed service', timeout: deadline, signal },
      async (ends) => latest(await ask(ends)),
    ).catch(() => undefined);
    const entry: Entry = { apps, controller, until: now() + KEPT_MS };
    entries.set(owner, entry);
    return entry;
  }

  return {
    start(owner, ask) {
      const kept = entries.get(owner);
      const begun = kept && now() < kept.until ? kept : askFor(owner, ask);
      return async (feedUrl, due) => {
        begun.feedUrl ??= feedUrl;
        const entry = begun.feedUrl === feedUrl ? begun : askFor(owner, ask);
        entry.feedUrl = feedUrl;
        // What the apps are waited for must not cost the Subscription.
        const left = due - now() - PATIENCE_MS;
        const apps = await inTime(entry.apps, Math.min(PATIENCE_MS, Math.max(left, 0)));
        // A reset that happened meanwhile has ended the link that these apps fetch.
        return entries.get(owner) === entry ? apps : undefined;
      };
    },
    learn(owner) {
      // That of this moment: an answer that is older than a reset must not reach the entry of the new link.
      const entry = entries.get(owner);
      return (found) => {
        if (entry) entry.apps = Promise.resolve(latest(found));
      };
    },
    forget(owner) {
      // Whoever asks from now on must not join what was asked before.
      entries.get(owner)?.controller.abort();
      entries.delete(owner);
    },
  };
}
