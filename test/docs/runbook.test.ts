/** docs/runbook.md has a row for everything that the service's log and its alerts say, and for nothing else. */
import { describe, expect, it } from 'vitest';
import {
  adviceFor,
  feedCodes,
  ownCodes,
  sqlStates,
  systemCodes,
  unexpected,
} from '../../src/service/failures/advice.js';
import { eventRemedies } from '../../src/service/events/event-log.js';
import { errorCodes } from '../../src/errors/private-podcast-error.js';
import { documentAt, paths, read, tablesOf } from './documents.js';

const runbook = documentAt('docs/runbook.md');
const alerts = read('packages/service/deploy/alerts.yaml');
const sources = paths
  .filter((path) => /^src\/service\/.+\.ts$/.test(path))
  .map(read)
  .join('\n');

/** The code of each row of a table, by the title of its first column. */
function rowsOf(title: string): string[][] {
  const [table, ...others] = tablesOf(runbook, title);
  expect(others, title).toEqual([]);
  return table!.rows.map(([first]) => first!.codeSpans);
}

const sorted = (codes: readonly string[]) => [...codes].sort();

/** A class of SQLSTATEs is written with a `…` for the rest of them. */
const written = (state: string) => (state.length < 5 ? `${state}…` : state);

describe('adviceFor: docs/runbook.md', () => {
  it.each<[string, string[]]>([
    ['SQLSTATE', Object.keys(sqlStates).map(written)],
    ['code', Object.keys(systemCodes)],
    ['error', [...new Set([...Object.keys(ownCodes), ...Object.keys(feedCodes)]), 'others']],
  ])('has one row for each %s that the log advises on', (title, codes) => {
    expect(sorted(rowsOf(title).flat())).toEqual(sorted(codes));
  });

  it('calls only what is none of our codes a fault of the service', () => {
    // The service logs none of these: they are answers, or another server's word for its client.
    const unlogged = ['unauthorized', 'no-access', 'no-feed', 'aborted'];
    const faults = errorCodes.filter(
      (code) => adviceFor('service', undefined, code) === unexpected,
    );
    expect(sorted(faults)).toEqual(sorted(unlogged));
    expect(adviceFor('service', undefined, 'TypeError')).toBe(unexpected);
  });

  it('puts codes into one row only if the log gives the same advice for them', () => {
    for (const codes of [...rowsOf('SQLSTATE'), ...rowsOf('code')]) {
      const advice = codes.map((code) => {
        const full = code.replace('…', '000').slice(0, 5);
        return adviceFor('feed', code.endsWith('…') ? full : code, '');
      });
      expect(new Set(advice).size, codes.join()).toBe(1);
    }
  });

  it('says of each row what it means and what to do', () => {
    const cells = runbook.tables.flatMap(({ rows }) => rows.flatMap((row) => row.slice(1)));
    expect(cells.filter(({ text }) => text === '')).toEqual([]);
    const advice = runbook.tables.flatMap(({ rows }) => rows.map((row) => row.at(-1)!.text));
    expect(advice.filter((text) => text.length <= 10)).toEqual([]);
  });
});

describe('createEventLog, createConnections: warnings in docs/runbook.md', () => {
  it('have one row each', () => {
    const literal = [...sources.matchAll(/\bwarning: '([^']+)'/g)].map(([, name]) => name!);
    const events = Object.keys(eventRemedies).map((result) => `event-${result}`);
    expect(literal.length).toBeGreaterThan(1);
    expect(sorted(rowsOf('warning').flat())).toEqual(sorted([...new Set(literal), ...events]));
    // No third way of making one has come.
    expect([...sources.matchAll(/\bwarning: `/g)]).toHaveLength(1);
  });

  it('are told from messages at the start, which the service has in these words', () => {
    const beginnings = rowsOf('the line begins with').flat();
    expect(beginnings.length).toBeGreaterThan(5);
    expect(beginnings.filter((text) => !sources.includes(text))).toEqual([]);
  });
});

describe('createMetrics: alerts in docs/runbook.md', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

  it('have one row each, which the rule links to', () => {
    expect(names.length).toBeGreaterThan(5);
    expect(sorted(rowsOf('alert').flat())).toEqual(sorted(names));
    const text = read('docs/runbook.md');
    for (const name of names) {
      const id = name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
      expect(text).toContain(`<a id="${id}"></a>\`${name}\``);
      const rule = alerts.split('- alert: ').find((each) => each.startsWith(`${name}\n`));
      expect(rule).toContain(`runbook_url: docs/runbook.md#${id}\n`);
    }
  });
});
