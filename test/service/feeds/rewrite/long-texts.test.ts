/** Texts of millions of characters. A file of its own: nothing has compiled the expressions before it. */
import { setFlagsFromString } from 'node:v8';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTokens } from '../../../../src/service/feeds/rewrite/feed-tokens.js';
import { hideEnclosures } from '../../../../src/service/feeds/rewrite/hidden-enclosures.js';

describe('hideEnclosures: long texts', () => {
  it('finds a file beside eight million characters without a space', () => {
    // As V8 does once a process has compiled much: an expression has the least room then.
    setFlagsFromString('--no-regexp-optimization');
    onTestFinished(() => setFlagsFromString('--regexp-optimization'));
    const file = 'https://media.example/show/a.png';
    const notes = `${'https://'.repeat(2 ** 20)} ${file}`;
    const xml = `<rss><channel><description>${notes}</description></channel></rss>`;
    expect(Object.values(hideEnclosures(readTokens(xml), ['media.example/show/']))).toEqual([file]);
  });
});
