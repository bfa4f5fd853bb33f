/** The text before the first tag of a feed is skipped; nothing that a DOCTYPE declares is read. */
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../src/podcast.js';

const feed = '<rss><channel><title>Right &x;</title></channel></rss>';
const wrong = '<rss><channel><title>Wrong</title></channel></rss>';

describe('parsePodcast: text before the first tag', () => {
  it.each([
    [
      'a declaration, an instruction and a comment',
      `<?xml version="1.0"?><?x <rss>?><!-- ${wrong} -->`,
    ],
    ['a DOCTYPE with a URL', '<!DOCTYPE rss SYSTEM "http://my.netscape.com/rss-0.91.dtd">'],
    ['an entity with markup', `<!DOCTYPE rss [<!ENTITY y "y"><!ENTITY x "${wrong}">]>`],
    ['an entity in single quotes', `<!doctype rss [<!ENTITY y 'y'><!ENTITY x '"${wrong}'>]>`],
    ['a comment in the subset', `<!DOCTYPE rss [<!-- don't ]> ${wrong} --><!ENTITY x "y">]>`],
    ['a closing bracket in quotes', `<!DOCTYPE rss [<!ENTITY x "]>${wrong}">]>`],
    ['a DOCTYPE that never closes', '<!DOCTYPE rss [ <!ENTITY x "y">'],
    ['a quote that never closes', '<!DOCTYPE rss "x>'],
    ['a warning of the server', 'Warning: 1 > 0\n\n'],
  ])('skips %s', (_, prolog) => {
    expect(parsePodcast(prolog + feed).title).toBe('Right &x;');
  });
});
