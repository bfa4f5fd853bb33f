/** HTML notes as the text that a reader sees. */
import { describe, expect, it } from 'vitest';
import { isHtml, oneLine, htmlToText } from '../../../src/podcast/values/html-to-text.js';

describe('htmlToText', () => {
  it.each([
    ['<p>One &amp; <b>two</b></p><p>three</p>', 'One & two\nthree'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul><li>a</li> <li>b</li></ul>', 'a\nb'],
    ['a\n  b\t<i>c</i>', 'a b c'],
    ['two\nlines  of   text', 'two\nlines of text'],
    ['3 < 4, I <3 you', '3 < 4, I <3 you'],
    ['a <style>p { x: y }</style>b<SCRIPT>1 < 2</script> c', 'a b c'],
    ['a <script>never closed', 'a'],
    ['a <!-- note --> b', 'a b'],
    ['a <b unclosed', 'a'],
    ['&lt;b&gt; &eacute; &#x1F600; &bogus; R&D', '<b> é 😀 &bogus; R&D'],
    ['<p> </p>', undefined],
    ['', undefined],
  ])('%s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});

describe('oneLine', () => {
  it('joins lines and blanks', () => {
    expect(oneLine('  The\r\n\t pilot   boat ')).toBe('The pilot boat');
    expect(oneLine(' \n ')).toBeUndefined();
  });
});

describe('isHtml', () => {
  it.each(['<p>', 'a</b>', '&amp;', '&#39;', '&#x27;'])('%s', (text) => {
    expect(isHtml(text)).toBe(true);
  });
  it.each(['plain', '3 < 4', 'R&D more', '&;'])('not %s', (text) => {
    expect(isHtml(text)).toBe(false);
  });
});
