/** The part of a feed URL that is the secret: the run of characters in it that is hardest to guess. */
import { withOneChange } from '../unknown-values.js';

export interface SecretPart {
  text: string;
  /** How many bits its length and its alphabet have room for. */
  bits: number;
}

const RUNS = /[\w-]+/g;

function alphabetSize(run: string): number {
  if (/^\d+$/.test(run)) return 10;
  if (/^[\da-f-]+$/.test(run) || /^[\dA-F-]+$/.test(run)) return 16;
  if (/^(?:[a-z]+|[A-Z]+)$/.test(run)) return 26;
  return /[a-z]/.test(run) && /[A-Z]/.test(run) ? 62 : 36;
}

/** Words have no digits between their letters, no capitals inside, and an end. */
const looksRandom = (run: string) =>
  /\d/.test(run) || /^[^a-z]*[a-z][^A-Z]*[A-Z]/.test(run) || /^[a-z]{20,}$/i.test(run);

function partOf(run: string): SecretPart {
  const letters = run.replaceAll('-', '').length;
  return {
    text: run,
    bits: looksRandom(run) ? Math.floor(letters * Math.log2(alphabetSize(run))) : 0,
  };
}

/** Undefined if nothing in the path or the query looks like a secret. */
export function secretPartOf({ pathname, searchParams }: URL): SecretPart | undefined {
  const runs = [pathname, ...searchParams.values()].flatMap((text) => text.match(RUNS) ?? []);
  const [best] = runs.map(partOf).toSorted((a, b) => b.bits - a.bits);
  return best && best.bits > 0 ? best : undefined;
}

/**
 * The URL with another character inside its secret. The last ones are left alone: of base64, they hold
 * fewer bits, and a reader may take two of them for the same.
 */
export function withOtherSecret(url: string, { text }: SecretPart): string {
  const middle = Math.floor(text.length / 2);
  const other = text.slice(0, middle) + withOneChange(text.slice(middle));
  const at = url.lastIndexOf(text);
  if (at >= 0) return url.slice(0, at) + other + url.slice(at + text.length);
  // The query holds it percent-encoded.
  const changed = new URL(url);
  for (const [name, value] of [...changed.searchParams]) {
    if (value.includes(text)) changed.searchParams.set(name, value.replace(text, other));
  }
  return changed.href;
}
