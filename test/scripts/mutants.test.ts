/** What CI judges of the mutants of changed lines, and when that fails. */
import { describe, expect, it } from 'vitest';
import {
  changedLines,
  draw,
  judgesOf,
  lineOf,
  verdictOf,
  type Mutant,
} from '../mutation/changed.mjs';

const mutant = (more: Partial<Mutant> = {}): Mutant => ({
  id: '0',
  fileName: 'src/urls/web-url.ts',
  location: { start: { line: 2, column: 10 }, end: { line: 2, column: 14 } },
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
  status: 'Killed',
  ...more,
});

describe('changedLines', () => {
  it('has the lines of each source as they are now, and nothing of what was removed', () => {
    const diff = [
      'diff --git a/src/old.ts b/src/api/new.ts',
      'rename from src/old.ts',
      '--- a/src/old.ts',
      '+++ b/src/api/new.ts',
      '@@ -3 +3 @@ function a() {',
      '+++ counter;',
      '@@ -7,2 +7,0 @@',
      '@@ -9,0 +8,3 @@',
      '--- a/src/gone.ts',
      '+++ /dev/null',
      '@@ -1,9 +0,0 @@',
      '+++ b/src/pages/page.css',
      '@@ -1 +1 @@',
      '+++ b/src/pages/raw-files.d.ts',
      '@@ -1 +1 @@',
      '+++ b/src/urls/web-url.ts',
      '@@ -1 +1,2 @@',
    ].join('\n');
    expect(changedLines(diff).map(({ range }) => range)).toEqual([
      'src/api/new.ts:3-3',
      'src/api/new.ts:8-10',
      'src/urls/web-url.ts:1-2',
    ]);
  });
});

describe('judgesOf', () => {
  const tests = [
    'test/api/client.test.ts',
    'test/api/flow/client.test.ts',
    'test/api/flow/laws.test.ts',
    'test/api/token-laws.test.ts',
    'test/apps/laws.test.ts',
    'test/components/laws.test.ts',
    'test/components/sheet/keys.node.test.ts',
    'test/components/sheet/sheet.test.ts',
  ];

  it.each([
    ['src/api/client.ts', ['test/api/client.test.ts'], tests.slice(2, 4)],
    ['src/api/other.ts', [], tests.slice(2, 4)],
    ['src/components/sheet/keys.ts', ['test/components/sheet/keys.node.test.ts'], []],
    ['src/components/sheet/sheet.ts', [], []],
    ['src/api.ts', [], []],
  ])('%s: the tests of its name, and the laws of its folder', (path, own, laws) => {
    expect(judgesOf(path, tests)).toEqual({ own, laws });
  });
});

describe('draw', () => {
  const mutants = Array.from({ length: 50 }, (_, at) =>
    mutant({ id: String(at), replacement: `${at}` }),
  );
  const drawn = (from: Mutant[], seed: string) =>
    draw(from, seed).map(({ replacement }) => replacement);

  it('has all of them in an order that the seed decides', () => {
    const first = drawn(mutants, '1');
    expect([...first].sort()).toEqual(mutants.map(({ replacement }) => replacement).sort());
    expect(drawn(mutants, '1')).toEqual(first);
    expect(drawn(mutants, '2')).not.toEqual(first);
  });

  it('keeps the order when there are others before them, and they are numbered anew', () => {
    const later = mutants.slice(10).map((one, at) => ({ ...one, id: String(at) }));
    const all = drawn(mutants, '1');
    expect(drawn(later, '1')).toEqual(all.filter((replacement) => Number(replacement) >= 10));
  });
});

describe('verdictOf', () => {
  const of = (counts: Record<string, number>) =>
    Object.entries(counts).flatMap(([status, count]) =>
      Array.from({ length: count }, () => mutant({ status })),
    );

  it.each([
    [{ Killed: 22, Survived: 18 }, false],
    [{ Killed: 21, Survived: 19 }, true],
    [{ Killed: 667, Survived: 333 }, false],
    [{ Killed: 666, Survived: 334 }, true],
    [{ Killed: 11, Timeout: 11, Survived: 18 }, false],
    [{ Killed: 21, Survived: 9, NoCoverage: 10 }, true],
    [{ Killed: 0, Survived: 39 }, false],
    [{ Survived: 39, RuntimeError: 9, CompileError: 9, Ignored: 9 }, false],
    [{}, false],
  ])(
    'fails for fewer than 70 %% of 40 or more, and not by the luck of the draw: %o',
    (counts, isTooLow) => {
      expect(verdictOf(of(counts)).isTooLow).toBe(isTooLow);
    },
  );
});

describe('lineOf', () => {
  it('says where a survivor is, and what the change was', () => {
    const source = 'function isWeb() {\n  return true;\n}\n';
    const replacement = `!\n  true ${'!'.repeat(200)}`;
    expect(lineOf(mutant({ replacement }), source)).toBe(
      `src/urls/web-url.ts:2:10  return true;\n    BooleanLiteral: ! true ${'!'.repeat(93)}`,
    );
  });
});
