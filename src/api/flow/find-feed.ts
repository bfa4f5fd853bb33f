/**
 * The flow with a memory (docs/interface.md 8): access answers for minutes, and the IDs that `member-ids.ts` keeps.
 * A page that is opened again costs the operator two calls at most, and one more for connections.
 */
import * as z from 'zod/mini';
import { isWebUrl } from '../../urls/web-url.js';
import type { Connection } from '../connections.js';
import { nameOf, withIds, type FlowOptions } from './member-ids.js';
import {
  feedOf,
  type ExtensionCalls,
  type FlowCalls,
  type MemberAndProduct,
  type PrivateFeed,
} from './private-feed.js';

const feedSchema = z.object({
  feedUrl: z.string().check(z.refine(isWebUrl)),
  title: z.string(),
  sku: z.string(),
  streamingUrl: z.optional(z.string()),
  streamingLinkUrl: z.optional(z.string()),
  userId: z.string(),
  entitlementId: z.string(),
});

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
    const name = nameOf(keeping, sku, ids.userId);
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

/**
 * Finds the apps that fetch a member's feed. That this call is refused says nothing of the feed, so the
 * refusal is not kept, and never in the place of the IDs.
 */
export function findConnections(
  calls: FlowCalls & ExtensionCalls,
  member: MemberAndProduct,
  options: FlowOptions,
): Promise<Connection[]> {
  const { keeping, signal } = options;
  const unkept = { ...options, keeping: keeping && { ...keeping, accessTtl: 0 } };
  return withIds(calls, member, unkept, ({ userId, entitlementId }) =>
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
      await keeping?.cache.write(
        'access',
        nameOf(keeping, sku, ids.userId),
        mark,
        keeping.accessTtl,
      );
    };
    await forget();
    try {
      return await feedOf({ access: calls.resetFeed }, { sku, ...ids, signal });
    } finally {
      await forget();
    }
  });
}
