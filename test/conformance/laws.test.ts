/** What holds of every conformance run: no secret in any spelling, and each limit where it is said to be. */
import { decodeXML } from 'entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConformanceConfig } from '../../src/conformance/operator/config.js';
import { withEnvironment } from '../../src/conformance/config-file.js';
import type { Answer } from '../../src/conformance/exchanges.js';
import { junitOf } from '../../src/conformance/report/formats.js';
import { another, withOneChange } from '../../src/conformance/unknown-values.js';
import { holds } from '../../src/conformance/hidden-secrets.js';
import { shown } from '../../src/conformance/shown-value.js';
import { follow, mayFollow } from '../../src/conformance/redirects.js';
import { isSecureUrl } from '../../src/urls/web-url.js';
import { expectAtMost } from '../support/laws/limits.js';
import type { Spelling } from '../support/laws/same.js';
import { anyCase } from '../support/laws/spellings/text.js';

const secrets = fc
  .string({ unit: fc.constantFrom(...Array.from('abYZ019-_&"/+ü ')), minLength: 9, maxLength: 24 })
  .filter((text) => text.trim() === text);
const around = fc.string({ maxLength: 7 });

/** A text as an answer may repeat it. */
const repeated: Spelling<string> = (secret) =>
  fc.tuple(around, around).chain(([before, after]) => {
    const base64 = Buffer.from(before + secret + after).toString('base64');
    return fc
      .constantFrom(
        secret,
        encodeURIComponent(secret),
        encodeURIComponent(encodeURIComponent(secret)),
        new URLSearchParams({ secret }).toString().slice('secret='.length),
        secret.replaceAll('&', '&amp;'),
        JSON.stringify(secret).slice(1, -1),
        JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
        base64,
        base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      )
      .map((text) => `${before}${text}${after}`);
  });

describe('holds', () => {
  it('finds a secret in whatever an answer makes of it, in any case', () =>
    fc.assert(
      fc.property(
        secrets.chain((secret) => fc.tuple(fc.constant(secret), repeated(secret))),
        ([secret, text]) => {
          expect(holds(text, secret)).toBe(true);
          expect(holds('', secret)).toBe(false);
        },
      ),
      { numRuns: 300 },
    ));
});

describe('shown', () => {
  it('quotes a word of a protocol in any case, and no other text', () =>
    fc.assert(
      fc.property(anyCase('bearer'), fc.string({ minLength: 1 }), (word, more) => {
        expect(shown(word)).toBe(`"${word}"`);
        expect(shown(word + more)).toBe(`a text of ${word.length + more.length} characters`);
        expect([shown(''), shown(null), shown({ word }), shown([word])]).toEqual([
          'an empty text',
          'null',
          'an object',
          'a list of 1',
        ]);
      }),
    ));

  it('quotes a whole number of seven digits, and no longer one', () =>
    expectAtMost(9_999_999, (number) => shown(number) === String(number)));
});

const classOf = (character: string) =>
  character
    .replace(/\d/, '0')
    .replace(/[a-f]/, 'a')
    .replace(/[g-z]/, 'g')
    .replace(/[A-F]/, 'A')
    .replace(/[G-Z]/, 'G');

describe('another, withOneChange', () => {
  const ids = fc.string({
    unit: fc.constantFrom(...Array.from('aZf09|:.-G')),
    minLength: 1,
    maxLength: 40,
  });
  it('keep the form of a text, and change what was given out', () =>
    fc.assert(
      fc.property(ids, (id) => {
        const made = another(id);
        expect(made).not.toBe(id);
        expect(made.length).toBeGreaterThanOrEqual(id.length);
        if (made.length === id.length)
          expect(Array.from(made, classOf)).toEqual(Array.from(id, classOf));
        const changed = withOneChange(id);
        const differing = Array.from(changed).filter((character, at) => character !== id[at]);
        expect(differing).toHaveLength(1);
      }),
    ));
});

