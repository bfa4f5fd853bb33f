/** The feed that a member's app gets: the show's feed made private, or a notice that the membership ended. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { HasAccess } from '../catalogue/access.js';
import { findProduct, type Product } from '../catalogue/catalogue.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import { hash } from '../store/secrets.js';
import type { SignedCodes } from '../store/signed-code.js';
import type { FeedLink } from '../store/store.js';
import type { Encoded, ParsedFeed } from './feed-tasks.js';
import type { FeedWorkers } from './feed-workers.js';
import type { Metrics } from '../metrics.js';
import { fillRecordings, type Recordings } from './hidden-recordings.js';
import type { Notice } from './mark-feed.js';
import type { ShowFeed, ShowFeeds } from './show-feed.js';

/** The feed that a member's app gets. */
export interface MemberFeed {
  body: Encoded;
  /** The same feed as a podcast; parsed when it is first asked for. */
  parsed(): Promise<ParsedFeed>;
}

/**
 * A version of a show, made private. It contains nothing personal: all members share it. If its
 * recordings are signed, it has placeholders in place of their URLs.
 */
interface Version extends MemberFeed {
  recordings: Recordings;
}

const membershipEnded: Notice = {
  guid: 'membership-ended',
  title: 'Your membership has ended',
  description:
    'This podcast is for members. Renew your membership with the publisher, and the episodes will reappear here.',
};

export interface MemberFeedSources {
  catalogue: LiveCatalogue;
  hasAccess: HasAccess;
  showFeed: ShowFeeds;
  workers: FeedWorkers;
  enclosureCodes: SignedCodes;
  metrics?: Pick<Metrics, 'cache'> | undefined;
}

/** Keeps the result of a call, and calls again only if it failed. */
function once<T>(call: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= call().catch((error: unknown) => {
      result = undefined;
      throw error;
    }));
}

export function createMemberFeeds(sources: MemberFeedSources) {
  const { catalogue, hasAccess, showFeed, workers, enclosureCodes, metrics } = sources;
  /** What was made of each version of a show: for members and for lapsed ones. */
  const versions = new WeakMap<ShowFeed, Map<string, () => Promise<Version>>>();

  async function render(show: ShowFeed, product: Product, notice?: Notice): Promise<Version> {
    const signed = product.recordings === 'signed';
    const { body, recordings } = await workers.run('render', { show, notice, signed });
    const { spotifyId } = product;
    const task = {
      feed: body.identity,
      baseUrl: show.url,
      contentType: 'application/rss+xml; charset=utf-8',
      externalIds: spotifyId === undefined ? undefined : { spotifyId },
    };
    return { body, recordings, parsed: once(() => workers.run('parse', task)) };
  }

  function versionOf(show: ShowFeed, product: Product, hasEnded: boolean): Promise<Version> {
    const made = versions.get(show) ?? new Map<string, () => Promise<Version>>();
    versions.set(show, made);
    const name = [product.spotifyId, product.recordings, hasEnded].join(' ');
    metrics?.cache('rendered', made.has(name));
    const version =
      made.get(name) ?? once(() => render(show, product, hasEnded ? membershipEnded : undefined));
    made.set(name, version);
    return version();
  }

  /** Fills in the enclosure URLs of one member. */
  function personal(feed: Version, link: FeedLink, baseUrl: string): MemberFeed {
    const { entitlementId, version } = link;
    const urlOf = (id: string) =>
      `${baseUrl}/recordings/${enclosureCodes.sign(link, Buffer.from(id, 'base64url'))}`;
    const fill = (encoded: Encoded): Encoded => ({
      hash: hash([encoded.hash, entitlementId, version, baseUrl].join(' ')),
      // Most requests are answered with 304 and need no body.
      get identity() {
        const text = Buffer.from(encoded.identity).toString('utf8');
        return Uint8Array.from(Buffer.from(fillRecordings(text, urlOf), 'utf8'));
      },
    });
    return {
      body: fill(feed.body),
      parsed: async () => {
        const podcast = await feed.parsed();
        return { ...podcast, json: fill(podcast.json) };
      },
    };
  }

  return {
    /**
     * The feed of a feed link. Once the membership has ended, it holds one episode that says so.
     * @param link the link that was found for a feed URL, if there is one
     * @param baseUrl of the service, for signed recordings
     * @throws {PrivatePodcastError} `not-found` without a link or its product, and what loading
     * the show's feed throws.
     */
    async memberFeed(link: FeedLink | undefined, baseUrl: string): Promise<MemberFeed> {
      const product = link && findProduct(catalogue.current, link.sku);
      if (!product) {
        throw new PrivatePodcastError(
          'not-found',
          'This feed link does not exist or no longer works. Get a new one from the publisher.',
        );
      }
      const show = await showFeed(product);
      const version = await versionOf(show, product, !(await hasAccess(product, link.email)));
      return product.recordings === 'signed' ? personal(version, link, baseUrl) : version;
    },

    /** The enclosure behind a code; `undefined` once the link was reset or the member has no access. */
    async enclosureUrl(code: string): Promise<string | undefined> {
      const opened = await enclosureCodes.open(code);
      if (!opened) return undefined;
      const product = findProduct(catalogue.current, opened.link.sku);
      if (product?.recordings !== 'signed' || !(await hasAccess(product, opened.link.email))) {
        return undefined;
      }
      const { recordings } = await versionOf(await showFeed(product), product, false);
      return recordings[opened.data.toString('base64url')];
    },
  };
}

export type MemberFeeds = ReturnType<typeof createMemberFeeds>;
