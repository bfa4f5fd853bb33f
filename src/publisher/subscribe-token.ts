/**
 * Subscribe tokens: which member a page was made for, which podcast, and for how long.
 * A token is signed, not encrypted: who has it can read the member's e-mail address in it.
 */
import { jwtVerify, SignJWT, errors as joseErrors } from 'jose';
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { requireEmail, requireId } from '../api/input.js';
import { isWebOrigin } from './cors.js';
import { signingKey, type SubscribeSecret } from './signing-key.js';

/** Explicit type and audience: no other token signed with the same key passes for one of these (RFC 8725 §3.9, 3.11). */
const type = 'pps-subscribe+jwt';
const audience = 'private-podcast-subscribe';

/** Seconds. */
const defaultLifetime = 300;
const longestLifetime = 3600;

/** Whom and what a token is for. The member comes from the publisher's own session, never from the page. */
export type SubscribeTokenClaims = {
  /** Product ID of the podcast. */
  sku: string;
  /** A web origin: the token then serves requests from pages of this origin only. */
  origin?: string | undefined;
  /** Seconds, 1 to 3600; default 300. */
  expiresIn?: number | undefined;
} & ({ email: string; userId?: undefined } | { userId: string; email?: undefined });

export interface Clock {
  /** The time, in milliseconds since 1970; default: the platform's. */
  now?: (() => number | Date) | undefined;
}

function invalidClaim(advice: string): PrivatePodcastError {
  return new PrivatePodcastError('bad-input', advice);
}

/** The subject and its format, by the names of RFC 9493. */
function subjectOf({ email, userId }: SubscribeTokenClaims): { sub: string; sub_format: string } {
  if ((email === undefined) === (userId === undefined)) {
    throw invalidClaim('Give either `email` or `userId`.');
  }
  return userId === undefined
    ? { sub: requireEmail(email), sub_format: 'email' }
    : { sub: requireId(userId, 'userId'), sub_format: 'opaque' };
}

/**
 * Makes a subscribe token, for the `token` of the element or its `getToken`.
 * @throws {PrivatePodcastError} `bad-input`, or `config` for the secret.
 */
export async function createSubscribeToken(
  claims: SubscribeTokenClaims,
  secret: SubscribeSecret,
  { now = Date.now }: Clock = {},
): Promise<string> {
  const { sku, origin, expiresIn = defaultLifetime } = claims;
  const { sub, sub_format } = subjectOf(claims);
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > longestLifetime) {
    throw invalidClaim('`expiresIn` must be whole seconds from 1 to 3600.');
  }
  if (origin !== undefined && !isWebOrigin(origin)) {
    throw invalidClaim('`origin` must be a web origin, like "https://www.example.com".');
  }
  const { alg, key } = signingKey(secret, 'sign');
  const issued = Math.floor(Number(now()) / 1000);
  return new SignJWT({ sub_format, sku: requireId(sku, 'sku'), ...(origin && { origin }) })
    .setProtectedHeader({ alg, typ: type })
    .setSubject(sub)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + expiresIn)
    .setJti(crypto.randomUUID())
    .sign(key)
    .catch(() => {
      throw new PrivatePodcastError('config', '`secret` cannot sign. Check that the key is whole.');
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
 * Reads a token that someone sent.
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
      typ: type,
      audience,
      requiredClaims: ['exp', 'iat', 'jti'],
      currentDate: new Date(Number(now())),
    });
    const { sub, sub_format, sku, origin } = z.parse(claimsSchema, payload);
    return { member: sub_format === 'email' ? { email: sub } : { userId: sub }, sku, origin };
  } catch (error) {
    // The cause is left behind: it holds the token's claims.
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
