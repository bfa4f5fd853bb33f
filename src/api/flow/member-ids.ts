/**
 * The IDs of a member, with a memory (docs/interface.md 8): the user of an address for a minute, a user's
 * entitlements for a day, "no access" for seconds.
 */
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { SealedCache } from '../cache/sealed-cache.js';
import {
  noAccess,
  onboard,
  userIdOf,
  type FlowCalls,
  type MemberAndProduct,
} from './private-feed.js';

const ENTITLEMENT_TTL_SECONDS = 86_400;
export const DEFAULT_ACCESS_TTL_SECONDS = 300;
/** An address may get another holder, who must not be given the link of the one before. */
const ADDRESS_TTL_SECONDS = 60;
/** A member who has just paid must not be told for long that they have not. */
const NO_ACCESS_TTL_SECONDS = 5;

export interface Keeping {
  cache: SealedCache;
  /** Names the publisher at the operator: entitlements are of one origin. */
  origin: string;
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

/** Null is "no access". */
const idsSchema = z.nullable(
  z.object({ entitlementId: z.string(), title: z.optional(z.string()) }),
);

/** Null is a member whom the operator does not know: no access either. */
const userSchema = z.nullable(z.string());

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

export interface Ids {
  userId: string;
  entitlementId: string;
  title?: string | undefined;
}

/** Nothing but the user of an address is kept by the address: it may be another user's tomorrow. */
export const nameOf = (keeping: Keeping, sku: string, userId: string): string[] => [
  sku,
  userId,
  keeping.origin,
];

/** Keeps "no access" for seconds, if that is what calls come to. */
async function keepRefusal<T>(
  keeping: Keeping,
  kind: string,
  name: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PrivatePodcastError && error.code === 'no-access') {
      const ttl = Math.min(NO_ACCESS_TTL_SECONDS, keeping.accessTtl);
      await keeping.cache.write(kind, name, null, ttl);
    }
    throw error;
  }
}

/** 4.2, and keeps what it gives. */
async function askForUser(
  calls: FlowCalls,
  member: MemberAndProduct,
  { createUsers, keeping, signal }: FlowOptions,
): Promise<string> {
  const { email } = member;
  const ask = () => userIdOf(calls, member, { createUsers, signal });
  if (!keeping || email === undefined) return ask();
  const userId = await keepRefusal(keeping, 'user', [email], ask);
  await keeping.cache.write('user', [email], userId, ADDRESS_TTL_SECONDS);
  return userId;
}

/** 4.3, and keeps what it gives. */
async function askForIds(
  calls: FlowCalls,
  { sku }: MemberAndProduct,
  { keeping, signal }: FlowOptions,
  userId: string,
): Promise<Ids> {
  const ids = await onboard(calls, { sku, userId, signal });
  await keeping?.cache.write(
    'entitlement',
    nameOf(keeping, sku, userId),
    ids,
    ENTITLEMENT_TTL_SECONDS,
  );
  return { userId, ...ids };
}

/** Uses the IDs of a member: those that are kept, and new ones if they turn out to be wrong. */
export async function withIds<T>(
  calls: FlowCalls,
  member: MemberAndProduct,
  options: FlowOptions,
  use: (ids: Ids) => Promise<T>,
): Promise<T> {
  const { sku, email } = member;
  const { fresh, keeping } = options;
  const useOf = async (userId: string) => {
    const ask = async () => use(await askForIds(calls, member, options, userId));
    return keeping ? keepRefusal(keeping, 'entitlement', nameOf(keeping, sku, userId), ask) : ask();
  };
  const useNew = async () => useOf(await askForUser(calls, member, options));
  if (!keeping || fresh) return useNew();

  const keptUser =
    email === undefined ? undefined : await readKept(keeping, 'user', [email], userSchema);
  if (keptUser === null) throw noAccess();
  const userId = keptUser ?? (await askForUser(calls, member, options));
  const ids = await readKept(keeping, 'entitlement', nameOf(keeping, sku, userId), idsSchema);
  if (ids === null) throw noAccess();
  if (ids === undefined && keptUser === undefined) return useOf(userId);
  try {
    return await use(ids ? { userId, ...ids } : await askForIds(calls, member, options, userId));
  } catch (error) {
    if (!mayBeStale(error)) throw error;
    return keptUser === undefined ? useOf(userId) : useNew();
  }
}
