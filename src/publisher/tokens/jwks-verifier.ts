/** Verifies tokens of the publisher's login by the keys that it publishes (RFC 7517 §5). */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors as joseErrors,
  jwtVerify,
  decodeProtectedHeader,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { fieldOf } from '../../api/answers/error-from-answer.js';
import { optionalDuration } from '../../api/checks/input.js';
import { requireKnownOptions, type OptionNames } from '../../api/checks/known-options.js';
import { ownRuntime, requestService } from '../../api/requests/request-service.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isSecureUrl, isWebUrl } from '../../urls/web-url.js';
import { tokenInvalid, type Clock, type VerifiedToken } from './subscribe-token.js';
import type { VerifyToken } from './verify-token.js';

/** A value, at once or later. */
export type Awaitable<T> = T | Promise<T>;

/** The claims of a login's token. Each login has some of its own. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whose types nobody knows
export type LoginClaims = JWTPayload & Record<string, any>;

/** Where the login publishes its keys, and what its tokens say. */
export interface JwksVerifierOptions extends Clock {
  /** URL of the keys that the login publishes: https, or http on loopback. */
  jwksUrl: string;
  /** The `iss` of its tokens. */
  issuer: string | string[];
  /** The `aud` of tokens for the subscribe handler. */
  audience: string | string[];
  /**
   * Reads the member out of the claims; undefined for someone who is known but has no access, which the member is
   * told. Default: the claim `email`, if `email_verified` is true or not there. A function replaces that check:
   * whoever logs in with an address that is not their own would get that member's feed.
   */
  member?: ((claims: LoginClaims) => Awaitable<VerifiedToken['member'] | undefined>) | undefined;
  /**
   * Product ID of the podcast, or how to find it: a function returns undefined for someone who has
   * none. Default: the claim `sku`.
   */
  sku?: string | ((claims: LoginClaims) => Awaitable<string | undefined>) | undefined;
  /** Default ES256, EdDSA, RS256 and PS256. */
  algorithms?: string[] | undefined;
  /** The `typ` of the header, if the login sets one (RFC 8725 §3.11). */
  typ?: string | undefined;
  /** Milliseconds for a request to `jwksUrl`; default 3,000. */
  timeout?: number | undefined;
}

const optionNames: OptionNames<JwksVerifierOptions> = {
  jwksUrl: true,
  issuer: true,
  audience: true,
  member: true,
  sku: true,
  algorithms: true,
  typ: true,
  timeout: true,
  now: true,
};

const serverName = 'The server of `jwksUrl`';
const DEFAULT_TIMEOUT_MS = 3_000;
/** A list without keys is a fault of the login's for this long; after it, the login has none. */
const EMPTY_MS = 3_600_000;
/** After a new key was looked for, this long nobody can make us look for another. */
const COOLDOWN_MS = 30_000;
const MAX_CLOCK_SKEW_SECONDS = 5;

/** Some logins write the claim as text. Without it, the login vouches for all its addresses. */
const isVerified = (claim: unknown): boolean =>
  claim === undefined || claim === true || claim === 'true';

function memberByEmail({ email, email_verified }: JWTPayload): VerifiedToken['member'] {
  if (typeof email !== 'string' || !email)
    throw tokenInvalid('The login token names no member. Set `member`.');
  if (isVerified(email_verified)) return { email };
  throw tokenInvalid(
    'The login has not verified the e-mail address of this token. Let members confirm their address.',
  );
}

function skuOf({ sku }: JWTPayload): string {
  if (typeof sku === 'string') return sku;
  throw tokenInvalid('The login token names no podcast. Set `sku`.');
}

/** Asks a function of the publisher about the claims. The text of its own errors may hold them. */
async function readClaims<T>(
  name: 'member' | 'sku',
  read: (claims: LoginClaims) => Awaitable<T | undefined>,
  claims: JWTPayload,
): Promise<T> {
  let found: T | undefined;
  try {
    found = await read(claims);
  } catch (error) {
    if (error instanceof PrivatePodcastError) throw error;
    throw new PrivatePodcastError(
      'config',
      `\`${name}\` failed. Let it return undefined for claims that give no access.`,
    );
  }
  if (found !== undefined) return found;
  throw new PrivatePodcastError(
    'no-access',
    `The login knows this member, and \`${name}\` gives them no access.`,
  );
}

/** Our own error for one of jose's; the text of theirs may hold claims. */
function readError(error: unknown): PrivatePodcastError {
  if (error instanceof PrivatePodcastError) return error;
  if (error instanceof joseErrors.JWTExpired) {
    return new PrivatePodcastError('token-expired', 'The login token has expired.');
  }
  if (error instanceof joseErrors.JWTClaimValidationFailed) {
    return tokenInvalid(`The login token's \`${error.claim}\` does not match.`);
  }
  if (error instanceof joseErrors.JWKSInvalid) {
    return new PrivatePodcastError(
      'bad-response',
      `${serverName} answered without a usable list of keys.`,
    );
  }
  return tokenInvalid('The login token is not valid here. Check `issuer` and `jwksUrl`.');
}

