/**
 * Decodes a feed's bytes: by byte-order mark, else the HTTP charset, else the XML declaration,
 * else as UTF-8 (RFC 7303 §3, XML 1.0 appendix F). Drops characters that XML forbids.
 */

/** windows-1252 at 0x80–0x9F (WHATWG Encoding §9.1); unassigned codes stay as they are. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

// eslint-disable-next-line no-control-regex -- the control characters are what it searches for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x80-\x9f\ufffe\uffff]/;
const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'g');

/**
 * Drops the characters that XML 1.0 §2.2 forbids. C1 controls become windows-1252 letters:
 * nobody writes these controls, they come from windows-1252 decoded as Latin-1, which is also what
 * Node 20's own `TextDecoder('windows-1252')` does.
 */
export function cleanText(text: string): string {
  if (!FORBIDDEN.test(text)) return text;
  return text.replace(EACH_FORBIDDEN, (character) => {
    const code = character.charCodeAt(0);
    return code >= 0x80 && code <= 0x9f ? windows1252.charAt(code - 0x80) : '';
  });
}

/** The encoding that the first bytes show: by a byte-order mark, or by the zero beside `<` in UTF-16. */
function encodingOfFirstBytes([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return undefined;
}

function charsetOf(contentType: string | undefined): string | undefined {
  const value = /;\s*charset\s*=([^;,]*)/i.exec(contentType ?? '')?.[1] ?? '';
  return /[^\s"']+/.exec(value)?.[0];
}

/** The declaration stands at the start: more than this is not searched. */
const MAX_DECLARATION_BYTES = 1024;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, MAX_DECLARATION_BYTES));
  return /<\?xml\b[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/i.exec(start)?.[1];
}

/** A decoder for an encoding's label; undefined if the label cannot be right for these bytes. */
function decoderFor(label: string | undefined): TextDecoder | undefined {
  // Every encoding in use contains ASCII, and a label that was read byte by byte is not UTF-16.
  if (label === undefined || /^(us-)?ascii$|^utf-?16/i.test(label)) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/**
 * Decodes the bytes of a feed.
 * @param contentType the response's `Content-Type` header, for its `charset`
 */
export function decodeFeed(bytes: Uint8Array, contentType?: string): string {
  const marked = encodingOfFirstBytes(bytes);
  const decoder =
    (marked === undefined ? undefined : new TextDecoder(marked)) ??
    decoderFor(charsetOf(contentType)) ??
    decoderFor(declaredEncoding(bytes)) ??
    new TextDecoder();
  return cleanText(decoder.decode(bytes));
}
