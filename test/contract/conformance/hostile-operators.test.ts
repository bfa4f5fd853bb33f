/** Operators on loopback that attack the conformance run, or whoever reads what it says. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  good,
  together,
  type Alteration,
  type Fields,
} from '../../support/operator/alterations.js';
import { startOperator, type Answer } from '../../support/operator/operator.js';
import { installVirtualTime } from '../../support/waiting/virtual-time.js';
import { runAgainst } from './run-against.js';

beforeAll(installVirtualTime);
afterAll(() => void vi.restoreAllMocks());

const calls = ['4.1', '4.2', '4.3', '4.4', '4.5'] as const;

/** Puts a text before every text of an answer, but for the token and the IDs that later calls send back. */
function withEveryText(value: unknown, hostile: string, name = ''): unknown {
  if (typeof value === 'string') {
    return /^(access_token|id|userId|entitlementId|url)$/.test(name) ? value : hostile + value;
  }
  if (Array.isArray(value)) return value.map((item) => withEveryText(item, hostile));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Fields);
  return Object.fromEntries(
    entries
      .map(([field, inner]) => [hostile + field, inner] as const)
      .concat(entries.map(([field, inner]) => [field, withEveryText(inner, hostile, field)])),
  );
}

const hostileTexts = {
  'a NUL': '\0',
  'controls of a terminal': '\u001b]0;owned\u0007\u001b[2J',
  'an override of the direction': '\u202e',
  'the end of a script': '</script><script>alert(1)</script>',
  'half a surrogate': '\ud800',
};

const everywhere = (change: (answer: Answer) => Answer): Alteration =>
  together(calls.map((call) => good(call, change)));

describe('runConformance against hostile operators', () => {
  it.each(Object.entries(hostileTexts))(
    'repeats nothing of an operator that sends %s',
    async (_, text) => {
      const { results, said } = await runAgainst(
        everywhere((answer) => ({ ...answer, body: withEveryText(answer.body, text) })),
      );
      const told = [...said, ...results.map((result) => JSON.stringify(result))].join('\n');
      expect(told).not.toContain(JSON.stringify(text).slice(1, -1));
      expect(told).not.toMatch(/\\u00[01]|\u202e|<script|owned/);
      expect(results.some(({ verdict }) => verdict === 'fail')).toBe(true);
    },
  );

  it('sends no feed URL to where the page leads', async () => {
    const elsewhere = await startOperator();
    const headers = { location: `${elsewhere.url}/en` };
    await runAgainst(good('4.6', () => ({ status: 307, headers })));
    await elsewhere.close();
    expect(elsewhere.seen).toEqual([]);
  });

  it('sends nothing to where an operator leads it', async () => {
    const elsewhere = await startOperator();
    const { results } = await runAgainst(
      everywhere(() => ({ status: 307, headers: { location: `${elsewhere.url}/oauth/token` } })),
    );
    await elsewhere.close();
    expect(elsewhere.seen).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
      '4.1-1',
    ]);
  });
});
