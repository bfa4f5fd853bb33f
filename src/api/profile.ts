/** 4.2 Find a user (docs/interface.md): the user ID for an e-mail address. */
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { serviceName, type AuthorizedRequest } from './authorization/authorized-request.js';
import { requireEmail } from './checks/email-address.js';
import type { Messages } from './answers/error-from-answer.js';
import { readAnswer } from './answers/read-answer.js';
import { explainLookup } from './answers/refusal-reasons.js';

/** The user ID, `<provider>|<opaque_id>`. */
const userId = z.string().check(z.minLength(1));

/** The same ID comes under two names; one of them is enough. */
export const userProfileSchema = z.pipe(
  z.transform((profile) => {
    if (typeof profile !== 'object' || profile === null) return profile;
    const { id, userId } = profile as Record<string, unknown>;
    return { ...profile, id: id || userId, userId: userId || id };
  }),
  z.looseObject({
    id: userId,
    userId,
    hasPrimaryAddress: z.catch(z.optional(z.boolean()), undefined),
  }),
);

/**
 * The user profile resource (docs/interface.md 2).
 * @useDeclaredType
 */
export type UserProfile = z.output<typeof userProfileSchema>;

/** Call 4.2: whether an unknown user is created. */
export interface UserByEmailOptions {
  /** Creates the user if the address is not known yet. */
  forceCreation?: boolean | undefined;
  /** Ends the call when it aborts. */
  signal?: AbortSignal | undefined;
}

const unknownUser =
  'The feed service does not know this e-mail address. Let it create the user with `createUsers`.';
/** Asked to create the user, a service knows the address: only a wrong path is not found. */
const nothingThere =
  'The feed service has no such user although it was asked to create one. Check the path of `baseUrl`.';

const messages: Messages = {
  forbidden:
    "The feed service does not let this client look up users. Check `scope`, or ask the operator's support.",
};

/**
 * Looks up a user.
 * @throws {PrivatePodcastError} `bad-input`, `not-found` (unknown address), `unauthorized`,
 * `forbidden`, or why the request failed.
 */
export async function userByEmail(
  request: AuthorizedRequest,
  email: string,
  { forceCreation, signal }: UserByEmailOptions = {},
): Promise<UserProfile> {
  const address = encodeURIComponent(requireEmail(email));
  const query = forceCreation === undefined ? '' : `?forceCreation=${String(forceCreation)}`;
  const path = `/profile/email/${address}${query}`;
  const notFound = forceCreation ? nothingThere : unknownUser;
  const body = await request({
    path,
    signal,
    explain: explainLookup,
    messages: { ...messages, 'not-found': notFound },
  });
  if (body === null) throw new PrivatePodcastError('not-found', notFound);
  return readAnswer(userProfileSchema, body, serviceName);
}
