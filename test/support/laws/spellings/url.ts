/** Spellings of a web URL and of IP addresses that every parser of URLs reads alike (URL Standard). */
import fc from 'fast-check';
import type { Spelling } from '../same.js';
import { anyCase, blanksAround } from './text.js';

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
