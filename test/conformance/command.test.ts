/** The commands that check an operator and a feed, run as a program: exit codes, its forms, and its end by a signal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConformanceReport } from '../../src/conformance/report/result.js';
import { caseIds } from '../../src/conformance/operator/statements.js';
import { feedCaseIds } from '../../src/conformance/feed/feed-statements.js';
import { startConformingService, type ConformingService } from './operator/conforming-service.js';
import { MEMBER, SECRET, startFeedHost, type FeedHost } from './feed/feed-host.js';

let folder: string;
let command: string;
let service: ConformingService;
const root = fileURLToPath(new URL('../..', import.meta.url));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pps-conformance-'));
  // As deep in its folder as the build has it, with a package.json beside.
  const outDir = join(folder, 'dist', 'conformance', 'commands');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/conformance/cli.ts',
      outDir,
      rolldownOptions: { output: { entryFileNames: 'cli.mjs', chunkFileNames: '[name].mjs' } },
    },
  });
  command = join(outDir, 'cli.mjs');
  await writeFile(join(folder, 'package.json'), await readFile(join(root, 'package.json')));
  service = await startConformingService();
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({ ...service.config, clientSecret: { env: 'CANARY_SECRET' } }),
  );
}, 120_000);

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

interface Given {
  environment?: Record<string, string>;
  /** Is written to its standard input, which ends then; null leaves it open. */
  input?: string | null;
}

function start(
  args: string[],
  secret = service.config.clientSecret,
  { environment = {}, input = '' }: Given = {},
) {
  const program = spawn(process.execPath, [command, ...args], {
    env: { CANARY_SECRET: secret, ...environment },
    cwd: folder,
  });
  if (input !== null) program.stdin.end(input);
  const printed = { output: '', errors: '' };
  program.stdout.on('data', (data: Buffer) => (printed.output += data.toString()));
  program.stderr.on('data', (data: Buffer) => {
    // On a busy machine an answer may be late.
    printed.errors += data.toString().replaceAll(/^Waiting for the answer to .*\n/gm, '');
  });
  return { program, printed };
}

async function run(args: string[], secret?: string, given?: Given) {
  const { program, printed } = start(args, secret, given);
  const [code] = (await once(program, 'close')) as [number];
  const { clientSecret, member, stranger } = service.config;
  for (const hidden of [clientSecret, member, stranger, '/feeds/', 'email|']) {
    expect(printed.output + printed.errors).not.toContain(hidden);
  }
  return { code, ...printed };
}

const config = ['operator', '--config', 'config.json'];

describe('private-podcast-conformance operator', () => {
  it('ends with 0 against our service, and prints one JSON object', async () => {
    const { code, output, errors } = await run([...config, '--json']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const report = JSON.parse(output) as ConformanceReport;
    expect(report.cases.map(({ id }) => id)).toEqual(caseIds);
    expect(Date.parse(report.date)).not.toBeNaN();
    expect(report.version).toMatch(/^\d+\.\d+\.\d+/);
    const others = report.cases.filter(({ verdict }) => verdict !== 'pass');
    expect(others.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      '4.2-14 skipped',
      '4.3-12 skipped',
      '4.3-25 skipped',
      '4.4-20 skipped',
      '8-2 skipped',
    ]);
  });

  it('takes --section more than once', async () => {
    const { output } = await run([...config, '--json', '--section', '4.1', '--section', '8']);
    const sections = (JSON.parse(output) as ConformanceReport).cases.map(({ section }) => section);
    expect([...new Set(sections)]).toEqual(['4.1', '8']);
  });

  it('ends with 1 if a case fails, and says what was expected and seen', async () => {
    const { code, output } = await run([...config, '--section', '4.1'], 'another-canary-secret');
    expect(code).toBe(1);
    expect(output).toContain('expected: HTTP 200');
    expect(output).toContain('seen: POST {tokenUrl}/oauth/token: HTTP 401, application/json');
    expect(output).not.toContain('another-canary-secret');
  });

  it('ends with 1 if no case could be checked', async () => {
    const others = { ...service.config, parserUrl: undefined };
    await writeFile(join(folder, 'no-parser.json'), JSON.stringify(others));
    const { code, output } = await run(['operator', '--config', 'no-parser.json', '--section', '4.5']);
    expect(code).toBe(1);
    expect(output).toContain(' 0 pass, 0 deviate, 0 fail, ');
  });

  it.each([
    [[], 'Write `operator`, `feed` or `site`. See --help.'],
    [['toString'], 'Write `operator`, `feed` or `site`. See --help.'],
    [['operator'], 'Write `operator --config FILE`. See --help.'],
    [['operator', '--config', 'none.json'], 'The file after --config cannot be read.'],
    [['operator', '--config', 'package.json'], 'The configuration has a field that there is not. See --help.'],
    [[...config, '--json', '--junit'], 'Choose one of --json and --junit.'],
    [[...config, '--section', '9'], /^There is no case of this section/],
    [[...config, '--deadline', '0'], '--deadline must be a number of seconds.'],
  ])('ends with 2 and one sentence for %j', async (args, message) => {
    const { code, output, errors } = await run(args);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors.trim()).toMatch(message);
    expect(errors.trim().split('\n')).toHaveLength(1);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends by %s with 130, and leaves no request',
    async (signal) => {
      const silent = createServer();
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      await writeFile(
        join(folder, 'silent.json'),
        JSON.stringify({ ...service.config, tokenUrl: url, baseUrl: url }),
      );
      const asked = once(silent, 'request');
      const { program, printed } = start(['operator', '--config', 'silent.json', '--json']);
      const [request] = (await asked) as [{ socket: NodeJS.EventEmitter }];
      const gone = once(request.socket, 'close');
      program.kill(signal);
      const [code] = (await once(program, 'close')) as [number];
      await gone;
      silent.close();
      expect(code).toBe(130);
      expect(printed.output).toBe('');
      expect(printed.errors).toBe('Interrupted. Nothing was printed, and no request is open.\n');
    },
  );
});