describe('follow', () => {
  it('asks as often as it may, each time for where the last answer leads', () =>
    expectAtMost(5, async (redirects) => {
      const asked: string[] = [];
      const last = await follow('https://a.example/x/0', {
        most: 5,
        mayLead: () => true,
        ask(url) {
          asked.push(url);
          const to = ['./y/1', '2', '//b.example/3', '/z/4', '?5', '6'][asked.length - 1];
          const isEnd = asked.length > redirects;
          const headers = new Headers(isEnd ? {} : { Location: to! });
          return Promise.resolve({ status: isEnd ? 200 : 302, headers } as Answer);
        },
      });
      const way = ['x/0', 'x/y/1', 'x/y/2'].map((path) => `https://a.example/${path}`);
      const rest = ['3', 'z/4', 'z/4?5'].map((path) => `https://b.example/${path}`);
      expect(asked).toEqual([...way, ...rest].slice(0, Math.min(redirects, 5) + 1));
      return last.status === 200;
    }));
});

describe('mayFollow', () => {
  it('leads over https, and to this machine from this machine alone', () => {
    const hosts = [
      ...['a.example', 'localhost', 'x.localhost', '127.0.0.1', '127.9.9.9', '[::1]'],
      ...['0.0.0.0', '[::ffff:127.0.0.1]', 'localhost.'],
    ];
    const places = fc
      .tuple(
        fc.constantFrom('http', 'https'),
        fc.constantFrom(...hosts),
        fc.constantFrom('', ':8080'),
      )
      .map(([scheme, host, port]) => new URL(`${scheme}://${host}${port}/a`));
    const isInner = ({ hostname }: URL) => hostname !== 'a.example';
    fc.assert(
      fc.property(
        places,
        places,
        (to, first) =>
          mayFollow(to, first) === (isSecureUrl(to.href) && (!isInner(to) || isInner(first))),
      ),
    );
  });
});

describe('junitOf', () => {
  const texts = fc.string({
    unit: fc.constantFrom(
      'a',
      '&',
      '<',
      '>',
      '"',
      "'",
      '&lt;',
      ']]>',
      '\u0000',
      '\u001b',
      '\u202e',
      '\ufffe',
      '😀',
      '\ud800',
    ),
  });
  it('is XML that says what was seen, but for what XML cannot hold', () =>
    fc.assert(
      fc.property(texts, (seen) => {
        const result = {
          id: '4.1-1',
          section: '4.1',
          statement: 's',
          verdict: 'fail',
          expected: 'e',
          seen,
        } as const;
        const xml = junitOf({ version: '1', date: 'd', profile: 'feed', cases: [result] });
        const [, message = ''] = /<failure message="([^"<]*)">/.exec(xml) ?? [];
        expect(decodeXML(message)).toBe(seen.replaceAll(/[\p{Cc}\p{Cs}\u202e\ufffe]/gu, ''));
      }),
    ));
});

describe('readConformanceConfig', () => {
  const whole = {
    tokenUrl: 'https://a.example',
    baseUrl: 'https://a.example',
    clientId: 'id',
    clientSecret: 'secret',
    onboardingOriginId: 'o',
    sku: 'sid:a',
    member: 'a@b.example',
  };
  const optional = {
    parserUrl: 'https://a.example',
    consumeUrl: 'https://a.example',
    scope: 's',
    parserFormat: 'f',
    stranger: 'c@d.example',
  };
  const takes = (values: object, env = {}) => {
    try {
      return Boolean(
        readConformanceConfig(withEnvironment(values as Record<string, unknown>, env)),
      );
    } catch {
      return false;
    }
  };

  it('needs each field that is required, as a text, or as the name of a variable that is set', () => {
    expect([takes(whole), takes({ ...whole, ...optional })]).toEqual([true, true]);
    expect(takes({ ...whole, other: 'x' })).toBe(false);
    for (const [name, value] of Object.entries({ ...whole, ...optional })) {
      const isRequired = name in whole;
      const change = (other: unknown) => ({ ...whole, [name]: other });
      expect([name, takes(change(undefined))]).toEqual([name, !isRequired]);
      for (const other of [7, {}, ['a'], true])
        expect([name, other, takes(change(other))]).toEqual([name, other, false]);
      for (const [env, expected] of [
        [{ A: value }, true],
        [{ A: '' }, false],
        [{}, false],
      ] as const)
        expect([name, env, takes(change({ env: 'A' }), env)]).toEqual([name, env, expected]);
    }
    expect(takes({ ...whole, stranger: whole.member })).toBe(false);
  });
});
