/** 4.3 Check access, 4.4 Get the feed link (docs/interface.md). */
import * as z from 'zod/mini';
import { serviceName, type AuthorizedRequest } from './authorization/authorized-request.js';
import type { Messages } from './answers/error-from-answer.js';
import { invalidId, isId, requireId } from './checks/input.js';
import { optionalText, readList } from './answers/read-answer.js';
import { explainAccess } from './answers/refusal-reasons.js';

const id = z.string().check(z.refine(isId));

/** The body of 4.3. */
export const autoOnboardBodySchema = z.object({
  onboardingOriginId: id,
  userId: id,
  sku: id,
  origin: id,
});

const entitlementSchema = z.looseObject({
  /** Goes into the path of 4.4. */
  entitlementId: z.string().check(z.minLength(1)),
  userId: optionalText,
  purchaseOptionId: optionalText,
  purchaseOptionData: z.catch(
    z.optional(
      z.looseObject({
        title: optionalText,
        description: optionalText,
        /** "OWN" is the only value known so far. */
        purchaseType: optionalText,
      }),
    ),
    undefined,
  ),
  /** Product ID, `<prefix>:<opaque_id>`. */
  sku: optionalText,
  title: optionalText,
});

/** The answer of 4.3; empty if the user has no access. */
export const entitlementListSchema = z.array(entitlementSchema);

const accessItemSchema = z.looseObject({
  /** Title of the podcast. */
  title: optionalText,
  filename: optionalText,
  id: optionalText,
  /** The member's own feed URL, if this is a feed: a bearer secret. */
  url: optionalText,
  /** "application/rss+xml" for a feed. */
  mimeType: optionalText,
  /** "feed" for a feed. */
  type: optionalText,
  /** The show in a streaming-music app, and where members connect their account: our service says so. */
  streamingUrl: optionalText,
  streamingLinkUrl: optionalText,
});

/** The answer of 4.4. */
export const accessItemListSchema = z.array(accessItemSchema);

/**
 * The entitlement resource (docs/interface.md 2).
 * @useDeclaredType
 */
export type Entitlement = z.output<typeof entitlementSchema>;
/**
 * The access item resource (docs/interface.md 2).
 * @useDeclaredType
 */
export type AccessItem = z.output<typeof accessItemSchema>;

/** Call 4.3: whose access to which podcast. */
export interface AutoOnboardRequest {
  /** Names the publisher; issued by the operator. */
  onboardingOriginId: string;
  /** The member's user ID, as `userByEmail` resolves to it. */
  userId: string;
  /** Product ID of the podcast. */
  sku: string;
  /** Default "EXTERNAL", the only value known so far. */
  origin?: string | undefined;
  /** Ends the call when it aborts. */
  signal?: AbortSignal | undefined;
}

/** Call 4.4: for whom, and as what. */
export interface AccessOptions {
  /** The member's user ID, as `userByEmail` resolves to it. */
  userId: string;
  /** Default "RSS". */
  format?: string | undefined;
  /** Ends the call when it aborts. */
  signal?: AbortSignal | undefined;
}

const messages: Messages = {
  'no-access':
    'This member has no access to the podcast. If no member has, check `sku` and `onboardingOriginId`.',
  forbidden:
    "The feed service refuses this client, not the member. Check `scope` and `onboardingOriginId`, or ask the operator's support.",
  'not-found':
    'The feed service does not know the user, the product or the path. Check `baseUrl` and `sku`.',
};

/**
 * Checks a user's access to a product, and creates it if the service grants it.
 * @returns the entitlements; none if the user has no access.
 * @throws {PrivatePodcastError} `bad-input`, `no-access` (402, 403, 404), `unauthorized`,
 * `forbidden` (the client), `not-found`, or why the request failed.
 */
export async function autoOnboard(
  request: AuthorizedRequest,
  { onboardingOriginId, userId, sku, origin = 'EXTERNAL', signal }: AutoOnboardRequest,
): Promise<Entitlement[]> {
  const { data, error } = z.safeParse(autoOnboardBodySchema, {
    onboardingOriginId,
    userId,
    sku,
    origin,
  });
  if (!data) throw invalidId(String(error.issues[0]?.path[0]));
  const body = await request({
    path: '/vault/entitlements/auto-onboard',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
    signal,
    explain: explainAccess,
    messages,
  });
  return readList(entitlementListSchema, body, serviceName);
}

/**
 * Gets what an entitlement gives access to.
 * @returns every item, whether it is a feed or not.
 * @throws {PrivatePodcastError} as `autoOnboard`.
 */
export async function access(
  request: AuthorizedRequest,
  entitlementId: string,
  { userId, format = 'RSS', signal }: AccessOptions,
): Promise<AccessItem[]> {
  const path = `/vault/entitlements/${encodeURIComponent(requireId(entitlementId, 'entitlementId'))}/access`;
  const user = encodeURIComponent(requireId(userId, 'userId'));
  const query = `userId=${user}&format=${encodeURIComponent(requireId(format, 'format'))}`;
  const body = await request({
    path: `${path}?${query}`,
    signal,
    explain: explainAccess,
    messages,
  });
  return readList(accessItemListSchema, body, serviceName);
}
