/** Notes are sanitized in linear time, whatever they contain, and nothing of other people's attacks survives. */
import { describe, expect, it } from 'vitest';
import {
  MAX_NOTES_LENGTH,
  sanitizeNotes as sanitize,
} from '../../../src/service/feeds/sanitize-notes.js';
import { naughtyStrings, purifyCases } from '../../foreign-lists/lists.js';
import { hostileTexts } from '../../support/foreign-text/attacks.js';
import { expectLinear } from '../../support/foreign-text/growth.js';

describe('sanitizeNotes', () => {
  it('keeps the text of notes that are too long', () => {
    const long = `<p>${'a'.repeat(MAX_NOTES_LENGTH)}</p><script>x</script><p>&lt;i&gt;</p>`;
    expect(sanitize(long)).toBe(`${'a'.repeat(MAX_NOTES_LENGTH)}\n&lt;i&gt;`);
  });

  it('does not count elements that HTML closes by itself', () => {
    expect(sanitize('<p>a<br>'.repeat(1_000))).toContain('<p>a<br />');
    expect(sanitize('<li>a'.repeat(1_000))).toContain('<li>a');
  });

  it.each([
    ['open tags and another end tag', (n: number) => `${'<i>'.repeat(n)}${'</b>'.repeat(n)}`],
    ['open tags', (n: number) => '<i>'.repeat(n)],
    ['end tags', (n: number) => '</b>'.repeat(n)],
    ['pairs', (n: number) => '<i></b>'.repeat(n)],
    ['table cells', (n: number) => '<table><td>'.repeat(n)],
    ['attributes', (n: number) => `<a ${'href="javascript:x" '.repeat(n)}>`],
    ['a long URL', (n: number) => `<a href="java${'\u0000 \t'.repeat(n)}script:x">`],
    ['schemes', (n: number) => `<a href="${'a:'.repeat(n)}">`],
    ['comments', (n: number) => '<!--'.repeat(n)],
    ['angle brackets', (n: number) => '<'.repeat(n)],
    ['entities', (n: number) => '&lt;&#x'.repeat(n)],
    ['styles', (n: number) => '<style>'.repeat(n)],
    ['text areas', (n: number) => '<textarea><option>'.repeat(n)],
    ['paragraphs', (n: number) => '<p>'.repeat(n)],
  ])('takes linear time for many %s', (_what, make) => {
    // Longer notes are not sanitized at all, as a test above shows.
    expectLinear(
      (size) => make(size).slice(0, MAX_NOTES_LENGTH),
      (html) => sanitize(html),
    );
  });
});

describe('sanitizeNotes: published attacks', () => {
  const attacks = [...purifyCases(), ...naughtyStrings(), ...hostileTexts];

  it('leaves text, the marks of notes and links with a scheme that notes may have', () => {
    expect(attacks.length).toBeGreaterThan(750);
    const mark = /<\/?(?:b|br|em|i|li|ol|p|strong|ul)(?: \/)?>|<\/a>|<a>/g;
    const link = /<a href="(?:https?:\/\/|https?:|mailto:)[^"<>]*">/gi;
    const left = attacks.flatMap((attack) => {
      const rest = sanitize(attack).replace(mark, '').replace(link, '');
      return /[<>]/.test(rest) ? [{ attack, rest }] : [];
    });
    expect(left).toEqual([]);
  });

  it('makes of its own result the same again', () => {
    const unsteady = attacks.filter((attack) => sanitize(sanitize(attack)) !== sanitize(attack));
    expect(unsteady).toEqual([]);
  });
});
