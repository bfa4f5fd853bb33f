/** The text before the first tag of a feed is skipped; nothing that a DOCTYPE declares is read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../src/podcast.js';
import { renderFeed } from '../../../src/service/feeds/rewrite/render-feed.js';

const feed = '<rss><channel><title>Right &x;</title></channel></rss>';
const wrong = '<rss><channel><title>Wrong</title></channel></rss>';

const declarations = fc.constantFrom(
  '',
  '<?xml version="1.0"?>',
  "<?xml version='1.0' encoding='utf-8' ?>",
);
/** What programs write where nothing belongs. */
const forewords = fc
  .array(
    fc.constantFrom(
      ...[
        '\n',
        ' \t',
        '\ufeff',
        'Notice: 1 > 0 on line 136\n',
        '<br />\n<b>Warning</b>: [x] &amp;<br />',
      ],
      ...[
        '<!-- from the cache -->',
        `<!-- ${wrong} -->`,
        '<p class="x">a</p>',
        'a < b',
        '<script>x()</script>',
      ],
    ),
    { maxLength: 4 },
  )
  .map((pieces) => pieces.join(''));

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
    ['an instruction without a declaration', '<?x <rss>?>'],
  ])('skips %s', (_, prolog) => {
    expect(parsePodcast(prolog + feed).title).toBe('Right &x;');
  });

  it('skips whatever a program has written before the feed', () => {
    fc.assert(
      fc.property(forewords, declarations, forewords, (before, declaration, between) => {
        const xml = before + declaration + between + feed;
        expect(parsePodcast(xml).title).toBe('Right &x;');
        const { xml: rendered } = renderFeed(xml);
        const plain = renderFeed(feed).xml;
        expect(rendered.endsWith(plain)).toBe(true);
        const prolog = rendered.slice(0, -plain.length).replaceAll(`<!-- ${wrong} -->`, '');
        expect(prolog).toMatch(/^(?:<\?xml[^>]*\?>(?:\s|<!-- from the cache -->)*)?$/);
      }),
    );
  });

  it('says of a web page that it is one, whatever is in it', () => {
    for (const page of ['<!doctype html><html><pre>', '\n<html lang="en">'])
      expect(() => parsePodcast(page + feed)).toThrow('This is a web page');
  });
});
