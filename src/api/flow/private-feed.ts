/** Steps 2 to 4 of the flow (docs/interface.md 1): from a member and a product to the member's own feed. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';
import type { Connection, EntitlementOptions } from '../connections.js';
import type {
  AccessItem,
  AccessOptions,
  AutoOnboardRequest,
  Entitlement,
} from '../entitlements.js';
import { requireEmail } from '../checks/email-address.js';
import { requireId } from '../checks/input.js';
import type { UserByEmailOptions, UserProfile } from '../profile.js';

/** A member and a podcast. Name the member by e-mail address or by user ID. */
export type MemberAndProduct = { sku: string } & (
  { email: string; userId?: undefined } | { userId: string; email?: undefined }
);

/** Whose feed of which podcast. */
export type PrivateFeedRequest = MemberAndProduct & {
  /** Asks for everything anew, whatever a `cache` remembers, and keeps that. Default false. */
  fresh?: boolean | undefined;
  /** Nobody waits to see an app: the answer is for a page that shows whatever is known. Default false. */
  isGlance?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

/** A member's own feed. */
export interface PrivateFeed {
  /** A bearer secret. */
  feedUrl: string;
  /** Title of the podcast. */
  title: string;
  /** Product ID of the podcast. */
  sku: string;
  /** The show in a streaming-music app, if the publisher has it there. */
  streamingUrl?: string | undefined;
  /** Where members connect their account of that app. */
  streamingLinkUrl?: string | undefined;
  /** The operator's ID of the member, `<provider>|<opaque id>`. */
  userId: string;
  /** The operator's ID of the member's access to the podcast. */
  entitlementId: string;
}

/** The calls that the flow is made of, as the client offers them. */
export interface FlowCalls {
  /**
   * 4.2: looks up a user.
   * @throws {PrivatePodcastError} `not-found` if the address is unknown and `forceCreation` is not set.
   * @example
   * const { id } = await service.userByEmail('jane@example.com', { forceCreation: true });
   */
  userByEmail: (email: string, options?: UserByEmailOptions) => Promise<UserProfile>;
  /**
   * 4.3: checks a user's access, and creates it if the service grants it. No access is an empty
   * list or the error `no-access`.
   * @example
   * const entitlements = await service.autoOnboard({ userId: id, sku: 'sid:member-show' });
   */
  autoOnboard: (request: Omit<AutoOnboardRequest, 'onboardingOriginId'>) => Promise<Entitlement[]>;
  /**
   * 4.4: gets what an entitlement gives access to, whether it is a feed or not.
   * @example
   * const items = await service.access(entitlement.entitlementId, { userId: id });
   * const feed = items.find(({ type }) => type === 'feed');
   */
  access: (entitlementId: string, options: AccessOptions) => Promise<AccessItem[]>;
}

/** Calls that only some services offer (docs/service.md 5). */
export interface ExtensionCalls {
  /** The apps that fetch the feed of an entitlement. */
  connections: (entitlementId: string, options: EntitlementOptions) => Promise<Connection[]>;
  /** A new feed link in place of the old one, as access items. */
  resetFeed: (entitlementId: string, options: EntitlementOptions) => Promise<AccessItem[]>;
}

/** The entitlement to a product: one that names it, or else one that names no product. */
export function chooseEntitlement(
  entitlements: readonly Entitlement[],
  sku: string,
): Entitlement | undefined {
  return (
    entitlements.find((entitlement) => entitlement.sku === sku) ??
    entitlements.find((entitlement) => entitlement.sku === undefined)
  );
}

function isFeed({ type, mimeType, url }: AccessItem): boolean {
  const mediaType = mimeType?.split(';')[0]?.trim().toLowerCase();
  return isWebUrl(url) && type?.toLowerCase() === 'feed' && mediaType === 'application/rss+xml';
}

/** The RSS feed among access items. If there are several, the one whose file name is the product's. */
export function chooseFeed(
  items: readonly AccessItem[],
  sku: string,
): (AccessItem & { url: string }) | undefined {
  const feeds = items.filter((item): item is AccessItem & { url: string } => isFeed(item));
  return feeds.find(({ filename }) => filename === `${sku}_private.rss`) ?? feeds[0];
}

/** The error for a member without access. */
export function noAccess(): PrivatePodcastError {
  return new PrivatePodcastError(
    'no-access',
    'This member has no access to the podcast. Show them what the membership offers instead.',
  );
}

/**
 * Checks whose feed is asked for.
 * @returns the member and the podcast, and nothing else.
 * @throws {PrivatePodcastError} `bad-input`
 */
export function requireMember({ sku, email, userId }: MemberAndProduct): MemberAndProduct {
  const product = requireId(sku, 'sku');
  if ((email === undefined) === (userId === undefined)) {
    throw new PrivatePodcastError('bad-input', 'Pass either `email` or `userId`.');
  }
  return userId === undefined
    ? { sku: product, email: requireEmail(email) }
    : { sku: product, userId: requireId(userId, 'userId') };
}

interface Step {
  sku: string;
  userId: string;
  signal?: AbortSignal | undefined;
}

/**
 * 4.2: the ID of a member.
 * @throws {PrivatePodcastError} `no-access` if the user is unknown and must not be created.
 */
export async function userIdOf(
  { userByEmail }: FlowCalls,
  { email, userId }: MemberAndProduct,
  { createUsers, signal }: { createUsers: boolean; signal?: AbortSignal | undefined },
): Promise<string> {
  if (email === undefined) return userId;
  try {
    return (await userByEmail(email, { forceCreation: createUsers, signal })).id;
  } catch (error) {
    const isUnknown = error instanceof PrivatePodcastError && error.code === 'not-found';
    throw isUnknown && !createUsers ? noAccess() : error;
  }
}

/**
 * 4.3: the member's entitlement to the product.
 * @throws {PrivatePodcastError} `no-access`
 */
export async function onboard(
  { autoOnboard }: FlowCalls,
  step: Step,
): Promise<Pick<Entitlement, 'entitlementId' | 'title'>> {
  const entitlement = chooseEntitlement(await autoOnboard(step), step.sku);
  if (!entitlement) throw noAccess();
  const { entitlementId, title } = entitlement;
  return { entitlementId, title };
}

/**
 * 4.4: the member's feed.
 * @throws {PrivatePodcastError} `no-access`, `no-feed`
 */
export async function feedOf(
  { access }: Pick<FlowCalls, 'access'>,
  {
    sku,
    userId,
    signal,
    entitlementId,
    title,
  }: Step & Pick<Entitlement, 'entitlementId' | 'title'>,
): Promise<PrivateFeed> {
  const items = await access(entitlementId, { userId, signal });
  if (items.length === 0) throw noAccess();
  const feed = chooseFeed(items, sku);
  if (!feed) {
    throw new PrivatePodcastError(
      'no-feed',
      "The member has access, but the feed service lists no RSS feed. Ask the operator's support.",
    );
  }
  return {
    feedUrl: feed.url,
    title: feed.title ?? title ?? '',
    sku,
    ...(isWebUrl(feed.streamingUrl) && { streamingUrl: feed.streamingUrl }),
    ...(isWebUrl(feed.streamingLinkUrl) && { streamingLinkUrl: feed.streamingLinkUrl }),
    userId,
    entitlementId,
  };
}
