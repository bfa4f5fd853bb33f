/**
 * Public keys that someone might pass as a shared secret. Whoever knows such a "secret", that is
 * everyone, could make tokens (RFC 8725 §2.1), so no form of one is accepted as text or bytes.
 */

/** A key in a text in a text: deeper, nobody packs one by accident. */
const MAX_DEPTH = 3;
/** Bytes of the modulus of usual RSA keys. */
const MODULUS_BYTES = [256, 384, 512];
const SMALL_PRIMES = [3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n];

/** DER's `SEQUENCE { SEQUENCE`, as every public key begins, with a length that fits (RFC 5280 §4.1). */
function isDer(bytes: Uint8Array): boolean {
  const [tag = 0, first = 0, second = 0, third = 0] = bytes;
  if (tag !== 0x30 || bytes.length < 40) return false;
  if (first < 0x80) return bytes.length === first + 2 && second === 0x30;
  if (first === 0x81) return bytes.length === second + 3 && third === 0x30;
  return first === 0x82 && bytes.length === second * 256 + third + 4 && bytes[4] === 0x30;
}

/** Whether bytes may be the `n` of an RSA key: odd, of full length, and not divisible by small primes. */
function isModulus(bytes: Uint8Array): boolean {
  const number = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  if (!MODULUS_BYTES.includes(number.length) || (number[0] ?? 0) < 0x80) return false;
  const value = number.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return value % 2n === 1n && SMALL_PRIMES.every((prime) => value % prime !== 0n);
}

/** An uncompressed point of P-256, P-384 or P-521 (SEC 1 §2.3.3). */
const isPoint = (bytes: Uint8Array): boolean =>
  bytes[0] === 4 && [65, 97, 133].includes(bytes.length);

/** The bytes of a text in Base64 or Base64url, or in hexadecimal, line breaks and all. */
function decodings(text: string): Uint8Array[] {
  const packed = text.replace(/\s/g, '');
  const hex = packed.replace(/^0x|:/gi, '');
  const decoded: Uint8Array[] = [];
  if (/^(?:[\da-f]{2})+$/i.test(hex)) {
    decoded.push(Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
  }
  const base64 = packed.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  if (/^[A-Za-z\d+/]+$/.test(base64) && base64.length % 4 !== 1) {
    decoded.push(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  }
  return decoded;
}

/** Whether a value of JSON is a key, or has one in it (RFC 7517). */
function holdsJwk(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsJwk);
  if (typeof value !== 'object' || value === null) return false;
  return ['kty', 'keys', 'x', 'n'].some((name) => name in value);
}

function isJwkText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return holdsJwk(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Whether a secret is the text or the bytes of a key that is meant to be imported. */
export function looksLikeKey(bytes: Uint8Array, depth = 0): boolean {
  if (isDer(bytes) || isPoint(bytes) || isModulus(bytes)) return true;
  const text = new TextDecoder().decode(bytes);
  if (/-----BEGIN|^\s*(?:ssh-|ecdsa-sha2-)/.test(text) || isJwkText(text)) return true;
  return depth < MAX_DEPTH && decodings(text).some((inner) => looksLikeKey(inner, depth + 1));
}

/**
 * Whether a secret is written as the `x` of a public key for ES256 or EdDSA: 32 bytes in Base64url
 * without padding. Random bytes in that form look the same, so they are refused, too.
 */
export function looksLikeCoordinate(bytes: Uint8Array): boolean {
  return /^\s*[\w-]{43}\s*$/.test(new TextDecoder().decode(bytes));
}
