/**
 * Which apps fetch a member's feed, and a new feed link in place of a leaked one (docs/service.md
 * 5): extensions that our service offers, and another operator's may not.
 */
import * as z from 'zod/mini';
import type { Explain } from '../errors/failed-answer.js';
import { serviceName, type AuthorizedRequest } from './authorization/authorized-request.js';
import { accessItemListSchema, type AccessItem } from './entitlements.js';
import type { Messages } from './answers/error-from-answer.js';
import { requireId } from './checks/input.js';
import { optionalText, readAnswer, readList } from './answers/read-answer.js';
import { explainAccess } from './answers/refusal-reasons.js';

const time = z.iso.datetime({ offset: true });

/** An app that has fetched a member's feed. */
const connectionSchema = z.object({
  /** Id in the app table; missing for an app that is not in it. */
  app: optionalText,
  /** As the member reads it. */
  name: z.string().check(z.minLength(1)),
  /** ISO 8601, as is `lastFetchedAt`. */
  firstFetchedAt: time,
  /** Within five minutes. */
  lastFetchedAt: time,
});

export const connectionListSchema = z.array(connectionSchema);

/** The answer of the service and of the subscribe handler. */
export const connectionsSchema = z.object({ connections: connectionListSchema });

/**
 * An app that fetches a member's feed, and its first and last time (docs/service.md 5).
 * @useDeclaredType
 */
export type Connection = z.output<typeof connectionSchema>;

/** Of one user's entitlement. */
export interface EntitlementOptions {
  userId: string;
  signal?: AbortSignal | undefined;
}

const messages: Messages = {
  'not-found':
    'The feed service does not know the entitlement, or offers neither connections nor new links. If it never works, remove `extensions` from the configuration.',
};

/** A 404 says nothing of the member's access: another operator's service has no such call. */
const explain: Explain = (answer) => (answer.status === 404 ? 'not-found' : explainAccess(answer));

function pathOf(entitlementId: string, call: string, userId: string): string {
  const id = encodeURIComponent(requireId(entitlementId, 'entitlementId'));
  const user = encodeURIComponent(requireId(userId, 'userId'));
  return `/vault/entitlements/${id}/${call}?userId=${user}`;
}

/**
 * Gets the apps that fetch the feed of an entitlement, the latest first. Entries that cannot be
 * read are left out.
 * @throws {PrivatePodcastError} `bad-input`, `not-found` (entitlement, or no such call), or why the
 * request failed.
 */
export async function connections(
  request: AuthorizedRequest,
  entitlementId: string,
  { userId, signal }: EntitlementOptions,
): Promise<Connection[]> {
  const path = pathOf(entitlementId, 'connections', userId);
  const body = await request({ path, signal, explain, messages });
  const list = readAnswer(z.object({ connections: z.unknown() }), body, serviceName).connections;
  return readList(connectionListSchema, list, serviceName);
}

/**
 * Replaces the feed link of an entitlement. The old one stops working at once.
 * @returns the access items with the new link, as call 4.4 does; none if the user has no access.
 * @throws {PrivatePodcastError} as `connections`.
 */
export async function resetFeed(
  request: AuthorizedRequest,
  entitlementId: string,
  { userId, signal }: EntitlementOptions,
): Promise<AccessItem[]> {
  const path = pathOf(entitlementId, 'reset', userId);
  const body = await request({ path, method: 'POST', signal, explain, messages });
  return readList(accessItemListSchema, body, serviceName);
}
