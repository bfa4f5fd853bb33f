/**
 * Bytes to text: byte-order mark, then the HTTP charset, then the XML declaration, then
 * UTF-8 (RFC 7303 §3, XML 1.0 appendix F). Characters that XML forbids are left out.
 */

/** What windows-1252 has at 0x80–0x9F (WHATWG Encoding §9.1); a gap stays as it is. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

// eslint-disable-next-line no-control-regex -- the control characters are what is looked for
const NOT_TEXT = /[\0-\x08\x0b\x0c\x0e-\x1f\x80-\x9f\ufffe\uffff]/;
const EACH_NOT_TEXT = new RegExp(NOT_TEXT, 'g');

/**
 * Text without the characters that XML 1.0 §2.2 forbids. C1 controls are no one's text:
 * they are windows-1252 read as Latin-1, which Node 20's own `TextDecoder` does too.
 */
export function cleanText(text: string): string {
  if (!NOT_TEXT.test(text)) return text;
  return text.replace(EACH_NOT_TEXT, (character) => {
    const code = character.charCodeAt(0);
    return code >= 0x80 && code <= 0x9f ? WINDOWS_1252.charAt(code - 0x80) : '';
  });
}

/** The encoding that the first bytes give away: a byte-order mark, or UTF-16's zeros around `<`. */
function encodingOfFirstBytes([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return undefined;
}

function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  return /<\?xml\b[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/i.exec(start)?.[1];
}

/** A decoder for a label, or nothing where the label says nothing about these bytes. */
function decoderFor(label: string | undefined): TextDecoder | undefined {
  // ASCII is part of every encoding meant here; a label in single bytes cannot be UTF-16.
  if (label === undefined || /^(us-)?ascii$|^utf-?16/i.test(label)) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/**
 * Decodes the bytes of a feed.
 * @param contentType the `Content-Type` header they came with, for its `charset`
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
