/** docs/runbook.md has a row for everything that the service's log and its alerts say, and for nothing else. */
import { describe, expect, it } from 'vitest';
import {
  adviceFor,
  ownCodes,
  sqlStates,
  systemCodes,
  unexpected,
  type Advice,
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

describe('adviceFor: docs/runbook.md', () => {
  it.each<[string, Advice[]]>([
    ['SQLSTATE', sqlStates],
    ['code', systemCodes],
    ['error', [...ownCodes, unexpected]],
  ])('has the rows of the log, and no others, for each %s', (title, advice) => {
    const [table] = tablesOf(runbook, title);
    const rows = table!.rows.map(([first, ...rest]) => ({
      codes: first!.codeSpans,
      means: rest.map(({ text }) => text).join(' '),
    }));
    const plain = (text: string) =>
      text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
    expect(rows).toEqual(
      advice.map(({ codes, meaning, advice: what }) => ({
        codes,
        means: plain(`${meaning} ${what}`),
      })),
    );
  });

  it('calls only what is none of our codes a fault of the service', () => {
    // The service logs none of these: they are answers, or another server's word for its client.
    const unlogged = ['unauthorized', 'no-access', 'no-feed', 'aborted'];
    const isFault = (error: string) =>
      adviceFor(false, undefined, error).startsWith(unexpected.meaning);
    expect(sorted(errorCodes.filter(isFault))).toEqual(sorted(unlogged));
    expect(isFault('TypeError')).toBe(true);
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
    const beginnings = rowsOf('its message begins with').flat();
    expect(beginnings.length).toBeGreaterThan(5);
    expect(beginnings.filter((text) => !sources.includes(text))).toEqual([]);
  });
});

describe('createApp: alerts in docs/runbook.md', () => {
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
