/**
 * The links of all members, in memory and current: loaded at the start, and kept so by following what
 * any process changes. While the database is away, it is as old as the last complete reading.
 */
import { setMaxListeners } from 'node:events';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '../../../api/deadline.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { Log } from '../../failures/log.js';
import { describeFailure } from '../../failures/describe-failure.js';
import {
  MOST_BATCHES,
  PART,
  readBatches,
  readLastBatch,
  readPart,
  readSmall,
  type BatchOf,
} from './changed-links.js';
import type { Database } from '../database/database.js';
import { followRows, type RowsInMemory } from './followed-rows.js';
import { createLinkIndex, type IndexedLink, type LinkIndex } from './link-index.js';
import { createOldLinkIndex, type OldLinkIndex } from './old-link-index.js';
import {
  readLinksAfter,
  readLinksByHash,
  readOldLinksAfter,
  readOldLinksByHash,
  type LinkRow,
  type OldLinkRow,
} from './read-links.js';

/** Twice a second: with the way to the database it is less than the two seconds that the documents promise. */
const PAUSE_MS = 500;
/** The shortest time between two readings that unknown secrets wait for. */
const HURRY_MS = 100;
/** Links that changed before this are known: beyond it, the index counts as stale. */
const FRESH_MS = 2_000;
/** A statement that takes longer has no answer. */
const SILENT_MS = 5_000;
/** Requests with an unknown secret that wait for the next reading at a time. */
const MAX_WAITING = 1_000;
const MINUTE_MS = 60_000;

export const DEFAULT_STALE_MINUTES = 15;

/** Whether links are answered: `loading` at first, `stale` while the database is away, `over` after that. */
export type LinksState = 'loading' | 'fresh' | 'stale' | 'over';

export interface LiveLinks {
  readonly index: LinkIndex;
  readonly oldLinks: OldLinkIndex;
  /** Whether a large batch of old links is still being read, so that one which is not known may be in it. */
  readonly areOldLinksLate: boolean;
  state(): LinksState;
  /** Seconds since the last complete reading; `undefined` while loading. */
  age(): number | undefined;
  /**
   * All links with a hash. One that is not known is looked for in the next reading.
   * @throws {PrivatePodcastError} `unavailable` if there is none in time, or if it was too long ago
   */
  find(hash: Buffer): Promise<IndexedLink[]>;
  /** Resolves once what is committed by now is known here; also if the database does not answer. */
  caughtUp(): Promise<void>;
  /** To be told of links whose connections somebody has asked for. */
  onWatched(listener: (link: LinkRow) => void): void;
  /** To be told that a process has reloaded the catalogue, by the batch's ID; without one, it may have. */
  onCatalogue(listener: (batch?: string) => void): void;
  close(): Promise<void>;
}

export interface LiveLinksOptions {
  database: Database;
  log: Log;
  /** Minutes for which links are answered while the database is away. */
  staleMinutes?: number | undefined;
  /** Milliseconds by the time of day and by a clock that only runs forward: a machine may sleep. */
  clocks?: () => { wall: number; running: number };
}

const unavailable = (message: string, retryAfter: number) =>
  new PrivatePodcastError('unavailable', message, { retryAfter });

interface Position {
  number: number;
  id: string;
}

/** A large batch that is read part by part. */
interface LargeBatch extends BatchOf {
  links: number;
  /** The part that is read next. */
  part: number;
}

const keyOf = (hash: string) => Buffer.from(hash, 'hex');

function holdOldLinks(index: OldLinkIndex): RowsInMemory<OldLinkRow> {
  return {
    put: (link) => index.put(keyOf(link.hash), link),
    keep: (hash) => index.remove(keyOf(hash)),
  };
}

