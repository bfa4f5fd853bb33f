/** Conformance runs against operators that repeat what was sent: no form of a report holds a secret. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { CaseResult, ConformanceReport } from '../../src/conformance/report/result.js';
import { operator } from '../../src/conformance/commands/operator.js';
import { junitOf, lineOf, summaryOf } from '../../src/conformance/report/formats.js';
import { failed, runAgainst } from './operator/run-in-memory.js';
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

/** The secrets that no output may hold, and the ways in which an operator repeats them. */
const canaries = [
  ...[
    config.clientId,
    config.clientSecret,
    config.onboardingOriginId,
    config.member,
    config.stranger!,
  ],
  ...[
    token,
    userId,
    userId.slice('email|'.length),
    entitlementId,
    feedUrl,
    new URL(feedUrl).pathname.split('/')[2]!,
  ],
  'nobody-told-the-run-of-this-canary',
  'lettersandnothingelseatall',
];
const encodings: ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  (text) =>
    Array.from(text)
      .map((letter) => `&#${letter.charCodeAt(0)};`)
      .join(''),
  (text) => text.toUpperCase(),
  (text) => Array.from(text).reverse().join(''),
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
async function printedWith(name: string, canary: string, isMediaType: boolean): Promise<string> {
  const { results, said } = await runAgainst(async (asked) => {
    const answer = honest(asked);
    if (asked.url.href === feedUrl) return answer;
    const text = JSON.stringify(withField(await answer.json(), name, canary));
    const sayable = encodeURIComponent(canary);
    return new Response(text, {
      status: answer.status,
      statusText: sayable,
      headers: {
        'content-type': isMediaType
          ? `application/${sayable.replaceAll('%', '')}`
          : 'application/json',
        'www-authenticate': `Bearer realm="${sayable}"`,
        'cache-control': sayable,
        'x-canary': sayable,
      },
    });
  });
  return printedOf(results) + said.join('');
}

/** Every form of a report. */
function printedOf(cases: CaseResult[]): string {
  const report: ConformanceReport = { version: '0', date: '', profile: 'operator', cases };
  return [
    ...[JSON.stringify(report), junitOf(report), summaryOf(report)],
    ...cases.map(lineOf),
  ].join('');
}

/** Texts that look like words: nothing but an own list tells them from those of a protocol. */
const words = ['qwmzpxkvbtrnsdfghjlcae', 'jane.doe', 'Sunflower'];

describe('runConformance and secrets', () => {
  const fields = [
    ...['token_type', 'expires_in', 'scope', 'id', 'userId', 'hasPrimaryAddress', 'sku', 'title'],
    ...['purchaseOptionId', 'purchaseType', 'purchaseOptionData', 'filename', 'mimeType', 'type'],
    ...['message', 'error', 'url', 'entitlementId'],
  ];

  it.each(encodings.map((encode, number) => ({ encode, number })))(
    'repeats nothing that an operator says in any place, encoding $number',
    async ({ encode }) => {
      const planted = canaries.map(encode);
      let printed = '';
      for (const [at, name] of fields.entries()) {
        printed += await printedWith(name, planted[at % planted.length]!, at % 2 === 1);
      }
      const told = printed.toLowerCase();
      const hidden = [...planted, ...canaries].flatMap((text) => [text, encodeURIComponent(text)]);
      expect(hidden.filter((text) => told.includes(text.toLowerCase()))).toEqual([]);
    },
  );

  it.each(words)('repeats no word that an operator says in any place, such as %s', async (word) => {
    let printed = '';
    for (const name of fields) {
      printed += await printedWith(name, word, false);
    }
    printed += await printedWith('message', word, true);
    expect(printed.toLowerCase()).not.toContain(word.toLowerCase());
  });

  it('repeats no key in the query of a link, wherever else it stands', async () => {
    const [key = ''] = words;
    const { results } = await runAgainst(async (asked) => {
      const answer = honest(asked);
      if (!asked.url.pathname.endsWith('/access') || !answer.ok) return answer;
      const [item] = (await answer.json()) as object[];
      const url = `https://feeds.operator.example/f?k=${key}`;
      return json([{ ...item, url, type: key, filename: key, mimeType: `application/${key}` }]);
    });
    expect(failed(results)).toEqual(expect.arrayContaining(['4.4-4', '4.4-5', '4.4-7']));
    expect(printedOf(results)).not.toContain(key);
  });

  it('prints nothing of it to a terminal either', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pps-hostile-'));
    const file = join(folder, 'config.json');
    await writeFile(file, JSON.stringify(config));
    const printed: string[] = [];
    const keep = (text: unknown) => printed.push(String(text)) > 0;
    vi.spyOn(process.stdout, 'write').mockImplementation(keep);
    vi.spyOn(process.stderr, 'write').mockImplementation(keep);
    const word = words.at(-1)!;
    const calls = new Set<string>();
    const limiting = operatorFetch(async (asked) => {
      const answer = honest(asked);
      const headers = { 'retry-after': '1', 'content-type': `application/${word}` };
      const isFirst = calls.size < calls.add(asked.url.pathname).size;
      if (isFirst && calls.size === 1) return json({ message: word }, 429, headers);
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
    for (const canary of [...words, ...canaries]) {
      expect(told).not.toContain(canary.toLowerCase());
    }
  });
});
