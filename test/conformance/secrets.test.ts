/** Runs against operators that repeat what was sent: no form of a report holds a secret. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { operator } from '../../src/conformance/commands/operator.js';
import { junitOf, lineOf } from '../../src/conformance/report/formats.js';
import { runAgainst } from './operator/run-in-memory.js';
import {
  config,
  entitlementId,
  feedUrl,
  honest,
  json,
  operatorFetch,
  token,
  userId,
} from './operator/small-operator.js';

/** The secrets that no output may hold, and texts that look like words. */
const canaries = [
  ...[config.clientId, config.clientSecret, config.onboardingOriginId, config.member],
  ...[config.stranger!, token, userId, userId.slice('email|'.length), entitlementId, feedUrl],
  new URL(feedUrl).pathname.split('/')[2]!,
  ...['nobody-told-the-run-of-this-canary', 'lettersandnothingelseatall', 'jane.doe', 'Sunflower'],
];

/** The ways in which an operator repeats them. */
const encodings: ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => Buffer.from(text).toString('base64'),
  (text) => text.toUpperCase(),
  (text) => Array.from(text).reverse().join(''),
];

const fields = [
  ...['token_type', 'expires_in', 'scope', 'id', 'userId', 'hasPrimaryAddress', 'sku', 'title'],
  ...['purchaseOptionId', 'purchaseType', 'purchaseOptionData', 'filename', 'mimeType', 'type'],
  ...['message', 'error', 'url', 'entitlementId'],
];

/** The JSON with one text field replaced, wherever it is. */
function withField(value: unknown, name: string, planted: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withField(item, name, planted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      key === name ? planted : withField(field, name, planted),
    ]),
  );
}

/** All that is printed of a run whose operator plants a text in one field, and in every header. */
async function printedWith(name: string, canary: string): Promise<string> {
  const { results, said } = await runAgainst(async (asked) => {
    const answer = honest(asked);
    if (asked.url.href === feedUrl) return answer;
    const text = JSON.stringify(withField(await answer.json(), name, canary));
    const sayable = encodeURIComponent(canary);
    // By turns, so that the fields are read too.
    const mediaType = name.length % 2 ? sayable.replaceAll('%', '') : 'json';
    return new Response(text, {
      status: answer.status,
      statusText: sayable,
      headers: {
        'content-type': `application/${mediaType}`,
        'www-authenticate': `Bearer realm="${sayable}"`,
        'cache-control': sayable,
        'x-canary': sayable,
      },
    });
  });
  const report = { version: '0', date: '', profile: 'operator', cases: results } as const;
  return [JSON.stringify(report), junitOf(report), ...results.map(lineOf), ...said].join('');
}

describe('runConformance and secrets', () => {
  it.each(encodings.map((encode, number) => ({ encode, number })))(
    'repeats nothing that an operator says in any place, encoding $number',
    async ({ encode }) => {
      const planted = canaries.map(encode);
      let printed = '';
      for (const [at, name] of fields.entries()) {
        printed += await printedWith(name, planted[at % planted.length]!);
      }
      const told = printed.toLowerCase();
      const hidden = [...planted, ...canaries].flatMap((text) => [text, encodeURIComponent(text)]);
      expect(hidden.filter((text) => told.includes(text.toLowerCase()))).toEqual([]);
    },
  );

  it('prints nothing of it to a terminal either', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pps-hostile-'));
    const file = join(folder, 'config.json');
    await writeFile(file, JSON.stringify(config));
    const printed: string[] = [];
    const keep = (text: unknown) => printed.push(String(text)) > 0;
    vi.spyOn(process.stdout, 'write').mockImplementation(keep);
    vi.spyOn(process.stderr, 'write').mockImplementation(keep);
    const word = canaries.at(-1)!;
    let calls = 0;
    const limiting = operatorFetch(async (asked) => {
      const headers = { 'retry-after': '1', 'content-type': `application/${word}` };
      if (calls++ === 0) return json({ message: word }, 429, headers);
      const answer = honest(asked);
      if (asked.url.href === feedUrl) return answer;
      const text = JSON.stringify(withField(await answer.json(), 'token_type', token));
      return new Response(text, { status: answer.status, headers });
    });
    vi.stubGlobal('fetch', limiting);
    try {
      expect(await operator(['--config', file])).toBe(1);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      await rm(folder, { recursive: true, force: true });
    }
    const told = printed.join('').toLowerCase();
    expect(told).toContain('waiting for 1 s');
    for (const canary of canaries) expect(told).not.toContain(canary.toLowerCase());
  });
});
