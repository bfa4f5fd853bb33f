/**
 * The flow with a memory (docs/interface.md 8): user IDs and entitlements for a day, access answers for minutes,
 * "no access" for seconds. A page that is opened again costs the operator no call, or one.
 */
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';
import type { Connection } from '../connections.js';
import {
  feedOf,
  noAccess,
  onboard,
  userIdOf,
  type ExtensionCalls,
  type FlowCalls,
  type MemberAndProduct,
  type PrivateFeed,
} from './private-feed.js';
import type { SealedCache } from '../cache/sealed-cache.js';

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
  /** Whether to ask for everything anew, and to keep that. */
  fresh?: boolean | undefined;
  keeping?: Keeping | undefined;
  signal?: AbortSignal | undefined;
}

const feedSchema = z.object({
  feedUrl: z.string().check(z.refine(isWebUrl)),
  title: z.string(),
  sku: z.string(),
  streamingUrl: z.optional(z.string()),
  streamingLinkUrl: z.optional(z.string()),
  userId: z.string(),
  entitlementId: z.string(),
});

/** Null is "no access". */
const idsSchema = z.nullable(
  z.object({
    userId: z.string(),
    entitlementId: z.string(),
    title: z.optional(z.string()),
  }),
);

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

interface Ids {
  userId: string;
  entitlementId: string;
  title?: string | undefined;
}

/** A member may be known by several names; this is the one that the page uses. */
const nameOf = ({ sku, email, userId }: MemberAndProduct) => [sku, email, userId];

/** 4.2 and 4.3, and keeps what they give. */
async function askForIds(
  calls: FlowCalls,
  member: MemberAndProduct,
  { createUsers, keeping, signal }: FlowOptions,
  keptUser?: string,
): Promise<Ids> {
  const { sku, email } = member;
  const userId = keptUser ?? (await userIdOf(calls, member, { createUsers, signal }));
  if (email !== undefined) await keeping?.cache.write('user', [email], userId, keeping.userTtl);
  const ids = { userId, ...(await onboard(calls, { sku, userId, signal })) };
  await keeping?.cache.write('entitlement', nameOf(member), ids, keeping.userTtl);
  return ids;
}

/** Uses the IDs of a member: those that are kept, and new ones if they turn out to be wrong. */
async function withIds<T>(
  calls: FlowCalls,
  member: MemberAndProduct,
  options: FlowOptions,
  use: (ids: Ids) => Promise<T>,
): Promise<T> {
  const { fresh, keeping } = options;
  const useNew = async (keptUser?: string) =>
    use(await askForIds(calls, member, options, keptUser));
  if (!keeping) return useNew();

  const ids = fresh ? undefined : await readKept(keeping, 'entitlement', nameOf(member), idsSchema);
  if (ids === null) throw noAccess();
  const { email } = member;
  const user =
    fresh || ids || email === undefined
      ? undefined
      : await readKept(keeping, 'user', [email], userSchema);
  try {
    return await (ids ? use(ids) : useNew(user)).catch((error: unknown) => {
      if (!(ids ?? user) || !mayBeStale(error)) throw error;
      return useNew();
    });
  } catch (error) {
    if (error instanceof PrivatePodcastError && error.code === 'no-access') {
      const ttl = Math.min(NO_ACCESS_TTL_SECONDS, keeping.accessTtl);
      await keeping.cache.write('entitlement', nameOf(member), null, ttl);
    }
    throw error;
  }
}

/**
 * Finds the feed of a member, with as few calls as the memory allows.
 * @param member as `requireMember` gives it.
 * @throws {PrivatePodcastError} `no-access`, `no-feed`, or what a call threw.
 */
export async function findFeed(
  calls: FlowCalls,
  member: MemberAndProduct,
  options: FlowOptions,
): Promise<PrivateFeed> {
  const { sku } = member;
  const { fresh, keeping, signal } = options;
  return withIds(calls, member, options, async (ids) => {
    const ask = () => feedOf(calls, { sku, ...ids, signal });
    if (!keeping) return ask();
    const { cache, accessTtl } = keeping;
    // The user ID is the same whatever name the page knows the member by.
    const name = [sku, ids.userId];
    const before = await cache.read('access', name);
    const kept = fresh ? undefined : z.safeParse(feedSchema, before).data;
    if (kept) return kept;
    const feed = await ask();
    // If the link was replaced meanwhile, this may be the old one.
    if ((await cache.read('access', name)) === before) {
      await cache.write('access', name, feed, accessTtl);
    }
    return feed;
  });
}

/** Finds the apps that fetch a member's feed. */
export function findConnections(
  calls: FlowCalls & ExtensionCalls,
  member: MemberAndProduct,
  options: FlowOptions,
): Promise<Connection[]> {
  const { signal } = options;
  return withIds(calls, member, options, ({ userId, entitlementId }) =>
    calls.connections(entitlementId, { userId, signal }),
  );
}

/**
 * Replaces a member's feed link. Whatever is kept is forgotten before, in case the answer gets lost,
 * and after: of two answers nobody knows which link is the newer, so the next view asks.
 */
export async function replaceFeed(
  calls: FlowCalls & ExtensionCalls,
  member: MemberAndProduct,
  options: FlowOptions,
): Promise<PrivateFeed> {
  const { sku } = member;
  const { keeping, signal } = options;
  return withIds(calls, member, options, async (ids) => {
    const forget = async () => {
      // No feed has this form, so readers take the entry for empty. The text differs each time, and
      // a flow that is reading the old link right now sees the change.
      const mark = `forgotten ${crypto.randomUUID()}`;
      await keeping?.cache.write('access', [sku, ids.userId], mark, keeping.accessTtl);
    };
    await forget();
    try {
      return await feedOf({ access: calls.resetFeed }, { sku, ...ids, signal });
    } finally {
      await forget();
    }
  });
}
