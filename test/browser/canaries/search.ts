/** Finds secrets in a text, in each writing that a program may have given them. */

/** The kinds of secrets, for messages: they never show a secret itself. */
export type Kind =
  | 'feed URL'
  | 'secret part of a feed URL'
  | 'feed URL of the show'
  | 'subscribe token'
  | 'key of subscribe tokens'
  | 'client secret'
  | 'access token'
  | 'e-mail address'
  | 'hand-off code'
  | 'consume page'
  | 'webhook secret'
  | 'seal key';

export interface Find {
  kind: Kind;
  writing: string;
}

/** A shorter text could be anything. */
const MIN_LENGTH = 16;

const special = /[^A-Za-z0-9]/gu;
const codeOf = (character: string) => character.codePointAt(0)!;

/**
 * The characters of a text in Base64 that are the same whatever stands before and after it, for each of the
 * three places that its first byte may have.
 */
function base64At(value: string, offset: 0 | 1 | 2): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  const written = bytes.toString('base64').replace(/=+$/, '');
  return written.slice([0, 2, 3][offset], bytes.length % 3 === 0 ? undefined : -1);
}

const toBase64url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');

/** Writings in which upper and lower case mean the same, or are told apart by nobody who reads them. */
const anyCase: Record<string, (value: string) => string> = {
  plain: (value) => value,
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'escaped for JSON': (value) => JSON.stringify(value).slice(1, -1),
  'escaped for JSON by PHP': (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
  'escaped for JSON by numbers': (value) =>
    value.replace(special, (each) => `\\u${codeOf(each).toString(16).padStart(4, '0')}`),
  'escaped for HTML': (value) =>
    value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  'escaped for HTML by numbers': (value) => value.replace(special, (each) => `&#${codeOf(each)};`),
  hexadecimal: (value) => Buffer.from(value).toString('hex'),
};

const places = [0, 1, 2] as const;
const inBase64: Record<string, (value: string) => string[]> = {
  Base64: (value) => places.map((place) => base64At(value, place)),
  Base64url: (value) => places.map((place) => toBase64url(base64At(value, place))),
};

/** Makes a search for one secret. Its first writing that is in a text is what the search answers. */
export function createSearch(kind: Kind, value: string): (text: string) => Find | undefined {
  if (value.length < MIN_LENGTH) throw new RangeError(`This is too short for a secret: ${kind}.`);
  const folded = Object.entries(anyCase).map(
    ([writing, write]) => [writing, write(value).toLowerCase()] as const,
  );
  const exact = Object.entries(inBase64).flatMap(([writing, write]) =>
    write(value).map((written) => [writing, written] as const),
  );
  return (text) => {
    const lower = text.toLowerCase();
    const writing =
      folded.find(([, written]) => lower.includes(written)) ??
      exact.find(([, written]) => text.includes(written));
    return writing && { kind, writing: writing[0] };
  };
}
