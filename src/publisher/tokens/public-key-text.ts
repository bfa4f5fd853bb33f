/**
 * Public keys that someone might pass as a shared secret. Whoever knows such a "secret", that is
 * everyone, could make tokens (RFC 8725 §2.1), so no form of one is accepted as text or bytes.
 */

/** DER's `SEQUENCE { SEQUENCE`, as every public key begins, with a length that fits (RFC 5280 §4.1). */
function isDer(bytes: Uint8Array): boolean {
  const [tag = 0, first = 0, second = 0, third = 0] = bytes;
  if (tag !== 0x30 || bytes.length < 40) return false;
  if (first < 0x80) return bytes.length === first + 2 && second === 0x30;
  if (first === 0x81) return bytes.length === second + 3 && third === 0x30;
  return first === 0x82 && bytes.length === second * 256 + third + 4 && bytes[4] === 0x30;
}

/** The bytes of a Base64 text, line breaks and all; undefined if it is none. */
function fromBase64(text: string): Uint8Array | undefined {
  const packed = text.replace(/\s/g, '').replace(/-/g, '+').replace(/_/g, '/');
  // `M` is how the first bytes of DER look in Base64.
  if (!/^M[A-Za-z\d+/]{40,}=*$/.test(packed)) return undefined;
  try {
    return Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Whether the text is JSON of a key or of a list of keys (RFC 7517). */
function isJwkText(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    const value = JSON.parse(text) as object;
    return 'kty' in value || 'keys' in value;
  } catch {
    return false;
  }
}

/** Whether a secret is the text or the bytes of a key that is meant to be imported. */
export function looksLikeKey(bytes: Uint8Array): boolean {
  if (isDer(bytes)) return true;
  const text = new TextDecoder().decode(bytes);
  if (/-----BEGIN|^\s*(?:ssh-|ecdsa-sha2-)/.test(text) || isJwkText(text)) return true;
  const decoded = fromBase64(text);
  return decoded !== undefined && isDer(decoded);
}
