/** What the doctor reads: its environment, and the headers of others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnvironment, variables } from '../../../src/conformance/site/environment.js';
import { clockFinding, mayRead, mediaTypeOf } from '../../../src/conformance/site/finding.js';
import { isPlayable } from '../../../src/conformance/site/recording.js';
import { expectAtMost } from '../../support/laws/limits.js';
import { expectPrecedence } from '../../support/laws/precedence.js';
import { same, spelt } from '../../support/laws/same.js';
import { anyCase, asParameter, blanksAround } from '../../support/laws/spellings/text.js';

const answer = (headers: Record<string, string>) => new Response(null, { headers });

describe('readEnvironment', () => {
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
        (parts) => readEnvironment(Object.assign({}, ...parts) as never)[field as never],
      ),
  );
});

describe('clockFinding', () => {
  it('lets two clocks differ by five seconds, whichever is ahead', async () => {
    const now = Date.UTC(2026, 10, 26);
    for (const direction of [1, -1])
      await expectAtMost(5, (seconds) => {
        const date = new Date(now + direction * seconds * 1000).toUTCString();
        return clockFinding('clock', 'the server', answer({ Date: date }), now)?.result === 'ok';
      });
    for (const date of ['', 'now'])
      expect(clockFinding('clock', '', answer({ Date: date }), now)).toBeUndefined();
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
  it('is none for what is no media type', () => {
    for (const type of ['', 'audio', 'audio/', '/mpeg', 'audio/mpeg audio/ogg', '<b>/x'])
      expect([type, mediaTypeOf(answer({ 'Content-Type': type }))]).toEqual([
        type,
        'no media type',
      ]);
    expect(
      ['audio/mpeg', 'video/mp4', 'application/octet-stream', 'text/html', 'application/audio'].map(
        isPlayable,
      ),
    ).toEqual([true, true, true, false, false]);
  });
});

describe('mayRead', () => {
  it('is for the origin that is named, and for all with an asterisk', () => {
    const origin = 'https://a.example';
    const allows = (header: string) =>
      mayRead(origin, answer({ 'Access-Control-Allow-Origin': header }));
    expect(['*', origin].map(allows)).toEqual([true, true]);
    expect(
      ['', 'null', `${origin}/`, 'https://A.example', 'http://a.example', `${origin}, *`].some(
        allows,
      ),
    ).toBe(false);
    expect([mayRead(origin, answer({})), mayRead(origin, undefined)]).toEqual([false, false]);
  });
});
