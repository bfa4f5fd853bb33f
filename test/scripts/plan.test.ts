/** What a run of CI has: in time, nothing unsaid, and every part within eight runs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parts, type Part } from '../../scripts/parts.mjs';
import { fits, MOST_MINUTES, planRun, QUICK_MINUTES, readCommit } from '../../scripts/plan.mjs';
import { paths, read } from '../docs/documents.js';

const STEP_SECONDS = 3 * 3600;
const eightRuns = Array.from({ length: 8 }, (_, step) => step * STEP_SECONDS);
const outside = Object.keys(parts).filter((name) => parts[name]!.own);
const namesOf = (planned: { name: string }[]) => planned.map(({ name }) => name);
const part = (more: Partial<Part>): Part => ({ on: 'sources', files: [], minutes: 1, ...more });

describe('planRun', () => {
  it('has each part within eight runs, and what is inside at each', () => {
    const runs = eightRuns.map((time) => namesOf(planRun(parts, { time, changed: [] }).planned));
    expect([...new Set(runs.flat())].sort()).toEqual(Object.keys(parts).sort());
    const inside = Object.keys(parts).filter((name) => !parts[name]!.own);
    for (const names of runs) expect(names).toEqual(expect.arrayContaining(inside));
  });

  it('takes half an hour and five minutes for mutants at the most, whichever have their turn', () => {
    for (const time of eightRuns) {
      const { planned, leftOff } = planRun(parts, { time, changed: [] });
      const total = planned.reduce((sum, { minutes }) => sum + minutes, QUICK_MINUTES);
      expect(total, namesOf(planned).join()).toBeLessThanOrEqual(30 + parts.mutants!.minutes);
      expect(leftOff).toEqual([]);
    }
  });

  it('has the same parts from the same commit, and others three hours later', () => {
    const names = (time: number) => namesOf(planRun(parts, { time, changed: [] }).planned);
    expect(names(STEP_SECONDS - 1)).toEqual(names(0));
    expect(names(STEP_SECONDS)).not.toEqual(names(0));
  });

  it.each(outside)('runs %s when a path of its own changed, and says which', (name) => {
    const [first, ...more] = paths.filter((path) => parts[name]!.own!.test(path));
    const others = { a: part({ own: /^a$/ }), b: part({ own: /^b$/ }) };
    const { planned } = planRun(
      { ...others, [name]: parts[name]! },
      { time: 0, changed: ['README.md', first!, ...more] },
    );
    const count = more.length > 0 ? ` and ${more.length} more` : '';
    expect(planned.at(-1)).toMatchObject({ name, why: `changed: ${first!}${count}` });
  });

  it.each([
    [MOST_MINUTES - QUICK_MINUTES, ['a'], ['b']],
    [MOST_MINUTES - QUICK_MINUTES + 1, ['b'], ['a']],
    [MOST_MINUTES - QUICK_MINUTES - 1, ['a', 'b'], []],
  ])('leaves off what would take it past its time: a part of %i minutes', (minutes, ...both) => {
    const two = { a: part({ minutes }), b: part({}) };
    const { planned, leftOff } = planRun(two, { time: 0, changed: [] });
    expect([namesOf(planned), namesOf(leftOff)]).toEqual(both);
  });
});

describe('readCommit', () => {
  it('has the time of the commit, and what changed in the 48 hours before it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plan-'));
    const time = 1_700_000_000;
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@host.example'];
    const commit = (file: string, at: number) => {
      writeFileSync(join(folder, file), file);
      const env = { ...process.env, GIT_COMMITTER_DATE: `${at} +0000` };
      execFileSync('git', ['add', '.'], { cwd: folder });
      execFileSync('git', [...who, 'commit', '--quiet', '-m', file], { cwd: folder, env });
    };
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    commit('long ago', time - 49 * 3600);
    commit('yesterday', time - 47 * 3600);
    commit('now', time);
    expect(readCommit(folder)).toEqual({ time, changed: ['now', 'yesterday'] });
    rmSync(folder, { recursive: true });
  });
});

describe('fits', () => {
  it.each([
    [10, { taken: 26, expected: 26 }, true],
    [10.1, { taken: 26, expected: 26 }, false],
    // Twice as slow as expected so far: ten minutes would be twenty.
    [10, { taken: 16, expected: 8 }, true],
    [10, { taken: 17, expected: 8.5 }, false],
    // A machine that was fast so far need not stay so.
    [10, { taken: 26, expected: 60 }, true],
    [11, { taken: 26, expected: 60 }, false],
  ])('reckons with a machine as slow as it was: %d minutes after %o', (minutes, soFar, isIn) => {
    expect(fits(minutes, soFar)).toBe(isIn);
  });
});

describe('parts', () => {
  const matching = (glob: string) => {
    const folder = /^[\w/-]+\//.exec(glob)![0];
    return paths.filter((path) => path.startsWith(folder) && posix.matchesGlob(path, glob));
  };

  it.each(outside)(
    '%s: its tests are among its own paths, and most of the sources are not',
    (name) => {
      const { files, own } = parts[name]!;
      const tests = files.flatMap(matching);
      expect(tests.filter((path) => !own!.test(path))).toEqual([]);
      expect(tests).not.toEqual([]);
      const sources = paths.filter((path) => path.startsWith('src/') && own!.test(path));
      expect(sources.length).toBeLessThan(20);
    },
  );

  it('have no glob that finds nothing', () => {
    const globs = Object.values(parts).flatMap(({ files }) => files);
    expect(globs.filter((glob) => matching(glob).length === 0)).toEqual([]);
  });

  it('of the world outside have a job of their own at night', () => {
    const nightly = read('.github/workflows/nightly.yml');
    const listed = [...nightly.matchAll(/^ {10}- (\S+)$/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...outside].sort());
  });
});
