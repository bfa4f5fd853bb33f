/**
 * Subscribe tokens (docs/interface.md 10): for which member and which podcast a page was made, and for how long. A token
 * is signed, not encrypted: anyone who has it can read the member's e-mail address in it.
 */
import { jwtVerify, SignJWT, errors as joseErrors } from 'jose';
import * as z from 'zod/mini';
import { requireEmail } from '../api/email-address.js';
import { requireId } from '../api/input.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { isWebOrigin } from './cors.js';
import { signingKey, type SubscribeSecret } from './signing-key.js';

/** With a type and audience of its own, no other token signed with the same key is accepted (RFC 8725 §3.9, §3.11). */
const tokenType = 'pps-subscribe+jwt';
const audience = 'private-podcast-subscribe';

const DEFAULT_LIFETIME_SECONDS = 300;
const MAX_LIFETIME_SECONDS = 3600;

/** Whom and what a token is for. Take the member from your own session, never from the page. */
export type SubscribeTokenClaims = {
  /** Product ID of the podcast. */
  sku: string;
  /** A web origin, such as "https://www.example.com": only pages of this origin may use the token. */
  origin?: string | undefined;
  /** Seconds, 1 to 3600; default 300. */
  expiresIn?: number | undefined;
} & ({ email: string; userId?: undefined } | { userId: string; email?: undefined });

export interface Clock {
  /** The time, in milliseconds since 1970; default: the platform's. */
  now?: (() => number | Date) | undefined;
}

function badInput(message: string): PrivatePodcastError {
  return new PrivatePodcastError('bad-input', message);
}

/** The subject and its format, with the names of RFC 9493. */
function subjectOf({ email, userId }: SubscribeTokenClaims): { sub: string; sub_format: string } {
  if ((email === undefined) === (userId === undefined)) {
    throw badInput('Pass either `email` or `userId`.');
  }
  return userId === undefined
    ? { sub: requireEmail(email), sub_format: 'email' }
    : { sub: requireId(userId, 'userId'), sub_format: 'opaque' };
}

/**
 * Makes a subscribe token, for the element's `token` attribute or its `getToken`.
 * @param secret signs the token: at least 256 bits, or a private key.
 * @returns a signed JWT.
 * @throws {PrivatePodcastError} `bad-input` for the claims, `config` for the secret.
 * @example
 * const token = await createSubscribeToken(
 *   { email: session.user.email, sku: 'sid:member-show', origin: 'https://www.example.com' },
 *   secret,
 * );
 */
export async function createSubscribeToken(
  claims: SubscribeTokenClaims,
  secret: SubscribeSecret,
  { now = Date.now }: Clock = {},
): Promise<string> {
  const { sku, origin, expiresIn = DEFAULT_LIFETIME_SECONDS } = claims;
  const { sub, sub_format } = subjectOf(claims);
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > MAX_LIFETIME_SECONDS) {
    throw badInput('`expiresIn` must be a whole number of seconds from 1 to 3600.');
  }
  if (origin !== undefined && !isWebOrigin(origin)) {
    throw badInput('`origin` must be a web origin, such as "https://www.example.com".');
  }
  const { alg, key } = signingKey(secret, 'sign');
  const issuedAt = Math.floor(Number(now()) / 1000);
  return new SignJWT({ sub_format, sku: requireId(sku, 'sku'), ...(origin && { origin }) })
    .setProtectedHeader({ alg, typ: tokenType })
    .setSubject(sub)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + expiresIn)
    .setJti(crypto.randomUUID())
    .sign(key)
    .catch(() => {
      throw new PrivatePodcastError(
        'config',
        '`secret` cannot sign. Check that the key is complete.',
      );
    });
}

const claimsSchema = z.object({
  sub: z.string(),
  sub_format: z.enum(['email', 'opaque']),
  sku: z.string(),
  origin: z.optional(z.string()),
});

/** What a valid token says. */
export interface VerifiedToken {
  member: { email: string } | { userId: string };
  sku: string;
  origin?: string | undefined;
}

/**
 * Verifies a token that a browser sent.
 * @throws {PrivatePodcastError} `token-expired`, `token-invalid`, or `config` for the secret.
 */
export async function verifySubscribeToken(
  token: string,
  secret: SubscribeSecret,
  { now = Date.now }: Clock = {},
): Promise<VerifiedToken> {
  const { alg, key } = signingKey(secret, 'verify');
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [alg],
      typ: tokenType,
      audience,
      requiredClaims: ['exp', 'iat', 'jti'],
      currentDate: new Date(Number(now())),
    });
    const { sub, sub_format, sku, origin } = z.parse(claimsSchema, payload);
    return { member: sub_format === 'email' ? { email: sub } : { userId: sub }, sku, origin };
  } catch (error) {
    // The error is not passed on as `cause`: it holds the token's claims.
    if (error instanceof joseErrors.JWTExpired) {
      throw new PrivatePodcastError(
        'token-expired',
        'The subscribe token has expired. Make a fresh one.',
      );
    }
    throw new PrivatePodcastError(
      'token-invalid',
      'The subscribe token is not valid here. Make it with `createSubscribeToken` and the same secret.',
    );
  }
}