describe('private-podcast-conformance feed', () => {
  let host: FeedHost;
  beforeAll(async () => {
    host = await startFeedHost();
  });
  afterAll(() => host.close());

  const hidden = ({ output, errors }: { output: string; errors: string }) =>
    [SECRET, MEMBER, host.url].filter((secret) => (output + errors).includes(secret)).length;

  it.each(['FEED_URL', 'standard input'])('reads the URL from %s', async (from) => {
    const isInput = from === 'standard input';
    const printed = await run(['feed', '--json'], undefined, {
      environment: { MEMBER, ...(!isInput && { FEED_URL: host.url }) },
      input: isInput ? `${host.url}\n` : '',
    });
    const { profile, cases } = JSON.parse(printed.output) as ConformanceReport;
    expect({ code: printed.code, errors: printed.errors }).toEqual({ code: 0, errors: '' });
    expect(profile).toBe('feed');
    expect(cases.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
      feedCaseIds.map((id) => `${id} pass`),
    );
    expect(hidden(printed)).toBe(0);
  });

  it('takes the first line, though the input stays open', async () => {
    const environment = { FEED_URL: '' };
    const { program, printed } = start(['feed', '--json'], undefined, { environment, input: null });
    program.stdin.write(`${host.url}\n`);
    const [code] = (await once(program, 'close')) as [number];
    expect(code).toBe(0);
    expect(hidden(printed)).toBe(0);
  });

  it('says that it waits for the URL, and not for ever', async () => {
    const { program, printed } = start(['feed', '--deadline', '2'], undefined, { input: null });
    const [code] = (await once(program, 'close')) as [number];
    expect({ code, ...printed }).toEqual({
      code: 2,
      output: '',
      errors:
        'Waiting for the feed URL on standard input.\nNo feed URL came on standard input within 2 s.\n',
    });
  });

  it('ends without a word when nobody reads its output any more', async () => {
    const { program, printed } = start(['feed'], undefined, {
      environment: { FEED_URL: host.url },
    });
    program.stdout.once('data', () => program.stdout.destroy());
    const [code] = (await once(program, 'close')) as [number];
    expect({ code, errors: printed.errors }).toEqual({ code: 141, errors: '' });
  });

  it.each([
    ['a URL in an argument', (url: string) => ['feed', url], ''],
    ['no URL', () => ['feed'], ''],
    ['a text that is no URL', () => ['feed'], `no URL: ${SECRET}`],
    ['a section', () => ['feed', '--section', '4.3'], ''],
  ])('ends with 2 and one sentence for %s', async (_, argsOf, input) => {
    const printed = await run(argsOf(host.url), undefined, { input });
    expect({ code: printed.code, output: printed.output }).toEqual({ code: 2, output: '' });
    expect(printed.errors.trim().split('\n')).toHaveLength(1);
    expect(hidden(printed)).toBe(0);
  });
});
