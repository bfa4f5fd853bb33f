/**
 * Whether any show can be given to members, and how current all of them are. Feeds are read when
 * somebody asks for them: here, whoever watches the service does.
 */
import { withDeadline } from '../../../api/deadline.js';
import type { Product } from '../../catalogue/catalogue.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Log } from '../../failures/log.js';
import { readFeeds, type ReadFeed } from '../../feeds/check-feeds.js';
import type { ShowState } from '../../feeds/show-states.js';
import { describeFailure } from '../../failures/describe-failure.js';

export interface ShownShows {
  /** Whether there is a show to give, or none in the catalogue. Tries to read one if need be. */
  isAnyShown(): Promise<boolean>;
  /** Reads in the background the shows whose copy nobody has asked for in a while. */
  keepFresh(): void;
}

export interface ShownShowsOptions {
  catalogue: LiveCatalogue;
  /** Whether a show was given to somebody, by its product in force. */
  wasShown: (product: Product) => boolean;
  /** Reads a show as members get it. @throws if that fails */
  read: ReadFeed;
  shows: () => ShowState[];
  log: Log;
}

const TIMEOUT_MS = 2_000;
/** Between two rounds of attempts while no show can be read. */
const PAUSE_MS = 2_000;
/** A copy that is older than this is read again, also without a member who asks for it. */
const MAX_AGE_SECONDS = 300;

export function createShownShows(options: ShownShowsOptions): ShownShows {
  const { catalogue, wasShown, read, shows, log } = options;
  let trying: Promise<void> | undefined;
  let triedAt = -Infinity;

  const readAll = (products: readonly Product[], isEnough: () => boolean): Promise<void> =>
    readFeeds(
      products,
      read,
      ({ sku, error }) => log({ sku, ...describeFailure(error) }),
      isEnough,
    );

  const isShown = () => {
    const { products } = catalogue.current;
    return products.length === 0 || products.some(wasShown);
  };

  /** One round at a time, whoever asks for it. */
  function start(products: readonly Product[], isEnough: () => boolean): Promise<void> {
    trying ??= readAll(products, isEnough).finally(() => {
      trying = undefined;
      triedAt = performance.now();
    });
    return trying;
  }

  return {
    async isAnyShown() {
      if (isShown()) return true;
      if (!trying && performance.now() - triedAt < PAUSE_MS) return false;
      await withDeadline({ name: 'The shows', timeout: TIMEOUT_MS }, () =>
        start(catalogue.current.products, isShown),
      ).catch(() => undefined);
      return isShown();
    },
    keepFresh() {
      const old = new Set(
        shows().flatMap(({ sku, ageSeconds = 0 }) => (ageSeconds > MAX_AGE_SECONDS ? sku : [])),
      );
      const products = catalogue.current.products.filter(({ sku }) => old.has(sku));
      if (products.length === 0 || performance.now() - triedAt < PAUSE_MS) return;
      void start(products, () => false);
    },
  };
}
