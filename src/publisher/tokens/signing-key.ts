/** Keys of subscribe tokens. The key alone decides the algorithm (RFC 8725 §3.1). */
import { base64url, type CryptoKey, type JWK } from 'jose';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { looksLikeCoordinate, looksLikeKey } from './public-key-text.js';

/**
 * At least 256 bits from a random generator, as text (which counts as UTF-8) or bytes. It belongs to
 * the backend alone. Use it for one thing only (RFC 8725 §3.12).
 * @example
 * const secret = process.env.SUBSCRIBE_SECRET!; // openssl rand -base64 32
 */
export type SharedSecret = string | Uint8Array;

/**
 * A shared secret, or an asymmetric key for ES256, EdDSA, RS256 or PS256: the private one makes
 * tokens, the public one (or a private JWK) verifies them. Use it for one thing only.
 */
export type SubscribeSecret = SharedSecret | CryptoKey | JWK;

/**
 * One secret, or several: the first one makes tokens, all of them verify. Put a new one in front
 * and keep the old one for an hour, and no member notices that it changed.
 */
export type SubscribeSecrets = SubscribeSecret | readonly SubscribeSecret[];

export interface SigningKey {
  alg: 'HS256' | 'ES256' | 'EdDSA' | 'RS256' | 'PS256';
  key: Uint8Array | CryptoKey | JWK;
  /** Names the key in a token's header (RFC 7515 §4.1.4), if it is a JWK with a name. */
  kid?: string | undefined;
}

/** Whether the key makes a signature or checks one. */
export type KeyUse = 'sign' | 'verify';

const MIN_SECRET_BYTES = 32;
/** Of an RSA key (RFC 7518 §3.3). */
const MIN_MODULUS_BITS = 2048;

function unusable(advice: string): PrivatePodcastError {
  return new PrivatePodcastError('config', `\`secret\` ${advice}`);
}

function symmetric(bytes: Uint8Array): SigningKey {
  if (bytes.length < MIN_SECRET_BYTES) {
    throw unusable('is too short. Use at least 256 bits (32 bytes) from a random generator.');
  }
  if (looksLikeKey(bytes)) {
    throw unusable(
      'is the text of a key. Import it, and pass the CryptoKey or the JWK as an object.',
    );
  }
  if (looksLikeCoordinate(bytes)) {
    throw unusable(
      'is written like the `x` of a public key, 43 characters of Base64url. Make one with `openssl rand -base64 32`.',
    );
  }
  return { alg: 'HS256', key: bytes };
}

function requireModulus(bits: number): void {
  if (bits < MIN_MODULUS_BITS) throw unusable('is a weak RSA key. Use one of at least 2048 bits.');
}

function algorithmOfJwk({ kty, crv, alg }: JWK): SigningKey['alg'] | undefined {
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA';
  if (kty === 'RSA') return alg === 'PS256' ? 'PS256' : 'RS256';
  return undefined;
}

/** The public half: the members that RFC 7517 and RFC 8037 define for a public key. */
function publicJwk({ kty, crv, x, y, n, e, alg, kid }: JWK): JWK {
  return { kty, crv, x, y, n, e, alg, kid };
}

function fromJwk(jwk: JWK, use: KeyUse): SigningKey {
  const { kid } = jwk;
  if (jwk.kty === 'oct' && jwk.k) return { ...symmetric(base64url.decode(jwk.k)), kid };
  const alg = algorithmOfJwk(jwk);
  if (!alg || (jwk.alg && jwk.alg !== alg)) {
    throw unusable('is a JWK of an unsupported kind. Use one for ES256, EdDSA, RS256 or PS256.');
  }
  if (jwk.kty === 'RSA') requireModulus(base64url.decode(jwk.n ?? '').length * 8);
  if (use === 'verify') return { alg, key: publicJwk(jwk), kid };
  if (!jwk.d) throw unusable('is a public JWK. Make tokens with the private one.');
  return { alg, key: jwk, kid };
}

/** `alg` by WebCrypto's names for the algorithm. */
const algorithmOfCryptoKey: Record<string, SigningKey['alg'] | undefined> = {
  'HMAC SHA-256': 'HS256',
  'ECDSA P-256': 'ES256',
  Ed25519: 'EdDSA',
  'RSASSA-PKCS1-v1_5 SHA-256': 'RS256',
  'RSA-PSS SHA-256': 'PS256',
};

function fromCryptoKey(key: CryptoKey, use: KeyUse): SigningKey {
  const { name, hash, namedCurve, length, modulusLength } = key.algorithm as {
    name: string;
    modulusLength?: number;
    hash?: { name: string };
    namedCurve?: string;
    length?: number;
  };
  const alg = algorithmOfCryptoKey[[name, namedCurve ?? hash?.name].filter(Boolean).join(' ')];
  if (!alg || (alg === 'HS256' && (length ?? 0) < MIN_SECRET_BYTES * 8)) {
    throw unusable(
      'is a CryptoKey of an unsupported kind. Use one for HS256 (256 bits), ES256, EdDSA, RS256 or PS256.',
    );
  }
  if (modulusLength !== undefined) requireModulus(modulusLength);
  if (!key.usages.includes(use)) {
    throw unusable(
      use === 'sign'
        ? 'cannot sign. Make tokens with the private CryptoKey.'
        : 'cannot verify. Pass the public CryptoKey to the subscribe handler.',
    );
  }
  return { alg, key };
}

/**
 * Reads a key.
 * @throws {PrivatePodcastError} `config` if it is missing, too short or of an unsupported kind.
 */
function signingKey(secret: SubscribeSecret | undefined, use: KeyUse): SigningKey {
  if (!secret) throw unusable('is missing. Pass a text, bytes, a CryptoKey or a JWK.');
  if (typeof secret === 'string') return symmetric(new TextEncoder().encode(secret));
  if (secret instanceof Uint8Array) return symmetric(secret);
  if (typeof secret !== 'object') throw unusable('must be a text, bytes, a CryptoKey or a JWK.');
  return 'algorithm' in secret ? fromCryptoKey(secret, use) : fromJwk(secret, use);
}

/** All secrets, the one that makes tokens first. */
function listOf(secrets: SubscribeSecrets | undefined): readonly (SubscribeSecret | undefined)[] {
  const list = Array.isArray(secrets) ? (secrets as readonly SubscribeSecret[]) : [secrets];
  return list.length > 0 ? (list as readonly (SubscribeSecret | undefined)[]) : [undefined];
}

/**
 * The key that makes tokens.
 * @throws {PrivatePodcastError} `config` as {@link signingKey}.
 */
export function firstKey(secrets: SubscribeSecrets | undefined, use: KeyUse): SigningKey {
  return signingKey(listOf(secrets)[0], use);
}

/**
 * The keys that verify tokens.
 * @throws {PrivatePodcastError} `config` as {@link signingKey}.
 */
export function verificationKeys(secrets: SubscribeSecrets | undefined): SigningKey[] {
  return listOf(secrets).map((secret) => signingKey(secret, 'verify'));
}

/**
 * The secrets that can encrypt, the current one first; none if the current one is asymmetric.
 * @throws {PrivatePodcastError} `config` if one is too short.
 */
export function symmetricKeys(secrets: SubscribeSecrets | undefined): Uint8Array<ArrayBuffer>[] {
  if (secrets === undefined) return [];
  const keys = verificationKeys(secrets).map(({ key }) => key);
  if (!(keys[0] instanceof Uint8Array)) return [];
  return keys.flatMap((key) => (key instanceof Uint8Array ? [new Uint8Array(key)] : []));
}
