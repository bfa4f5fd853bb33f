/** Tokens that the publisher's own login issues, in place of ours. */
import { isEmailAddress } from '../../api/checks/email-address.js';
import { isId } from '../../api/checks/input.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebOrigin } from '../handler/cors.js';
import type { VerifiedToken } from './subscribe-token.js';

/** The result of a publisher's own verifier. It may name a member by e-mail address alone. */
export type MemberOfToken = Omit<VerifiedToken, 'member'> & {
  member: VerifiedToken['member'] | string;
};

/**
 * Verifies a token and says for which member and podcast it is. To refuse a token, throw a
 * `PrivatePodcastError` with `token-expired` or `token-invalid`; anything else that is thrown
 * counts as `token-invalid`. For someone who is logged in but has no access, throw one with
 * `no-access`: the page then shows its offer, and asks nobody to log in again.
 * @example
 * async function verifyToken(token) {
 *   const user = await login.userOf(token);
 *   if (!user.isPaying) throw new PrivatePodcastError('no-access', 'Logged in, but not paying.');
 *   return { member: { email: user.email }, sku: 'sid:your-product' };
 * }
 */
export type VerifyToken = (token: string) => MemberOfToken | Promise<MemberOfToken>;

function memberOf(member: unknown): VerifiedToken['member'] | undefined {
  if (isEmailAddress(member)) return { email: member };
  const { email, userId } = (member ?? {}) as Record<string, unknown>;
  if (isEmailAddress(email) && userId === undefined) return { email };
  return isId(userId) && email === undefined ? { userId } : undefined;
}

const isOrigin = (origin: unknown): origin is string =>
  typeof origin === 'string' && isWebOrigin(origin);

/**
 * Asks a publisher's verifier, and checks what it gives.
 * @throws {PrivatePodcastError} what the verifier threw, if it is one; else `token-invalid`, or
 * `config` if the verifier names no member or podcast.
 */
export async function askVerifier(verifyToken: VerifyToken, token: string): Promise<VerifiedToken> {
  let verified: unknown;
  try {
    verified = await verifyToken(token);
  } catch (error) {
    if (error instanceof PrivatePodcastError) throw error;
    // Its text may hold the token.
    throw new PrivatePodcastError('token-invalid', '`verifyToken` did not accept the token.');
  }
  const { member: named, sku, origin } = (verified ?? {}) as Record<string, unknown>;
  const member = memberOf(named);
  if (member && isId(sku) && (origin === undefined || isOrigin(origin))) {
    return { member, sku, origin };
  }
  throw new PrivatePodcastError(
    'config',
    '`verifyToken` must resolve to `{ member: { email } | { userId }, sku }`, or throw.',
  );
}
