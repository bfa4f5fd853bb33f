/** The judge of `npm run soak`: what it explains by a fault, whose answers are whose, what it finds lost, and what it calls flat. */
import { describe, expect, it } from 'vitest';
import { createLedger, findLosses } from '../../bench/soak/ledger.mjs';
import { createMarks, entitlementsIn } from '../../bench/soak/marks.mjs';
import {
  createPhases,
  createTally,
  isExplained,
  outcomeOf,
  quiet,
} from '../../bench/soak/mixed-load.mjs';
import { untilAllWell } from '../../bench/soak/recovery.mjs';
import { clock, judge, outcomesOf } from '../../bench/soak/report.mjs';
import { judgeGrowth } from '../../bench/soak/resources.mjs';
import { percentile } from '../../bench/statistics.mjs';

const faults = {
  down: { explains: { operator: ['503 unavailable'] } },
  hanging: { explains: { operator: ['504 timeout'], host: ['429'] }, lingers: 9_000 },
};
const page = { expects: ['200'], reaches: ['operator'] };
const elsewhere = { expects: ['401'] };

describe('isExplained', () => {
  it.each([
    ['as expected', '200', page, [], true],
    ['that the fault explains', '503 unavailable', page, [faults.down], true],
    ['without a fault', '503 unavailable', page, [], false],
    ['of another fault', '504 timeout', page, [faults.down], false],
    ['of the same fault elsewhere', '429', page, [faults.hanging], false],
    ['that is worse than the fault', '500', page, [faults.down], false],
    ['out of reach', '503 unavailable', elsewhere, [faults.down], false],
    ['that is late without a fault', '200, too late', page, [], false],
    ['that a fault in its way makes late', '200, too late', page, [faults.down], true],
    ['that a fault elsewhere cannot make late', '401, too late', elsewhere, [faults.down], false],
    ['that shows what is not theirs', '200 what is not theirs', page, [faults.down], false],
  ])('judges an outcome %s', (_, outcome, kind, inForce, explained) => {
    expect(isExplained(outcome, kind, inForce)).toBe(explained);
  });
});

describe('outcomeOf', () => {
  it.each([
    [{ status: 200, headers: {}, text: '{"code":"none"}' }, '200'],
    [
      {
        status: 503,
        headers: { 'content-type': 'application/problem+json' },
        text: '{"code":"unavailable"}',
      },
      '503 unavailable',
    ],
    [{ status: 429, headers: {}, text: '' }, '429 without Retry-After'],
    [{ status: 429, headers: { 'retry-after': '10' }, text: '' }, '429'],
  ])('gives the status and the code of answer %#', (answer, words) => {
    expect(outcomeOf(answer)).toBe(words);
  });
});

describe('createPhases', () => {
  it('counts a fault while it is in force, and as long as requests may still show it', () => {
    const phases = createPhases(faults);
    phases.begin('down', 1_000)(1_000);
    phases.begin('hanging', 10_500)(11_000);
    phases.begin(quiet, 20_000)(20_000);
    expect(phases.between(0, 999)).toEqual([]);
    expect(phases.between(0, 1_000)).toEqual(['down']);
    expect(phases.between(9_000, 10_000)).toEqual(['down']);
    expect(phases.between(13_000, 13_500)).toEqual(['down', 'hanging']);
    expect(phases.between(14_000, 14_500)).toEqual(['hanging']);
    expect(phases.between(29_000, 29_500)).toEqual(['hanging']);
    expect(phases.between(29_001, 29_500)).toEqual([]);
  });
});

it('createTally counts an answer that no fault explains, and files the others under their fault', () => {
  const phases = createPhases(faults);
  const tally = createTally({ page }, phases);
  tally.record('page', '200', performance.now());
  tally.record('page', '503 unavailable', performance.now());
  tally.record('page', '200', performance.now() - 10_001);
  expect([...tally.unexplained]).toEqual([
    [`page: 503 unavailable (${quiet})`, 1],
    [`page: 200, too late (${quiet})`, 1],
  ]);
  phases.begin('down')();
  tally.record('page', '503 unavailable', performance.now());
  expect(tally.unexplained.size).toBe(2);
  expect(outcomesOf(tally.byPhase.get('down'))).toBe('1 × 503 unavailable');
});

