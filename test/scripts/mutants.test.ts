/** What CI judges of the mutants of changed lines, and when that fails. */
import { describe, expect, it } from 'vitest';
import { changedLines, judgesOf, verdictOf, type Mutant } from '../mutation/changed.mjs';

const mutant = (status: string) => ({ status }) as Mutant;

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

describe('verdictOf', () => {
  const of = (counts: Record<string, number>) =>
    Object.entries(counts).flatMap(([status, count]) =>
      Array.from({ length: count }, () => mutant(status)),
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
