/** What a run reads of a site: its environment, and the headers of others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaTypeOf } from '../../../src/conformance/exchanges.js';
import { knownFromEnvironment, variables } from '../../../src/conformance/site/config.js';
import { clockOutcome, mayRead } from '../../../src/conformance/site/site.js';
import { expectAtMost } from '../../support/laws/limits.js';
import { expectPrecedence } from '../../support/laws/precedence.js';
import { same, spelt } from '../../support/laws/same.js';
import { anyCase, asParameter, blanksAround } from '../../support/laws/spellings/text.js';

const answer = (headers: Record<string, string>) => new Response(null, { headers });

describe('knownFromEnvironment', () => {
  it.each(Object.entries(variables))(
    'takes %s from the first of %j that is not empty',
    (field, names) =>
      expectPrecedence(
        names.map((name) => ({
          name,
          part: { [name]: `of ${name}` },
          gives: `of ${name}`,
          none: [{ [name]: '' }],
        })),
        (parts) =>
          knownFromEnvironment(Object.assign({}, ...parts) as never).config[field as never],
      ),
  );

  it('names a variable as not set that is missing or empty', () => {
    for (const none of [{}, { TOKEN_URL: '' }, { TOKEN_URL: undefined }])
      expect(knownFromEnvironment(none).read).toMatch(/^Read: nothing\. Not set: TOKEN_URL,/);
    const { read } = knownFromEnvironment({ TOKEN_URL: 'a' });
    expect(read).toMatch(/^Read: TOKEN_URL\. Not set: BASE_URL,/);
  });
});

describe('clockOutcome', () => {
  it('lets two clocks differ by five seconds, whichever is ahead', async () => {
    const now = Date.UTC(2026, 10, 26);
    for (const direction of [1, -1])
      await expectAtMost(5, (seconds) => {
        const date = new Date(now + direction * seconds * 1000).toUTCString();
        return clockOutcome(answer({ Date: date }), now).verdict === 'pass';
      });
    for (const date of ['', 'now'])
      expect(clockOutcome(answer({ Date: date }), now).verdict).toBe('skipped');
  });
});

describe('mediaTypeOf', () => {
  it('is in lower case and without parameters, however it is sent', () =>
    same(
      (type) => mediaTypeOf(answer({ 'Content-Type': type })),
      spelt(fc.constantFrom('audio/mpeg', 'application/rss+xml'), (plain) =>
        fc
          .tuple(anyCase(plain), asParameter('utf-8'), fc.boolean())
          .map(([type, charset, more]) => (more ? `${type} ; charset=${charset}` : type))
          .chain(blanksAround(' \t')),
      ),
      (plain) => plain,
    ));

  it.each(['', 'audio', 'audio/', '/mpeg', 'audio/mpeg audio/ogg', '<b>/x'])(
    'is none for %j',
    (type) => {
      expect(mediaTypeOf(answer({ 'Content-Type': type }))).toBe('no media type');
    },
  );
});

describe('mayRead', () => {
  it('is for the origin that is named, and for all with an asterisk', () => {
    const origin = 'https://a.example';
    const allows = (header: string) =>
      mayRead(origin, answer({ 'Access-Control-Allow-Origin': header }));
    expect(['*', origin].map(allows)).toEqual([true, true]);
    const others = ['', 'null', `${origin}/`, 'https://A.example', 'http://a.example'];
    expect([...others, `${origin}, *`].some(allows)).toBe(false);
    expect(mayRead(origin, answer({}))).toBe(false);
  });
});
