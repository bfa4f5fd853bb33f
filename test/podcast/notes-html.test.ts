/** The service's sanitizer keeps what the shared list allows. The element's: `show-notes.test.ts`. */
import { describe, expect, it } from 'vitest';
import { notesAttributes, notesLinkSchemes, notesTags } from '../../src/podcast/notes-html.js';
import { sanitizeNotes as sanitize } from '../../src/service/feeds/sanitize-notes.js';

describe('sanitizeNotes: the shared list', () => {
  it('keeps the tags in notesTags, and only the content of other tags', () => {
    expect(notesTags).toContain('strong');
    for (const tag of notesTags) expect(sanitize(`<${tag}>x`)).toMatch(`<${tag}`);
    expect(sanitize('<h1><b>x</b></h1><table><tr><td>y</td></tr></table><img src="z">')).toBe(
      '<b>x</b>y',
    );
  });

  it('keeps only the attributes in notesAttributes', () => {
    expect(notesAttributes).toEqual({ a: ['href'] });
    expect(sanitize('<a href="https://a.example/" style="x" onclick="y" class="z">a</a>')).toBe(
      '<a href="https://a.example/">a</a>',
    );
    expect(sanitize('<p href="https://a.example/">a</p>')).toBe('<p>a</p>');
  });

  it('knows the schemes of links to pages and to mail', () => {
    expect([...notesLinkSchemes].sort()).toEqual(['http', 'https', 'mailto']);
  });

  it.each(notesLinkSchemes)('keeps links with the scheme %s', (scheme) => {
    expect(sanitize(`<a href="${scheme}:x">a</a>`)).toBe(`<a href="${scheme}:x">a</a>`);
  });

  it.each(['javascript:x', 'ms-msdt:x', 'tel:1', 'data:,x', '//a.example/', '/a', '#a'])(
    'removes the link to %s and keeps its text',
    (href) => {
      expect(sanitize(`<a href="${href}">a</a>`)).toBe('<a>a</a>');
    },
  );

  it('takes the white space around a URL away, because some readers take it for a part of it', () => {
    expect(sanitize('<a href="\u00a0https://a.example/\n">a</a>')).toBe(
      '<a href="https://a.example/">a</a>',
    );
  });
});
