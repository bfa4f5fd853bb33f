/** SHA-256 (FIPS 180-4), by WebCrypto: in any browser and any runtime of a backend. */

/** The digest of a text's UTF-8: 32 bytes. */
export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** The digest in base64 (RFC 4648 §4), as a Content Security Policy lists it. */
export async function sha256Base64(text: string): Promise<string> {
  return btoa(String.fromCharCode(...(await sha256(text))));
}
