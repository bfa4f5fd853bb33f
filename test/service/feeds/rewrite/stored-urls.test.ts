import { describe, expect, it } from 'vitest';
import { readTokens, textEdits } from '../../../../src/service/feeds/rewrite/feed-tokens.js';
import { hideEnclosures } from '../../../../src/service/feeds/rewrite/hidden-enclosures.js';
import { splice } from '../../../../src/service/feeds/rewrite/splice.js';
import { expectLinear } from '../../../support/foreign-text/growth.js';

const bases = ['media.example/show/'];
const feed = (inside: string) => `<rss><channel><title>T</title>${inside}</channel></rss>`;

/** The files that are hidden in a feed, and what is left of it. */
function hide(inside: string, at: readonly string[] = bases) {
  const xml = feed(inside);
  const tokens = readTokens(xml);
  const files = Object.values(hideEnclosures(tokens, at)).sort();
  return { files, xml: splice(xml, textEdits(xml, tokens)) };
}

describe('hideEnclosures: the files of a bucket', () => {
  it.each([
    ['a transcript', '<podcast:transcript url="https://media.example/show/1.vtt"/>', ['1.vtt']],
    ['chapters', '<podcast:chapters url="http://media.example/show/1"/>', ['1']],
    ['a cover', '<itunes:image href="https://media.example/show/a/Cover.jpg"/>', ['a/Cover.jpg']],
    ['the cover of RSS', '<image><url> https://media.example/show/c.png </url></image>', ['c.png']],
    [
      'covers of several sizes',
      '<podcast:images srcset="https://media.example/show/s.jpg 300w, https://media.example/show/l.jpg 1500w"/>',
      ['l.jpg', 's.jpg'],
    ],
    [
      'pictures and papers in notes',
      `<description><![CDATA[<img src='https://media.example/show/n.webp'> <a href="//media.example/show/p.pdf">paper</a>]]></description>`,
      ['n.webp', 'p.pdf'],
    ],
    [
      'notes that are escaped',
      '<description>&lt;img src="https://media.example/show/n.png?w=1&amp;amp;h=2"&gt;</description>',
      ['n.png?w=1&h=2'],
    ],
    [
      'a sentence',
      '<itunes:summary>See https://media.example/show/x.pdf.</itunes:summary>',
      ['x.pdf'],
    ],
    ['a recording', '<item><enclosure url="https://media.example/show/1.mp3"/></item>', ['1.mp3']],
  ])('are hidden as %s', (_, inside, files) => {
    const hidden = hide(inside);
    expect(
      hidden.files.map((url) => url.replace(/^https?:\/\/media\.example\/show\//, '')),
    ).toEqual(files);
    expect(hidden.xml).not.toContain('media.example');
    expect(hidden.xml.match(/https:\/\/recordings\.invalid\/[\w-]{12}\//g)).toHaveLength(
      files.length,
    );
  });

  it.each([
    ['of another host', '<itunes:image href="https://site.example/cover.jpg"/>'],
    ['of another folder', '<itunes:image href="https://media.example/other/cover.jpg"/>'],
    [
      'that is a page',
      '<description>https://media.example/show/about and https://media.example/show/a.html</description>',
    ],
    [
      'of the show’s site',
      '<link>https://media.example/show/</link><item><link>https://media.example/show/1.jpg</link></item>',
    ],
    ['that a folder has', '<x:y href="https://media.example/show/folder/"/>'],
    ['that is only a GUID', '<item><guid>https://media.example/show/1.mp3</guid></item>'],
    ['of a namespace', '<a xmlns:b="https://media.example/show/ns.xml"/>'],
  ])('stay where they are: one %s', (_, inside) => {
    expect(hide(inside)).toEqual({ files: [], xml: feed(inside) });
  });

  it('stay where the product has no store', () => {
    const inside = '<itunes:image href="https://media.example/show/c.jpg"/>';
    expect(hide(inside, [])).toEqual({ files: [], xml: feed(inside) });
  });

  it('become a hash in a GUID that is the URL of a file', () => {
    const url = 'https://media.example/show/1.mp3';
    const { xml } = hide(`<item><guid>${url}</guid><enclosure url="${url}"/></item>`);
    expect(xml).toMatch(/<guid>[\w-]{43}<\/guid>/);
  });

  it.each([
    ['URLs', (n: number) => 'https://media.example/show/a.png '.repeat(n)],
    ['schemes', (n: number) => 'https://'.repeat(n)],
    ['slashes', (n: number) => '/'.repeat(n)],
    ['ends of a sentence', (n: number) => `https://media.example/show/a${'.'.repeat(n)}`],
  ])('are found in linear time among many %s', (_, make) => {
    expectLinear((n) => `<description>${make(n)}</description>`, hide);
  });
});
