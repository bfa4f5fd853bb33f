/** The feed of a product's show: its own, or one that is made of several. */
import type { Product } from '../catalogue/catalogue.js';
import type { Log } from '../failures/log.js';
import { feedFailure } from '../failures/placed-failures.js';
import { describeFailure } from '../failures/describe-failure.js';
import type { FeedMetrics } from './feed-metrics.js';
import type { GuardedFetch } from './guarded-fetch.js';
import { leftOutError, leftOutOf, type LeftOut } from './merge/left-out.js';
import type { MergedFeed, MergeSource } from './merge/merge-feeds.js';
import {
  createSourceCopies,
  unlessSlow,
  type KeptCopies,
  type ShowFeed,
  type SourceState,
} from './source-copies.js';

export type { ShowFeed } from './source-copies.js';

export interface ShowFeedsOptions {
  fetchGuarded: GuardedFetch;
  now: () => Date;
  /** Rejects for a feed that members could not be given, such as a host's page about maintenance. */
  accept?: (feed: ShowFeed, product: Product, before?: ShowFeed) => Promise<unknown>;
  /** Makes one feed of several. */
  merge: (sources: readonly MergeSource[]) => Promise<MergedFeed>;
  /** Keeps the last good copy of each feed for the next process. */
  store?: KeptCopies;
  log?: Log;
  metrics?: Pick<FeedMetrics, 'cached' | 'readFailures'>;
}

export interface ShowFeeds {
  /**
   * Loads the feed of a product's show. Simultaneous calls share one load. A show made of several
   * feeds is merged from those that could be read.
   * @throws {PrivatePodcastError} what reading the file or fetching the URL throws, unless
   * there is an earlier copy.
   */
  (product: Product): Promise<ShowFeed>;
  /** The state of a feed of the catalogue, without reading it. */
  state(source: string): SourceState;
  /** Resolves once what was read is stored. */
  close(): Promise<void>;
}

/** The parts that a merged feed was made of. The objects of the feeds are others once a feed has changed. */
interface Merged {
  sources: Product['sources'];
  parts: readonly (ShowFeed | undefined)[];
  feed: Promise<ShowFeed>;
  isDone: boolean;
}

/** How long a merge that failed is not tried again. */
const RETRY_MS = 60_000;

const isMadeOf = (made: Merged, sources: Merged['sources'], parts: Merged['parts']): boolean =>
  made.sources === sources && made.parts.every((part, index) => part === parts[index]);