export function createLiveLinks(options: LiveLinksOptions): LiveLinks {
  const { database, log, staleMinutes = DEFAULT_STALE_MINUTES } = options;
  const clocks = options.clocks ?? (() => ({ wall: Date.now(), running: performance.now() }));
  const closing = new AbortController();
  const { signal } = closing;
  // Each request that waits listens to it.
  setMaxListeners(0, signal);
  let index = createLinkIndex();
  let oldLinks = createOldLinkIndex();
  let position: Position | undefined;
  let readAt: ReturnType<typeof clocks> | undefined;
  let isReported = false;
  const large: LargeBatch[] = [];
  const watchListeners: ((link: LinkRow) => void)[] = [];
  const catalogueListeners: ((batch?: string) => void)[] = [];
  let waiting = 0;

  const inTime = <T>(work: () => Promise<T>): Promise<T> =>
    withDeadline({ name: 'The database', timeout: SILENT_MS, signal }, work);

  const rows = followRows<LinkRow>({
    first: { hash: '', entitlementId: '', version: 0, sku: '', endsAt: 0, apps: 0, watchedAt: 0 },
    after: (link, limit) => inTime(() => readLinksAfter(database, link, limit)),
    byHash: (hashes) => inTime(() => readLinksByHash(database, hashes)),
  });
  const oldRows = followRows<OldLinkRow>({
    first: { hash: '', entitlementId: '', version: 0, sku: '', kind: 'reset', until: 0 },
    after: (link, limit) => inTime(() => readOldLinksAfter(database, link, limit)),
    byHash: (hashes) => inTime(() => readOldLinksByHash(database, hashes)),
  });

  function holdLinks(links: LinkIndex): RowsInMemory<LinkRow> {
    return {
      put(link) {
        links.put(keyOf(link.hash), link);
        if (link.watchedAt > 0) for (const listener of watchListeners) listener(link);
      },
      keep(hash, found) {
        const key = keyOf(hash);
        for (const { entitlementId } of links.find(key))
          if (!found.some((link) => link.entitlementId === entitlementId))
            links.remove(key, entitlementId);
      },
    };
  }

  const take = ({ kind }: Pick<BatchOf, 'kind'>, hashes: readonly string[]) =>
    kind === 'links'
      ? rows.take(holdLinks(index), hashes)
      : oldRows.take(holdOldLinks(oldLinks), hashes);

  /** Loads all links, and begins where the changes stood before. */
  async function load(): Promise<void> {
    const begun = clocks();
    const last = await inTime(() => readLastBatch(database));
    const loaded = createLinkIndex();
    const loadedOld = createOldLinkIndex();
    await rows.load(holdLinks(loaded));
    await oldRows.load(holdOldLinks(loadedOld));
    index = loaded;
    oldLinks = loadedOld;
    large.length = 0;
    position = last;
    if (readAt) for (const listener of catalogueListeners) listener();
    readAt = begun;
  }

  /**
   * Takes what came after a batch, and puts large batches aside.
   * @returns false if a part of it is gone, or another database answers: only loading helps then
   */
  async function readAfter(known: Position): Promise<boolean> {
    const found = await inTime(() => readBatches(database, known.number));
    const hasGap = found.some(({ number }, at) => number !== known.number + at);
    if (hasGap || found[0]?.id !== known.id) return false;
    const batches = found.slice(1);
    // A link that is replaced becomes an old one first: in between, it would be neither.
    for (const kind of ['old-links', 'links'] as const) {
      const small = batches.filter((each) => each.kind === kind && each.links <= PART);
      if (small.length === 0) continue;
      const ids = small.map(({ id }) => id);
      const hashes = await inTime(() => readSmall(database, ids, kind));
      if (hashes.length !== small.reduce((sum, { links }) => sum + links, 0)) return false;
      await take({ kind }, hashes);
    }
    for (const { id, kind, links } of batches) {
      if (kind === 'catalogue') for (const listener of catalogueListeners) listener(id);
      else if (links > PART) large.push({ id, kind, links, part: 0 });
    }
    position = batches.at(-1) ?? known;
    return found.length < MOST_BATCHES || readAfter(position);
  }

  /** Takes one part of a large batch. @returns false if it is gone */
  async function readLarge(): Promise<boolean> {
    const [next] = large;
    if (!next) return true;
    const hashes = await inTime(() => readPart(database, next, next.part));
    if (hashes.length === 0) return false;
    await take(next, hashes);
    next.part += 1;
    if (next.part * PART >= next.links) large.shift();
    return true;
  }

  /** One turn: all small batches that there are, and one part of a large one. */
  async function readOnce(): Promise<void> {
    const begun = clocks();
    if (position && (await readAfter(position))) {
      readAt = begun;
      if (await readLarge()) return;
    }
    position = undefined;
    await load();
  }

  function age(): number | undefined {
    if (!readAt) return undefined;
    const { wall, running } = clocks();
    return Math.max(0, wall - readAt.wall, running - readAt.running);
  }

  function state(): LinksState {
    const old = age();
    if (old === undefined) return 'loading';
    if (old <= FRESH_MS) return 'fresh';
    return old <= staleMinutes * MINUTE_MS ? 'stale' : 'over';
  }

  function report(error: unknown): void {
    if (isReported || signal.aborted) return;
    isReported = true;
    log({
      ...describeFailure(error),
      links: readAt ? 'answered from memory' : 'not loaded',
    });
  }

  /** The reading that runs, and who waits for it. */
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let begunAt = -Infinity;

  function read(): Promise<void> {
    begunAt = performance.now();
    reading = readOnce()
      .then(() => {
        if (isReported) log({ links: 'current again' });
        isReported = false;
      })
      .finally(() => (reading = undefined));
    return reading;
  }

  /** A reading that begins from now on. Simultaneous calls share one. */
  function readNext(pause = 0): Promise<void> {
    next ??= (async () => {
      await reading?.catch(() => undefined);
      const left = begunAt + pause - performance.now();
      if (left > 0) await wait(left, undefined, { signal });
      next = undefined;
      await read();
    })();
    return next;
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await readNext().catch(report);
      if (large.length > 0 && !isReported) await setImmediate();
      else await wait(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const following = follow();

  /** Looks again after the next reading: another process may have made the link a moment ago. */
  async function findLater(hash: Buffer): Promise<IndexedLink[]> {
    if (waiting >= MAX_WAITING) throw unavailable('Too many requests for unknown links.', 1);
    waiting += 1;
    try {
      await withDeadline({ name: 'The database', timeout: FRESH_MS, signal }, () =>
        readNext(HURRY_MS),
      );
    } catch (cause) {
      const retryAfter = 2;
      const message = 'The links of members cannot be read. Try again later.';
      throw new PrivatePodcastError('unavailable', message, { retryAfter, cause });
    } finally {
      waiting -= 1;
    }
    return index.find(hash);
  }

  return {
    get index() {
      return index;
    },
    get oldLinks() {
      return oldLinks;
    },
    get areOldLinksLate() {
      return large.some(({ kind }) => kind === 'old-links');
    },
    state,
    age: () => {
      const old = age();
      return old === undefined ? undefined : old / 1000;
    },
    async find(hash) {
      if (state() === 'over') {
        throw unavailable('The database has been away for too long. Try again later.', 30);
      }
      const found = index.find(hash);
      return found.length > 0 ? found : findLater(hash);
    },
    async caughtUp() {
      const deadline = { name: 'The database', timeout: FRESH_MS, signal };
      // The change is committed: that this process learns of it later is no failure of it.
      await withDeadline(deadline, () => readNext()).catch(() => undefined);
    },
    onWatched: (listener) => void watchListeners.push(listener),
    onCatalogue: (listener) => void catalogueListeners.push(listener),
    async close() {
      closing.abort();
      await following;
      await reading?.catch(() => undefined);
    },
  };
}
