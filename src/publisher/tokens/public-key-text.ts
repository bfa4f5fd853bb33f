/**
 * Keys that someone might pass as a shared secret. Whoever knows a public key, that is everyone, could make
 * tokens with such a "secret" (RFC 8725 §2.1): PEM, JWK and DER are refused, as they are and in Base64.
 */

/** DER's `SEQUENCE { SEQUENCE`, as every public key begins, with a length that fits (RFC 5280 §4.1). */
function isDer(bytes: Uint8Array): boolean {
  const [tag = 0, first = 0, second = 0, third = 0] = bytes;
  if (tag !== 0x30) return false;
  if (first < 0x80) return bytes.length === first + 2 && second === 0x30;
  if (first === 0x81) return bytes.length === second + 3 && third === 0x30;
  return first === 0x82 && bytes.length === second * 256 + third + 4 && bytes[4] === 0x30;
}

/** PEM, an OpenSSH line, or JSON that names a member of a key (RFC 7517). */
const keyText = /-----BEGIN|^(?:ssh-|ecdsa-sha2-)|^[[{].*"(?:kty|x|n)"\s*:/s;

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trim();

/** The bytes that a text in Base64 or Base64url stands for; none if it is something else. */
function unpacked(text: string): Uint8Array {
  try {
    const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Whether a secret is the text or the bytes of a key that is meant to be imported. */
export const looksLikeKey = (bytes: Uint8Array): boolean =>
  [bytes, unpacked(textOf(bytes))].some((each) => isDer(each) || keyText.test(textOf(each)));

/**
 * Whether a secret is written as the `x` of a public key for ES256 or EdDSA: 32 bytes in Base64url
 * without padding. Random bytes in that form look the same, so they are refused, too.
 */
export const looksLikeCoordinate = (bytes: Uint8Array): boolean =>
  /^[\w-]{43}$/.test(textOf(bytes));
