import { describe, expect, it } from 'vitest';
import { createSearch, writings, type Kind } from './search.js';

/** One secret of each kind, as it looks. */
const samples: Record<Kind, string> = {
  'feed URL': 'https://feeds.example.org/feeds/Zm9vYmFyYmF6cXV1eA_-1/sid:one_private.rss',
  'secret part of a feed URL': 'Zm9vYmFyYmF6cXV1eA_-12345',
  'feed URL of the show': 'https://host.example.org/show.xml?key=a+b/c&d="e"',
  'subscribe token': 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAYi5jIn0.c2lnbmF0dXJl',
  'key of subscribe tokens': 'q83vEjRWeJC6vO/+7avN7xI0VniQurzv7avN7xI0Vng=',
  'client secret': 'correct horse battery staple',
  'access token': 'dG9rZW4tb2YtdGhlLXNlcnZpY2U',
  'e-mail address': 'mira@readers.example',
  'hand-off code': 'q1w2e3r4t5z6u7i8o9p0ab',
  'consume page': 'AAECAwQFBgcICQ.Q29kZS1vZi1hLXBhZ2U',
  'webhook secret': 'whsec_5f2d9c0a7b1e4638a4f0',
  'seal key': 'c2VhbCBrZXkgb2YgdGhlIGRhdGFiYXNlLi4uLi4uLi4=',
};
const kinds = Object.entries(samples) as [Kind, string][];

/** The same writings, by other means than the search's own. */
const written: Record<string, (text: string) => string[]> = {
  plain: (text) => [text, text.toUpperCase(), `before${text}after`],
  'percent-encoded': (text) => [
    new URLSearchParams({ q: text }).toString().replaceAll('+', '%20'),
    encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, (each) => each.toLowerCase()),
  ],
  'percent-encoded twice': (text) => [encodeURIComponent(encodeURIComponent(`url=${text}`))],
  'escaped for JSON': (text) => [JSON.stringify({ url: text })],
  'escaped for JSON by PHP': (text) => [JSON.stringify({ url: text }).replaceAll('/', '\\/')],
  'escaped for JSON by numbers': (text) => [
    Array.from(text)
      .map((each) => {
        const code = each.charCodeAt(0).toString(16).toUpperCase();
        return /[a-z\d]/i.test(each) ? each : `\\u${code.padStart(4, '0')}`;
      })
      .join(''),
  ],
  'escaped for HTML': (text) => [text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
  'escaped for HTML by numbers': (text) => [
    Array.from(text)
      .map((each) => (/\w/.test(each) && each !== '_' ? each : `&#${each.charCodeAt(0)};`))
      .join(''),
  ],
  hexadecimal: (text) => [Buffer.from(`{"a":"${text}"}`).toString('hex').toUpperCase()],
  Base64: (text) => ['', 'a', 'ab', 'abc'].map((before) => btoa(`${before}${text}, and more`)),
  Base64url: (text) =>
    ['', 'a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${text}}`).toString('base64url')),
};

describe('createSearch', () => {
  it('is tried in every writing that it looks for', () => {
    expect(Object.keys(written).sort()).toEqual([...writings].sort());
  });

  it.each(kinds)('finds this in each writing: %s', (kind, value) => {
    const search = createSearch(kind, value);
    for (const [writing, write] of Object.entries(written)) {
      for (const text of write(value)) {
        expect(search(`some words, then ${text}`)?.kind, writing).toBe(kind);
      }
    }
  });
});
