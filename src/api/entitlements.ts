/** 4.3 Check access and onboard, 4.4 Get the private feed link. */
import * as z from 'zod/mini';
import { server, type Send } from './bearer.js';
import type { Explain } from './failed-answer.js';
import { requireId } from './input.js';
import { readList, text } from './read-answer.js';

export const entitlementSchema = z.looseObject({
  /** Used in the path of 4.4. */
  entitlementId: z.string().check(z.minLength(1)),
  userId: text,
  purchaseOptionId: text,
  purchaseOptionData: z.catch(
    z.optional(
      z.looseObject({
        title: text,
        description: text,
        /** "OWN", or whatever comes. */
        purchaseType: text,
      }),
    ),
    undefined,
  ),
  /** Product ID, `<prefix>:<opaque_id>`. */
  sku: text,
  title: text,
});

export const accessItemSchema = z.looseObject({
  /** Title of the podcast. */
  title: text,
  filename: text,
  id: text,
  /** For a feed, the member's own feed URL: a bearer secret. */
  url: text,
  /** "application/rss+xml" for a feed. */
  mimeType: text,
  /** "feed" for a feed. */
  type: text,
});

/** The entitlement resource (INTERFACE.md 2). */
export type Entitlement = z.output<typeof entitlementSchema>;
/** The access item resource (INTERFACE.md 2). */
export type AccessItem = z.output<typeof accessItemSchema>;

export interface AutoOnboardRequest {
  onboardingOriginId: string;
  userId: string;
  sku: string;
  /** Default "EXTERNAL", the one that occurs. */
  origin?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface AccessOptions {
  userId: string;
  /** Default "RSS". */
  format?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * On these two calls 403 and 404 mean that the member has no access, unless the answer
 * says that it is the client who lacks a scope (RFC 6750 §3.1), or is a gateway's page.
 */
const explain: Explain = ({ status, headers }) => {
  if (status !== 403 && status !== 404) return undefined;
  if (headers.get('www-authenticate')?.includes('insufficient_scope')) return undefined;
  if (headers.get('content-type')?.includes('html')) return undefined;
  return {
    code: 'no-access',
    message:
      'This member has no access to the podcast. If that is so for every member, check `sku` and `onboardingOriginId`.',
  };
};

/**
 * Checks a user's access to a product, and makes it where the service grants it.
 * @returns the entitlements; none where the user has no access.
 * @throws {PrivatePodcastError} `bad-input`, `no-access` (403, 404), `unauthorized`,
 * `forbidden` (scope), or what became of the request.
 */
export async function autoOnboard(
  send: Send,
  { onboardingOriginId, userId, sku, origin = 'EXTERNAL', signal }: AutoOnboardRequest,
): Promise<Entitlement[]> {
  const body = await send({
    path: '/vault/entitlements/auto-onboard',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      onboardingOriginId,
      userId: requireId(userId, 'userId'),
      sku: requireId(sku, 'sku'),
      origin: requireId(origin, 'origin'),
    }),
    signal,
    explain,
  });
  return readList(entitlementSchema, body, server);
}

/**
 * Gets what an entitlement gives access to.
 * @returns every item, feed or not.
 * @throws {PrivatePodcastError} as `autoOnboard`.
 */
export async function access(
  send: Send,
  entitlementId: string,
  { userId, format = 'RSS', signal }: AccessOptions,
): Promise<AccessItem[]> {
  const id = encodeURIComponent(requireId(entitlementId, 'entitlementId'));
  const user = encodeURIComponent(requireId(userId, 'userId'));
  const query = `userId=${user}&format=${encodeURIComponent(requireId(format, 'format'))}`;
  const body = await send({
    path: `/vault/entitlements/${id}/access?${query}`,
    signal,
    explain,
  });
  return readList(accessItemSchema, body, server);
}