export function createShowFeeds(options: ShowFeedsOptions): ShowFeeds {
  const { fetchGuarded, now, accept, merge, store, log, metrics } = options;
  const copies = createSourceCopies(fetchGuarded, now, metrics?.cached, store);
  /** The last merge of each composed product, and the last feed that one gave. */
  const merges = new Map<string, Merged>();
  const lastFeeds = new Map<string, ShowFeed>();
  /** How many items the last one left out, by feed. */
  const lastLeftOut = new Map<string, string>();
  /** When each of them may be merged again after a failure. */
  const retries = new Map<string, NodeJS.Timeout>();
  const unmerged = new Set<string>();

  /** Where each feed that fails is used, by its file or URL. */
  const failing = new Map<string, Map<string, { sku: string; source: number }>>();

  /** Says of a feed that reads again that it does, wherever its failure was told. */
  function tellCured(feed: string): void {
    for (const place of failing.get(feed)?.values() ?? [])
      log?.({ show: 'readable again', ...place });
    failing.delete(feed);
  }

  async function loadSource(product: Product, index: number): Promise<ShowFeed> {
    const { sku, isComposed } = product;
    const source = product.sources[index]?.feed ?? '';
    const placed = (error: unknown) => {
      const places = failing.get(source) ?? new Map<string, { sku: string; source: number }>();
      failing.set(source, places.set(`${index} ${sku}`, { sku, source: index }));
      return feedFailure(error, sku, index, source);
    };
    try {
      return await copies.get(source, {
        accept: accept && ((feed, before) => accept(feed, product, before)),
        isOptional: isComposed,
        countFailure: () => metrics?.readFailures.inc({ sku, source: index }),
        onCured: () => tellCured(source),
        onFailure: (error) => log?.({ sku, source: index, ...describeFailure(placed(error)) }),
      });
    } catch (error) {
      throw placed(error);
    }
  }

  /** Says once which feeds have items that a show leaves out. */
  function logLeftOut({ sku, sources }: Product, leftOut: readonly LeftOut[]): void {
    const text = JSON.stringify(leftOut);
    if (text === (lastLeftOut.get(sku) ?? '[]')) return;
    lastLeftOut.set(sku, text);
    for (const each of leftOut) {
      const { source } = each;
      const error = feedFailure(leftOutError(each), sku, source, sources[source]?.feed ?? '');
      log?.({ sku, source, ...describeFailure(error) });
    }
  }

  async function mergeParts(product: Product, parts: Merged['parts']): Promise<ShowFeed> {
    const { sku, sources } = product;
    const last = lastFeeds.get(sku);
    try {
      const read = sources.flatMap(({ label }, source) => {
        const part = parts[source];
        return part ? [{ source, part: { ...part, label } }] : [];
      });
      const { xml, leftOut, ownUrls } = await merge(read.map(({ part }) => part));
      const counts = sources.map(
        (_, source) => leftOut[read.findIndex((each) => each.source === source)] ?? 0,
      );
      logLeftOut(product, leftOutOf(counts));
      // A change that members do not see must not render everything anew.
      const feed = last?.xml === xml ? last : { xml, ownUrls };
      lastFeeds.set(sku, feed);
      if (unmerged.delete(sku)) log?.({ show: 'readable again', sku });
      return feed;
    } catch (error) {
      unmerged.add(sku);
      // The next request tries again; with a feed to give meanwhile, a later one does.
      const forget = () => {
        if (merges.get(sku)?.parts === parts) merges.delete(sku);
      };
      if (!last) {
        forget();
        throw error;
      }
      clearTimeout(retries.get(sku));
      retries.set(sku, setTimeout(forget, RETRY_MS).unref());
      log?.({ sku, ...describeFailure(error) });
      return last;
    }
  }

  async function composed(product: Product): Promise<ShowFeed> {
    const { sku, sources } = product;
    const results = await Promise.allSettled(sources.map((_, index) => loadSource(product, index)));
    const parts = results.map((result) =>
      result.status === 'fulfilled' ? result.value : undefined,
    );
    const [failed] = results.filter((result) => result.status === 'rejected');
    if (failed && !parts.some(Boolean)) throw failed.reason;
    const made = merges.get(sku);
    if (made && isMadeOf(made, sources, parts)) return made.feed;
    const merged = { sources, parts, feed: mergeParts(product, parts), isDone: false };
    merges.set(sku, merged);
    const feed = await merged.feed;
    merged.isDone = true;
    return feed;
  }

  /** The merged feed, if no feed need be read for it: most polls ask for nothing else. */
  function current({ sku, sources }: Product): Promise<ShowFeed> | undefined {
    const made = merges.get(sku);
    if (!made?.isDone) return undefined;
    const known = sources.map(({ feed }) => copies.peek(feed));
    if (known.includes(undefined)) return undefined;
    const parts = known.map((part) => part?.feed);
    return isMadeOf(made, sources, parts) ? made.feed : undefined;
  }

  function showFeed(product: Product): Promise<ShowFeed> {
    if (!product.isComposed) return loadSource(product, 0);
    const made = current(product);
    if (made) return made;
    const last = lastFeeds.get(product.sku);
    const work = composed(product);
    return last ? unlessSlow(work, last) : work;
  }
  return Object.assign(showFeed, {
    state: (source: string) => copies.state(source),
    close: () => {
      for (const timer of retries.values()) clearTimeout(timer);
      return copies.close();
    },
  });
}
