/** How far a long command has come, on a terminal alone. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from '../../../src/service/commands/run-command.js';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import type { Output } from '../../../src/service/commands/print.js';
import { countingLines, startProgress } from '../../../src/service/commands/progress.js';

/** A terminal, or a file, that keeps what is written. */
function output(isTTY: boolean): Output & { text: string } {
  const kept = { text: '', isTTY, write: (part: string) => Boolean((kept.text += part)) };
  return kept as unknown as Output & { text: string };
}

const shown = (text: string) => text.split('\r').map((part) => part.replace('\u001b[K', ''));

describe('startProgress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('says nothing for two seconds, then the count at most once a second, and takes it away', () => {
    const terminal = output(true);
    const progress = startProgress('rows restored', terminal);
    progress.add(1_000);
    vi.advanceTimersByTime(1_999);
    progress.add(1_000);
    expect(terminal.text).toBe('');
    vi.advanceTimersByTime(1);
    expect(shown(terminal.text)).toEqual(['', '2,000 rows restored so far']);
    for (let turn = 0; turn < 10; turn += 1) {
      progress.add(1);
      vi.advanceTimersByTime(99);
    }
    expect(shown(terminal.text)).toHaveLength(2);
    vi.advanceTimersByTime(10);
    expect(shown(terminal.text).at(-1)).toBe('2,010 rows restored so far');
    progress.end();
    expect(terminal.text.endsWith('so far\u001b[K\r\u001b[K')).toBe(true);
    const { length } = terminal.text;
    vi.advanceTimersByTime(10_000);
    expect(terminal.text).toHaveLength(length);
  });

  it('says it without a turn of the event loop too', () => {
    const terminal = output(true);
    let time = 0;
    const progress = startProgress('rows restored', terminal, () => time);
    for (time = 0; time <= 3_500; time += 500) progress.add(1);
    expect(shown(terminal.text).slice(1)).toEqual([
      '5 rows restored so far',
      '7 rows restored so far',
    ]);
    progress.end();
  });

  it('leaves nothing of a command that took less, and writes nothing to a file', () => {
    for (const [isTerminal, milliseconds] of [
      [true, 1_999],
      [false, 60_000],
    ] as const) {
      const written = output(isTerminal);
      const progress = startProgress('rows', written);
      progress.add(5);
      vi.advanceTimersByTime(milliseconds);
      progress.add(5);
      progress.end();
      expect(written.text).toBe('');
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

it('countingLines counts the lines of texts and bytes, and leaves them as they are', async () => {
  const counts: number[] = [];
  const counted = { add: (count: number) => void counts.push(count), end: () => undefined };
  const pieces = ['a\nb', '\n', Buffer.from('ü\n\nc'), ''];
  const given = (async function* () {
    yield* await Promise.resolve(pieces);
  })();
  const read: unknown[] = [];
  for await (const piece of countingLines(given, counted)) read.push(piece);
  expect(read).toEqual(pieces);
  expect(counts).toEqual([1, 1, 2, 0]);
});

describe('withProgress: what commands show', () => {
  /** Each look at the clock is seconds after the one before, so every step is a long one. */
  function onSlowTerminal(isTTY: boolean): () => string {
    let time = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (time += 5_000));
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
    Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
    onTestFinished(() => {
      for (const spy of [clock, written, said]) spy.mockRestore();
      if (before) Object.defineProperty(process.stderr, 'isTTY', before);
      else Reflect.deleteProperty(process.stderr, 'isTTY');
    });
    return () => written.mock.calls.map(([text]) => String(text)).join('');
  }

  it.each([true, false])('backup and restore, on a terminal: %s', async (isTTY) => {
    const folder = await mkdtemp(join(tmpdir(), 'pps-progress-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const database = await openDatabase({ dataDir: join(folder, 'data') });
    await database.query("insert into pps_settings (name, value) values ('feed-key', 'any')", []);
    await database.close();
    const text = onSlowTerminal(isTTY);
    const file = ['--file', join(folder, 'backup.jsonl')];
    await runCommand(['backup', '--data', join(folder, 'data'), ...file]);
    expect(text().includes('rows written so far')).toBe(isTTY);
    await runCommand(['restore', '--data', join(folder, 'again'), ...file]);
    expect(text().includes('rows restored so far')).toBe(isTTY);
    expect(text().endsWith('\r\u001b[K')).toBe(isTTY);
  });

  it.each([true, false])('grant --file, on a terminal: %s', async (isTTY) => {
    const folder = await mkdtemp(join(tmpdir(), 'pps-progress-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'grants.csv'), 'email,sku\na@example.com,sid:a\n');
    const server = createServer((request, response) => {
      const isToken = request.url === '/oauth/token';
      const token = { access_token: 'abc', token_type: 'Bearer' };
      const imported = { added: 1, changed: 0, unchanged: 0, skipped: 0 };
      request.resume().on('end', () => response.end(JSON.stringify(isToken ? token : imported)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void (server.closeAllConnections(), server.close()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    vi.stubEnv('PPS_CLIENT_SECRET', 'operates');
    onTestFinished(() => void vi.unstubAllEnvs());
    const text = onSlowTerminal(isTTY);
    const file = join(folder, 'grants.csv');
    await runCommand(['grant', '--file', file, '--client-id', 'operator', '--url', url]);
    expect(text().includes('2 lines sent so far')).toBe(isTTY);
  });
});
