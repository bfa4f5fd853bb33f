/** Spellings of a web URL and of IP addresses that every parser of URLs reads alike (URL Standard). */
import fc from 'fast-check';
import type { Spelling } from '../same.js';
import { anyCase, blanksAround, eachCharacter } from './text.js';

/** Absolute web URLs without user or fragment, with a path and a query that need no escapes. */
export const webUrls: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.constantFrom(
      'feeds.example',
      'a.b-c.example',
      'xn--bcher-kva.example',
      '192.0.2.7',
      '[2001:db8::1]',
    ),
    fc.constantFrom('', ':8443'),
    fc.stringMatching(/^(\/[\w.~-]{1,8}){0,3}\/?$/).filter((path) => !/\/\.\.?(\/|$)/.test(path)),
    fc.stringMatching(/^(\?[\w=&]{1,12})?$/),
  )
  .map(([scheme, host, port, path, query]) => `${scheme}://${host}${port}${path || '/'}${query}`);

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Scheme and host in either case, the default port, blanks around, and tabs and line ends anywhere in it. */
export const urlSpelling: Spelling<string> = (url) => {
  const [, scheme = '', host = '', port = '', rest = ''] =
    /^(\w+):\/\/(\[.*\]|[^:/]*)(:\d+)?(.*)$/.exec(url) ?? [];
  const ports = port ? [port] : ['', ':', `:${defaultPorts[scheme]}`, `:00${defaultPorts[scheme]}`];
  return fc
    .tuple(anyCase(scheme), anyCase(host), fc.constantFrom(...ports))
    .map(([aScheme, aHost, aPort]) => `${aScheme}://${aHost}${aPort}${rest}`)
    .chain((one) => fc.oneof(fc.constant(one), blanksAround()(one)));
};

const named: Readonly<Record<string, string>> = {
  '/': '&sol;',
  '.': '&period;',
  ':': '&colon;',
  '\\': '&bsol;',
  '&': '&amp;',
  '?': '&quest;',
  '=': '&equals;',
};
const hex = (character: string) => character.charCodeAt(0).toString(16);

/** Escapes that some reader of a text decodes, HTML's, a URL's or JSON's: of each character, or of the slashes alone. */
const escapes: ((character: string) => string)[] = [
  (character) => named[character] ?? character,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x0${hex(character).toUpperCase()};`,
  (character) => `%${hex(character).padStart(2, '0')}`,
  (character) => `%${hex(character).padStart(2, '0').toUpperCase()}`,
  (character) => `\\u${hex(character).padStart(4, '0')}`,
  (character) => (character === '/' ? '\\/' : character),
];
const ESCAPES = /&#?\w+;|%[\da-f]{2}|\\u[\da-f]{4}/gi;
const escapeAll = (text: string, escape: (character: string) => string) =>
  text.replace(/[\x20-\x7e]/g, escape);
/** A text in one of these, in some of its characters or in all. */
const escapedOnce: Spelling<string> = (text) =>
  fc
    .constantFrom(...escapes)
    .chain((escape) =>
      fc.oneof(
        eachCharacter((one) => fc.constantFrom(one, escapeAll(one, escape)))(text),
        fc.constant(escapeAll(text, escape)),
      ),
    );
/** An escaped text escaped once more: all of it, or where each escape begins. */
const escapedAgain: Spelling<string> = (text) =>
  fc
    .tuple(fc.constantFrom(...escapes), fc.boolean())
    .map(([escape, isWhole]) =>
      isWhole
        ? escapeAll(text, escape)
        : text.replace(ESCAPES, (one) => escapeAll(one.charAt(0), escape) + one.slice(1)),
    );

/** Browsers leave these out of a path. */
const nowhere = fc.constantFrom('', '', '', '/', './', 'x/../', 'x/y/../../', '%2e/', '\\');

/**
 * A URL as somebody may write it who means it, or hides it: whatever browsers make the same of, and escaped
 * up to three times. It has host and path, and neither port nor query.
 */
export const disguisedUrl: Spelling<string> = (url) => {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)\/(.*)$/.exec(url) ?? [];
  const slashes = fc.constantFrom('/', '/', '\\');
  const unseen = eachCharacter((character) =>
    fc.constantFrom(
      ...Array<string>(9).fill(character),
      `${character}\u00ad`,
      `\u200b${character}`,
    ),
  );
  const parted = (text: string) =>
    fc
      .tuple(fc.nat({ max: text.length - 2 }), fc.constantFrom('', '', '\n', '\t', '\r\n'))
      .map(([at, ends]) => `${text.slice(0, at + 1)}${ends}${text.slice(at + 1)}`);
  const segments = path
    .split('/')
    .map((segment) =>
      fc
        .tuple(nowhere, slashes, fc.oneof(anyCase(segment), parted(segment), unseen(segment)))
        .map(([detour, slash, written]) => `${slash}${detour}${written}`),
    );
  return fc
    .tuple(
      fc.constantFrom('https://', 'HTTP://', '//', '', 'https:\\\\', 'feed://', 'https:/'),
      fc.oneof(anyCase(host), unseen(host), parted(host)),
      fc.constantFrom('', '.', ':443', ':80', ':0443', '.:443'),
      ...segments,
    )
    .map((parts) => parts.join(''))
    .chain((text) => fc.oneof(fc.constant(text), escapedOnce(text)))
    .chain((text) => fc.oneof(fc.constant(text), escapedAgain(text)))
    .chain((text) => fc.oneof(fc.constant(text), escapedAgain(text)));
};

/** Four bytes as an IPv4 address: with dots, as one number, in octal or hexadecimal. */
export const ipv4: Spelling<readonly number[], string> = (bytes) => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  return fc.constantFrom(
    bytes.join('.'),
    String(number),
    `0x${number.toString(16)}`,
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
  );
};

/** Eight words as an IPv6 address: each zero written, or the first run of zeros left out; padded; in either case. */
export const ipv6: Spelling<readonly number[], string> = (words) => {
  const short = words.map((word) => word.toString(16));
  const [high = 0, low = 0] = words.slice(-2);
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const left = short.join(':').replace(/(^|:)0(:0)+(:|$)/, '::');
  return fc
    .constantFrom(
      short.join(':'),
      left,
      short.map((word) => word.padStart(4, '0')).join(':'),
      `${short.slice(0, -2).join(':')}:${dotted}`,
    )
    .chain(anyCase);
};
