/**
 * Subscribe tokens (docs/interface.md 10). A token says which member and which podcast a page was made
 * for, and until when. It is signed, not encrypted: anyone who has it can read the member's e-mail
 * address in it.
 */
import { decodeProtectedHeader, jwtVerify, SignJWT, errors as joseErrors } from 'jose';
import * as z from 'zod/mini';
import { isEmailAddress, requireEmail } from '../../api/checks/email-address.js';
import { isId, requireId } from '../../api/checks/input.js';
import { requireKnownOptions, type OptionNames } from '../../api/checks/known-options.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebOrigin } from '../handler/cors.js';
import { firstKey, type SigningKey, type SubscribeSecrets } from './signing-key.js';

/** With a type and audience of its own, no other token signed with the same key is accepted (RFC 8725 §3.9, §3.11). */
const tokenType = 'pps-subscribe+jwt';
const audience = 'private-podcast-subscribe';

const DEFAULT_LIFETIME_SECONDS = 300;
const MAX_LIFETIME_SECONDS = 3600;

/** The member and the podcast that a token is for. Take the member from your own session, never from the page. */
export type SubscribeTokenClaims = {
  /** Product ID of the podcast. */
  sku: string;
  /** A web origin, such as "https://www.example.com": only pages of this origin may use the token. */
  origin?: string | undefined;
  /** Seconds, 1 to 3600; default 300. */
  expiresIn?: number | undefined;
} & ({ email: string; userId?: undefined } | { userId: string; email?: undefined });

const claimNames: OptionNames<SubscribeTokenClaims> = {
  email: true,
  userId: true,
  sku: true,
  origin: true,
  expiresIn: true,
};

/** The clock, for tests. */
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
 * @param secret signs the token: at least 256 bits, or a private key; of a list, the first one.
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
  secret: SubscribeSecrets,
  { now = Date.now }: Clock = {},
): Promise<string> {
  requireKnownOptions(claims, claimNames, { of: '`createSubscribeToken`', code: 'bad-input' });
  const { sku, origin, expiresIn = DEFAULT_LIFETIME_SECONDS } = claims;
  const { sub, sub_format } = subjectOf(claims);
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > MAX_LIFETIME_SECONDS) {
    throw badInput('`expiresIn` must be a whole number of seconds from 1 to 3600.');
  }
  if (origin !== undefined && !isWebOrigin(origin)) {
    throw badInput('`origin` must be a web origin, such as "https://www.example.com".');
  }
  const { alg, key, kid } = firstKey(secret, 'sign');
  const issuedAt = Math.floor(Number(now()) / 1000);
  return new SignJWT({ sub_format, sku: requireId(sku, 'sku'), ...(origin && { origin }) })
    .setProtectedHeader({ alg, typ: tokenType, ...(kid && { kid }) })
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

/** Seconds by which the clocks of those who make and verify tokens may differ. */
const MAX_CLOCK_SKEW_SECONDS = 5;

const claimsSchema = z.intersection(
  z.object({
    sku: z.string().check(z.refine(isId)),
    origin: z.optional(z.string().check(z.refine(isWebOrigin))),
    jti: z.string().check(z.refine(isId)),
    iat: z.number(),
    exp: z.number(),
  }),
  z.discriminatedUnion('sub_format', [
    z.object({ sub_format: z.literal('email'), sub: z.string().check(z.refine(isEmailAddress)) }),
    z.object({ sub_format: z.literal('opaque'), sub: z.string().check(z.refine(isId)) }),
  ]),
);

/** The content of a valid token. */
export interface VerifiedToken {
  /** The member, by e-mail address or by the operator's user ID. */
  member: { email: string; userId?: undefined } | { userId: string; email?: undefined };
  /** Product ID of the podcast. */
  sku: string;
  /** Only pages of this web origin may use the token. */
  origin?: string | undefined;
}

/** The error of a token that is not valid here. */
export function tokenInvalid(message: string): PrivatePodcastError {
  return new PrivatePodcastError('token-invalid', message);
}

/** Those of the keys that may have signed the token, by the name and the algorithm in its header. */
function candidates(token: string, keys: readonly SigningKey[]): readonly SigningKey[] {
  const { alg, kid } = decodeProtectedHeader(token);
  const named = kid === undefined ? [] : keys.filter((key) => key.kid === kid);
  return (named.length > 0 ? named : keys).filter((key) => key.alg === alg);
}

/** Imported keys, cached so that each key is imported once rather than for every token. */
const importedKeys = new WeakMap<SigningKey, Promise<SigningKey['key']>>();

function imported(signingKey: SigningKey): Promise<SigningKey['key']> {
  const known = importedKeys.get(signingKey);
  if (known) return known;
  const { key } = signingKey;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const result =
    key instanceof Uint8Array
      ? crypto.subtle.importKey('raw', new Uint8Array(key), hmac, false, ['verify'])
      : Promise.resolve(key);
  importedKeys.set(signingKey, result);
  return result;
}

async function readPayload(
  token: string,
  keys: readonly SigningKey[],
  currentDate: Date,
): Promise<unknown> {
  let failure: unknown;
  for (const candidate of candidates(token, keys)) {
    const { alg } = candidate;
    try {
      const { payload } = await jwtVerify(token, await imported(candidate), {
        algorithms: [alg],
        typ: tokenType,
        audience,
        currentDate,
      });
      return payload;
    } catch (error) {
      failure = error;
      if (!(error instanceof joseErrors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw failure instanceof Error ? failure : new joseErrors.JWSSignatureVerificationFailed();
}

/**
 * Verifies a token that a browser sent.
 * @returns what it says, and the time until which it is valid: `exp`, in seconds since 1970.
 * @throws {PrivatePodcastError} `token-expired` or `token-invalid`.
 */
export async function verifySubscribeToken(
  token: string,
  keys: readonly SigningKey[],
  { now = Date.now }: Clock = {},
): Promise<{ verified: VerifiedToken; exp: number }> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) {
    throw tokenInvalid(
      'The page sent something that is not a token. Check that it passes on what `createSubscribeToken` resolves to.',
    );
  }
  const time = Number(now());
  try {
    const payload = await readPayload(token, keys, new Date(time));
    const { sub_format, sub, sku, origin, iat, exp } = z.parse(claimsSchema, payload);
    const isTimely =
      iat <= time / 1000 + MAX_CLOCK_SKEW_SECONDS && exp > iat && exp - iat <= MAX_LIFETIME_SECONDS;
    if (!isTimely) throw new RangeError();
    const member = sub_format === 'email' ? { email: sub } : { userId: sub };
    return { verified: { member, sku, origin }, exp };
  } catch (error) {
    // The error is not passed on as `cause`: it holds the token's claims.
    if (error instanceof joseErrors.JWTExpired) {
      throw new PrivatePodcastError(
        'token-expired',
        'The subscribe token has expired. Make a fresh one.',
      );
    }
    if (error instanceof RangeError) {
      throw tokenInvalid(
        'The subscribe token lasts too long or is from the future. Set `exp` at most an hour after `iat`, and check the clocks.',
      );
    }
    if (error instanceof z.core.$ZodError) {
      throw tokenInvalid(
        `The subscribe token has no valid \`${String(error.issues[0]?.path[0] ?? 'sub')}\`. Make it as docs/interface.md 10 says.`,
      );
    }
    throw tokenInvalid(
      'The subscribe token is not valid here. Make it with `createSubscribeToken` and the same secret.',
    );
  }
}