/** A token that no published key could verify; Supabase's of before its signing keys are such. */
function refuseSharedSecret(token: string): void {
  let alg: string | undefined;
  try {
    ({ alg } = decodeProtectedHeader(token));
  } catch {
    return;
  }
  if (!/^HS\d/.test(String(alg))) return;
  throw tokenInvalid(
    'The login signs its tokens with a shared secret (HS256). Let it sign with a key that it publishes: in Supabase, migrate to JWT signing keys and rotate to one for ES256.',
  );
}

const isEmptyKeySet = (found: unknown): boolean => {
  const keys = fieldOf(found, 'keys');
  return Array.isArray(keys) && keys.length === 0;
};

/** Verifies a token; if several keys could have signed it, by one after the other. */
async function readPayload(
  token: string,
  keyOf: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keyOf, options)).payload;
  } catch (error) {
    if (!(error instanceof joseErrors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (each) {
        if (!(each instanceof joseErrors.JWSSignatureVerificationFailed)) throw each;
      }
    }
    throw new joseErrors.JWSSignatureVerificationFailed();
  }
}

/**
 * Makes a `verifyToken` for the subscribe handler. Keys are kept for ten minutes, and longer while
 * their server is down; for an hour, if it publishes none. A key that is not known yet is looked for at most every 30 seconds.
 * `member` and `sku` say who has access: the answer to everyone else is `no-access`.
 * @throws {PrivatePodcastError} `config` if an option is missing or not valid.
 * @example
 * const handler = createSubscribeHandler({
 *   service,
 *   verifyToken: createJwksVerifier({
 *     jwksUrl: 'https://login.your-site.example/.well-known/jwks.json',
 *     issuer: 'https://login.your-site.example',
 *     audience: 'podcast',
 *     // Whoever is logged in but does not pay sees your offer.
 *     member: ({ email, email_verified, plan }) =>
 *       email_verified === true && plan === 'paid' ? { email } : undefined,
 *     sku: 'sid:your-product',
 *   }),
 *   allowedOrigins: ['https://www.your-site.example'],
 * });
 */
export function createJwksVerifier(options: JwksVerifierOptions): VerifyToken {
  requireKnownOptions(options, optionNames, { of: '`createJwksVerifier`' });
  const { jwksUrl, issuer, audience, typ, now = Date.now, member = memberByEmail } = options;
  const { sku = skuOf, algorithms = ['ES256', 'EdDSA', 'RS256', 'PS256'] } = options;
  const timeout = optionalDuration(options.timeout, 'timeout') ?? DEFAULT_TIMEOUT_MS;
  if (!isWebUrl(jwksUrl) || !isSecureUrl(jwksUrl)) {
    throw new PrivatePodcastError(
      'config',
      '`jwksUrl` must be an https URL (plain http on loopback only).',
    );
  }
  for (const [name, value] of Object.entries({ issuer, audience })) {
    if (!value || value.length === 0) {
      throw new PrivatePodcastError(
        'config',
        `\`${name}\` is missing. Set it to the \`${name === 'issuer' ? 'iss' : 'aud'}\` of your tokens.`,
      );
    }
  }

  let emptySince: number | undefined;
  const published = createRemoteJWKSet(new URL(jwksUrl), {
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async () => {
      const found =
        (await requestService(ownRuntime, { serverName, url: jwksUrl, timeout })) ?? null;
      const time = Number(now());
      emptySince = isEmptyKeySet(found) ? (emptySince ?? time) : undefined;
      if (emptySince !== undefined && time - emptySince < EMPTY_MS)
        throw new PrivatePodcastError('bad-response', `${serverName} answered without any key.`);
      return Response.json(found);
    },
  });

  /** While the server of the keys is down, or answers with something else, those that are known stay good. */
  const keyOf: JWTVerifyGetKey = async (...token) => {
    try {
      return await published(...token);
    } catch (error) {
      const kept = published.jwks();
      const isDown =
        error instanceof PrivatePodcastError || error instanceof joseErrors.JWKSInvalid;
      if (!kept || !isDown) throw error;
      return createLocalJWKSet(kept)(...token).catch(() => {
        throw error;
      });
    }
  };

  return async (token) => {
    refuseSharedSecret(token);
    const payload = await readPayload(token, keyOf, {
      issuer,
      audience,
      algorithms,
      ...(typ && { typ }),
      requiredClaims: ['exp'],
      clockTolerance: MAX_CLOCK_SKEW_SECONDS,
      currentDate: new Date(Number(now())),
    }).catch((error: unknown) => {
      throw readError(error);
    });
    return {
      member: await readClaims('member', member, payload),
      sku: typeof sku === 'string' ? sku : await readClaims('sku', sku, payload),
    };
  };
}
