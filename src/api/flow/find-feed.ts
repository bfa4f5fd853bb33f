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

interface Ids {
  userId: string;
  entitlementId: string;
  title?: string | undefined;
}

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
  const { keeping } = options;
  const { email } = member;
  if (!keeping) return use(await askForIds(calls, member, options));
  const [ids, user] = await Promise.all([
    readKept(keeping, 'entitlement', nameOf(member), idsSchema),
    email === undefined ? undefined : readKept(keeping, 'user', [email], userSchema),
  ]);
  try {
    return await use(ids ?? (await askForIds(calls, member, options, user || undefined)));
  } catch (error) {
    if (!(ids ?? user) || !mayBeStale(error)) throw error;
    return use(await askForIds(calls, member, options));
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
  const { keeping, signal } = options;
  const find = () =>
    withIds(calls, member, options, (ids) => feedOf(calls, { sku, ...ids, signal }));
  if (!keeping) return find();

  const { cache, accessTtl } = keeping;
  const name = nameOf(member);
  const before = await cache.read('access', name);
  const kept = z.safeParse(answerSchema, before).data;
  if (kept === null) throw noAccess();
  if (kept) return kept;
  try {
    const feed = await find();
    // If the link was replaced meanwhile, this may be the old one.
    if ((await cache.read('access', name)) === before) {
      await cache.write('access', name, feed, accessTtl);
    }
    return feed;
  } catch (error) {
    if (error instanceof PrivatePodcastError && error.code === 'no-access') {
      await cache.write('access', name, null, Math.min(NO_ACCESS_TTL_SECONDS, accessTtl));
    }
    throw error;
  }
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

/** Replaces a member's feed link. The old one is forgotten, even if the answer gets lost. */
export async function replaceFeed(
  calls: FlowCalls & ExtensionCalls,
  member: MemberAndProduct,
  options: FlowOptions,
): Promise<PrivateFeed> {
  const { sku } = member;
  const { keeping, signal } = options;
  // The member may also be known by the other name.
  const keep = async (userId: string, feed: PrivateFeed | undefined) => {
    if (!keeping) return;
    const { cache, accessTtl } = keeping;
    // A value that is not an access answer counts as none. It is a new one each time, so that a flow
    // that is reading the old link right now sees the change.
    const answer = feed ?? `forgotten ${crypto.randomUUID()}`;
    await cache.write('access', [sku, undefined, userId], answer, accessTtl);
    await cache.write('access', nameOf(member), answer, accessTtl);
  };
  return withIds(calls, member, options, async (ids) => {
    await keep(ids.userId, undefined);
    const feed = await feedOf({ access: calls.resetFeed }, { sku, ...ids, signal });
    await keep(ids.userId, feed);
    return feed;
  });
}
