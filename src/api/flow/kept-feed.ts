/**
 * The flow with a memory (docs/interface.md 8): user IDs and entitlements for a day, access answers for minutes,
 * "no access" for seconds. A page that is opened again costs the operator no call, or one.
 */
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';
import {
  feedOf,
  noAccess,
  onboard,
  userIdOf,
  type FlowCalls,
  type MemberAndProduct,
  type PrivateFeed,
} from '../private-feed.js';
import type { SealedCache } from '../sealed-cache.js';

export const DEFAULT_USER_TTL_SECONDS = 86_400;
export const DEFAULT_ACCESS_TTL_SECONDS = 300;
/** A member who has just paid must not be told for long that they have not. */
const NO_ACCESS_TTL_SECONDS = 5;

export interface Keeping {
  cache: SealedCache;
  /** Seconds for which user IDs and entitlements are kept. */
  userTtl: number;
  /** Seconds for which access answers are kept. */
  accessTtl: number;
}

export interface FlowOptions {
  /** Whether an unknown user is created. */
  createUsers: boolean;
  keeping?: Keeping | undefined;
  signal?: AbortSignal | undefined;
}

const answerSchema = z.nullable(
  z.object({
    feedUrl: z.string().check(z.refine(isWebUrl)),
    title: z.string(),
    sku: z.string(),
    streamingUrl: z.optional(z.string()),
    streamingLinkUrl: z.optional(z.string()),
    userId: z.string(),
    entitlementId: z.string(),
  }),
);

const idsSchema = z.object({
  userId: z.string(),
  entitlementId: z.string(),
  title: z.optional(z.string()),
});

const userSchema = z.string();

async function readKept<T extends z.ZodMiniType>(
  { cache }: Keeping,
  kind: string,
  name: readonly (string | undefined)[],
  schema: T,
): Promise<z.output<T> | undefined> {
  return z.safeParse(schema, await cache.read(kind, name)).data;
}

/** Whether IDs that are kept may have become wrong. */
function mayBeStale(error: unknown): boolean {
  return (
    error instanceof PrivatePodcastError &&
    ['no-access', 'not-found', 'no-feed'].includes(error.code)
  );
}

/**
 * Finds the feed of a member, with as few calls as the memory allows.
 * @param member as `requireMember` gives it.
 * @throws {PrivatePodcastError} `no-access`, `no-feed`, or what a call threw.
 */
export async function findFeed(
  calls: FlowCalls,
  member: MemberAndProduct,
  { createUsers, keeping, signal }: FlowOptions,
): Promise<PrivateFeed> {
  const { sku, email } = member;
  const name = [sku, email, member.userId];
  if (!keeping) {
    const userId = await userIdOf(calls, member, { createUsers, signal });
    return feedOf(calls, {
      sku,
      userId,
      ...(await onboard(calls, { sku, userId, signal })),
      signal,
    });
  }

  const { cache, userTtl, accessTtl } = keeping;
  const kept = await readKept(keeping, 'access', name, answerSchema);
  if (kept === null) throw noAccess();
  if (kept) return kept;

  const [ids, keptUser] = await Promise.all([
    readKept(keeping, 'entitlement', name, idsSchema),
    email === undefined ? undefined : readKept(keeping, 'user', [email], userSchema),
  ]);

  async function find(useKept: boolean): Promise<PrivateFeed> {
    if (useKept && ids) return feedOf(calls, { sku, ...ids, signal });
    const userId =
      (useKept && keptUser) || (await userIdOf(calls, member, { createUsers, signal }));
    if (email !== undefined) await cache.write('user', [email], userId, userTtl);
    const entitlement = await onboard(calls, { sku, userId, signal });
    await cache.write('entitlement', name, { userId, ...entitlement }, userTtl);
    return feedOf(calls, { sku, userId, ...entitlement, signal });
  }

  try {
    const feed = await find(true).catch((error: unknown) => {
      if (!(ids ?? keptUser) || !mayBeStale(error)) throw error;
      return find(false);
    });
    await cache.write('access', name, feed, accessTtl);
    return feed;
  } catch (error) {
    if (error instanceof PrivatePodcastError && error.code === 'no-access') {
      await cache.write('access', name, null, Math.min(NO_ACCESS_TTL_SECONDS, accessTtl));
    }
    throw error;
  }
}