it('createTally lets a deadline end a request on a machine that is busy, and on no other', () => {
  const parse = { expects: ['200'], whenStarved: ['422 bad-feed'] };
  const explains = (patience: number, milliseconds: number) => {
    const tally = createTally({ parse }, createPhases({}), patience);
    tally.record('parse', '422 bad-feed', performance.now() - milliseconds);
    return tally.unexplained.size === 0;
  };
  expect([explains(4, 10_001), explains(4, 9_000), explains(1, 10_001)]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('createMarks', () => {
  it('calls a mark wrong that comes to two members', () => {
    const marks = createMarks();
    expect(marks.check('jane', 'her link')).toBe(true);
    expect(marks.check('jane', 'her link')).toBe(true);
    expect(marks.check('john', 'her link')).toBe(false);
    expect(marks.counts()).toEqual({ checked: 3, wrong: 1 });
  });

  it('counts answers that show by themselves whose they are', () => {
    const marks = createMarks();
    marks.note(true);
    marks.note(false);
    expect(marks.counts()).toEqual({ checked: 2, wrong: 1 });
  });
});

it('entitlementsIn reads whose recordings a feed names', () => {
  const ids = ['00112233445566778899aabb', 'ffeeddccbbaa998877665544'];
  const codes = ids.map((id) => Buffer.from(`${id}0102030405`, 'hex').toString('base64url'));
  const text = codes.map((code) => `<enclosure url="https://a.example/recordings/${code}/1.mp3"/>`);
  expect(entitlementsIn([...text, ...text].join(''))).toEqual(ids);
});

describe('findLosses', () => {
  const memberOf = (name: string) => ({
    path: `/feeds/${name}`,
    email: `${name}@example.org`,
    userId: name,
    entitlementId: name,
  });

  it.each([
    ['grants', { grants: ['events/soak paid'] }],
    ['ended grants', { grants: ['admin jane', 'admin gone', 'events/soak paid'] }],
    ['memberships by event', { grants: ['admin jane', 'admin paid'] }],
    [
      'memberships that an event ended',
      { grants: ['admin jane', 'events/soak paid', 'events/soak over'] },
    ],
    ['feed links', { dead: ['/feeds/jane', '/feeds/old'] }],
    ['replaced feed links', { dead: [] }],
    [undefined, {}],
  ])('finds lost what the service no longer has: %s', async (lost, service) => {
    const { grants, dead } = {
      grants: ['admin jane', 'events/soak paid'],
      dead: ['/feeds/old'],
      ...service,
    };
    const ledger = createLedger();
    ledger.granted.add('jane@example.org');
    ledger.revoked.add('gone@example.org');
    ledger.joined.push(memberOf('jane'));
    ledger.dead.push('/feeds/old');
    ledger.started.add('paid@example.org');
    ledger.over.add('over@example.org');
    const found = await findLosses(ledger, {
      listGrants: () =>
        Promise.resolve(
          grants.map((grant) => {
            const [source = '', name] = grant.split(' ');
            return { email: `${name}@example.org`, source };
          }),
        ),
      statusOf: (path) => Promise.resolve((dead as string[]).includes(path) ? 404 : 200),
    });
    const counts = Object.entries(found.lost).filter(([, count]) => count > 0);
    expect(counts).toEqual(lost === undefined ? [] : [[lost, 1]]);
  });
});

describe('untilAllWell', () => {
  it('waits until all checks pass in one round', async () => {
    const answers = [false, true, true];
    let now = 0;
    const check = () => Promise.resolve(answers.shift() ?? true);
    const failing = () => Promise.reject(new Error('no answer'));
    let turn = 0;
    const later = () => ((turn += 1) > 1 ? Promise.resolve(true) : failing());
    expect(await untilAllWell({ check, later }, () => (now += 1_000))).toEqual({
      seconds: 3,
      last: 'later',
    });
  });

  it('gives up on what never gets well', async () => {
    let now = 0;
    const never = () => Promise.resolve(false);
    expect(await untilAllWell({ never }, () => (now += 100_000))).toEqual({
      seconds: Infinity,
      last: 'never',
    });
  });
});

const samplesOf = (heapAt: (minute: number) => number, minutes = 10) =>
  Array.from({ length: minutes * 12 + 1 }, (_, index) => ({
    minute: index / 12,
    rss: 100,
    heap: heapAt(index / 12),
    descriptors: 50,
  }));

describe('judgeGrowth', () => {
  it('calls memory flat that only fills at first', () => {
    const samples = samplesOf((minute) => Math.min(50, 20 + 10 * minute));
    expect(judgeGrowth(samples, 'heap')).toMatchObject({ isFlat: true, isJudged: true });
  });

  it('reports memory and descriptors that keep growing', () => {
    const samples = samplesOf((minute) => 20 + 5 * minute);
    expect(judgeGrowth(samples, 'heap').isFlat).toBe(false);
    const leaking = samples.map((sample) => ({ ...sample, descriptors: 20 + 20 * sample.minute }));
    expect(judgeGrowth(leaking, 'descriptors').isFlat).toBe(false);
  });

  it('does not judge a short run', () => {
    const samples = samplesOf((minute) => 20 + 5 * minute, 1);
    expect(judgeGrowth(samples, 'heap').isJudged).toBe(false);
  });
});

describe('judge', () => {
  const counts = { grants: 0 };
  const passed = {
    turns: [{ name: 'down', at: 1, recovered: 2 }],
    patience: 1,
    skipped: {},
    byPhase: new Map(),
    times: new Map([['page', [1]]]),
    unexplained: new Map<string, number>(),
    samples: { handler: samplesOf(() => 50) },
    ledger: { acknowledged: { grants: 9 }, lost: counts },
    marks: { checked: 5, wrong: 0 },
    kinds: ['page'],
    failures: [] as string[],
    isInterrupted: false,
  };

  it('passes a run in which all is well', () => {
    expect(judge(passed)).toEqual([]);
  });

  it.each([
    ['something was lost', { ledger: { acknowledged: { grants: 9 }, lost: { grants: 1 } } }],
    ['an answer held what is another’s', { marks: { checked: 5, wrong: 1 } }],
    ['nobody looked at marks', { marks: { checked: 0, wrong: 0 } }],
    ['an outcome has no explanation', { unexplained: new Map([['page: 500 (no fault)', 1]]) }],
    ['a recovery takes too long', { turns: [{ name: 'down', at: 1, recovered: 16 }] }],
    ['a recovery never comes', { turns: [{ name: 'down', at: 1, recovered: Infinity }] }],
    ['there was no fault', { turns: [] }],
    ['a kind of request was never made', { kinds: ['page', 'feed'] }],
    ['memory grows', { samples: { handler: samplesOf((minute) => 20 + 5 * minute) } }],
    ['a program ended by itself', { failures: ['Redis ended by itself.'] }],
  ])('fails a run in which %s', (_, wrong) => {
    expect(judge({ ...passed, ...wrong })).toHaveLength(1);
  });
});

it('clock writes minutes and seconds', () => {
  expect([0, 65.7, 3_605].map(clock)).toEqual(['00:00', '01:05', '60:05']);
});

it('percentile returns the smallest number that is enough', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect([0, 0.5, 0.99, 1].map((share) => percentile(numbers, share))).toEqual([1, 100, 198, 200]);
  expect(percentile([], 0.5)).toBeNaN();
});
