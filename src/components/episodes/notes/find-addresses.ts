/** Finds the web and mail addresses in plain text. */
import { isSafeUrl } from '../../../podcast/values/safe-url.js';

/**
 * Finds each text that may be an address, in linear time. Chinese and Japanese text may follow one without a space. The
 * lengths are those of RFC 5321 4.5.3.1 and RFC 1035 2.3.4.
 */
const ADDRESS =
  /\b(?:https?:\/\/|www\.)[^\s<>"“”«»\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff00-\uff60]{1,2000}|[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}/giu;

/** Ends the sentence around an address, and not the address. */
const AFTER = /[.,:;!?'’…*|)\]}]/;

export interface FoundAddress {
  /** Where it begins in the text. */
  at: number;
  /** As it is written there. */
  address: string;
  /** URL: http, https or mailto. */
  href: string;
}

/** The brackets of `https://a.example/b_(c)` are its own. */
function withoutSentence(found: string): string {
  let address = found;
  while (AFTER.test(address.at(-1) ?? '')) {
    const isWhole = address.split('(').length >= address.split(')').length;
    if (address.endsWith(')') && isWhole) break;
    address = address.slice(0, -1);
  }
  return address;
}

function hrefOf(address: string): string | undefined {
  if (!/^(?:https?:|www\.)/i.test(address)) return `mailto:${address}`;
  const url = /^h/i.test(address) ? address : `https://${address}`;
  return isSafeUrl(url) ? url : undefined;
}

/** The addresses in a text, in their order. */
export function findAddresses(text: string): FoundAddress[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: found, index: at }) => {
    const address = withoutSentence(found);
    const href = hrefOf(address);
    return href ? [{ at, address, href }] : [];
  });
}
