/** The feed that a member's app gets: the show's feed made private, or a notice that the membership ended. */
import { setImmediate } from 'node:timers/promises';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { findProduct, type Product } from '../catalogue/catalogue.js';
import { mayHear } from '../ledger/grant.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { FirstLoad } from './first-loads.js';
import { hash } from '../crypto/secrets.js';
import type { FeedLink } from '../store/links/feed-links.js';
import type { SignedCodes } from '../store/links/signed-code.js';
import type { Encoded, ParsedFeed } from './feed-tasks.js';
import { withNotice } from './notice-feed.js';
import { fillEnclosures } from './rewrite/fill-enclosures.js';
import type { RenderedFeeds, SharedFeed } from './rendered-feeds.js';
import type { ShowFeeds } from './show-feed.js';
import { presignedUrl, type FileMethod } from './stores/presigned-url.js';

/** A body that is one member's. Each piece is made when it is asked for, in a turn of its own. */
export interface PersonalBody {
  /** Stands for the bytes, without making them. */
  hash: string;
  pieces: () => AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/** The feed that a member's app gets. */
export interface MemberFeed {
  body: Encoded | PersonalBody;
  /** When the show changed last. Whether the body has is for its hash alone to say. */
  modifiedAt: Date;
  /** The same feed as a podcast; parsed when it is first asked for. */
  parsed(): Promise<Omit<ParsedFeed, 'json'> & { json: Encoded | PersonalBody }>;
}

/** Makes one piece in each turn of the event loop, for all readers together: others are answered in between. */
function createTurns() {
  let last = Promise.resolve();
  return async function* inTurns<Piece>(
    pieces: Iterator<Piece, void>,
  ): AsyncGenerator<Piece, void> {
    for (;;) {
      await (last = last.then(() => setImmediate()));
      const { done, value } = pieces.next();
      if (done) return;
      yield value;
    }
  };
}

export interface MemberFeedSources {
  catalogue: LiveCatalogue;
  now: () => Date;
  firstLoad: FirstLoad;
  showFeed: ShowFeeds;
  rendered: RenderedFeeds;
  enclosureCodes: SignedCodes;
}

export interface MemberFeeds {
  /**
   * The feed of a feed link. Once the membership has ended, it holds one episode that says so.
   * @param link the link that was found for a feed URL, if there is one
   * @param baseUrl returns that of the service, for signed recordings and the sounds of notices
   * @throws {PrivatePodcastError} `not-found` without a link or its product, and what loading
   * the show's feed throws.
   */
  memberFeed(link: FeedLink | undefined, baseUrl: () => string): Promise<MemberFeed>;
  /**
   * The feed of a link that was replaced on a day: one episode that says so. It names no new link, because
   * somebody else may have this one.
   * @returns undefined if there is no such product any more
   */
  replacedFeed(
    sku: string,
    replacedAt: Date,
    baseUrl: () => string,
  ): Promise<Pick<MemberFeed, 'body' | 'modifiedAt'> | undefined>;
  /** When this process first had the show as it is now. @throws {PrivatePodcastError} if it cannot be read */
  changedAt(sku: string): Promise<Date | undefined>;
  /**
   * The enclosure behind a code; `undefined` once the link was reset or the member has no access.
   * @param method that a URL of a store's file will be asked with
   */
  enclosureUrl(code: string, method: FileMethod): Promise<string | undefined>;
}

export function createMemberFeeds(sources: MemberFeedSources): MemberFeeds {
  const { catalogue, now, firstLoad, showFeed, rendered, enclosureCodes } = sources;
  const isOpen = (product: Product, { endsAt }: FeedLink) => mayHear(product, endsAt, now());
  const inTurns = createTurns();

  /** Fills in the enclosure URLs of one member; without a link, those that lead nowhere. */
  function personal(
    feed: Pick<SharedFeed, 'body' | 'parsed'>,
    link: FeedLink | undefined,
    baseUrl: string,
  ): Omit<MemberFeed, 'modifiedAt'> {
    const { entitlementId, version } = link ?? { entitlementId: '', version: 0 };
    const codeOf = (id: string) =>
      link ? enclosureCodes.sign(link, Buffer.from(id, 'base64url')) : 'replaced';
    const urlOf = (id: string) => `${baseUrl}/recordings/${codeOf(id)}`;
    const fill = (shared: Encoded): PersonalBody => ({
      hash: hash([shared.hash, entitlementId, version, baseUrl].join(' ')),
      pieces: () => inTurns(fillEnclosures(shared.identity, urlOf)),
    });
    return {
      body: fill(feed.body),
      parsed: async () => {
        const { json, image, ...podcast } = await feed.parsed();
        const pieces = fillEnclosures(Buffer.from(image ?? ''), urlOf);
        return {
          ...podcast,
          image: Buffer.concat([...pieces]).toString() || undefined,
          json: fill(json),
        };
      },
    };
  }

  return {
    async memberFeed(link, baseUrl) {
      const product = link && findProduct(catalogue.current, link.sku);
      if (!product) {
        throw new PrivatePodcastError(
          'not-found',
          'This feed link does not exist or no longer works. Get a new one from the publisher.',
        );
      }
      const show = await showFeed(product);
      const hasEnded = !isOpen(product, link);
      const feed = await rendered.of(show, product, hasEnded ? 'ended' : undefined);
      // Access that nobody has given has no end. Its notice is as old as the show.
      const date = async () =>
        hasEnded && link.endsAt > 0 ? new Date(link.endsAt) : firstLoad(product.sku);
      const whole = feed.notice
        ? await withNotice(feed, feed.notice, product, await date(), baseUrl())
        : feed;
      // Beside a notice there can be a trailer.
      const own = product.recordings === 'signed' ? personal(whole, link, baseUrl()) : whole;
      return { ...own, modifiedAt: feed.modifiedAt };
    },

    async replacedFeed(sku, replacedAt, baseUrl) {
      const product = findProduct(catalogue.current, sku);
      if (!product) return undefined;
      const feed = await rendered.of(await showFeed(product), product, 'changed');
      const page = catalogue.current.publisher?.url;
      const place = feed.notice && { ...feed.notice, link: page ?? feed.notice.link };
      const whole = place ? await withNotice(feed, place, product, replacedAt, baseUrl()) : feed;
      const { body } =
        product.recordings === 'signed' ? personal(whole, undefined, baseUrl()) : whole;
      return { body, modifiedAt: replacedAt };
    },

    async changedAt(sku) {
      const product = findProduct(catalogue.current, sku);
      return product && (await rendered.of(await showFeed(product), product)).modifiedAt;
    },

    async enclosureUrl(code, method) {
      const opened = await enclosureCodes.open(code);
      if (!opened) return undefined;
      const product = findProduct(catalogue.current, opened.link.sku);
      if (product?.recordings !== 'signed' || !isOpen(product, opened.link)) {
        return undefined;
      }
      const { enclosures } = await rendered.of(await showFeed(product), product);
      const url = enclosures[opened.data.toString('base64url')];
      if (url === undefined || !product.store) return url;
      return (await presignedUrl(product.store, url, method, now())) ?? url;
    },
  };
}
