/** The command that checks an operator, run as a program: exit codes, its forms, and its end by a signal. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseIds } from '../../../src/conformance/operator/interface-statements.js';
import type { ConformanceReport } from '../../../src/conformance/report/result.js';
import { startConformingService, type ConformingService } from '../operator/conforming-service.js';
import { Program } from './program.js';

let program: Program;
let service: ConformingService;

const writeConfig = (name: string, config: object) =>
  writeFile(join(program.folder, name), JSON.stringify({ ...service.config, ...config }));

beforeAll(async () => {
  program = await Program.build();
  service = await startConformingService();
  await writeConfig('config.json', { clientSecret: { env: 'CANARY_SECRET' } });
}, 120_000);

afterAll(async () => {
  await service.close();
  await program.remove();
});

async function run(args: string[], secret = service.config.clientSecret) {
  const printed = await program.run(args, { env: { CANARY_SECRET: secret } });
  const { clientSecret, member, stranger } = service.config;
  for (const hidden of [secret, clientSecret, member, stranger, '/feeds/', 'email|']) {
    expect(printed.output + printed.errors).not.toContain(hidden);
  }
  return printed;
}

const config = ['operator', '--config', 'config.json'];

describe('private-podcast-conformance operator', () => {
  it('ends with 0 against our service, and prints one JSON object', async () => {
    const { code, output, errors } = await run([...config, '--json']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const report = JSON.parse(output) as ConformanceReport;
    expect(report.cases.map(({ id }) => id)).toEqual(caseIds);
    expect(report.profile).toBe('operator');
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
  });

  it('ends with 1 if no case could be checked', async () => {
    await writeConfig('no-parser.json', { parserUrl: undefined });
    const { code, output } = await run([
      ...['operator', '--config', 'no-parser.json', '--section', '4.5'],
    ]);
    expect(code).toBe(1);
    expect(output).toContain(' 0 pass, 0 deviate, 0 fail, ');
  });

  it.each([
    [[], 'Write `operator`, `feed` or `site`. See --help.'],
    [['toString'], 'Write `operator`, `feed` or `site`. See --help.'],
    [['opertor'], 'Write `operator`, `feed` or `site`; did you mean `operator`? See --help.'],
    [['--verson'], /; did you mean `--version`\?/],
    [['help', 'sit'], /; did you mean `site`\?/],
    [
      ['operator', '--confg', 'canary'],
      'There is an unknown option; did you mean `--config`? See --help.',
    ],
    [['operator', '--canary=canary'], 'There is an unknown option. See --help.'],
    [
      ['operator', '--config'],
      '--config lacks its value, or has one that it does not take. See --help.',
    ],
    [['operator', '--json=canary'], /^--json lacks its value, or has one that it does not take\./],
    [['operator'], 'Write `operator --config FILE`. See --help.'],
    [
      ['operator', '--config', 'none.json'],
      'The file after --config cannot be read (ENOENT). Give the path of a JSON file that you may read.',
    ],
    [['operator', '--config', '.'], /^The file after --config cannot be read \(EISDIR\)\./],
    [['operator', '--config', 'package.json'], /^The configuration has a field that there is not/],
    [[...config, '--json', '--junit'], 'Choose one of --json and --junit.'],
    [[...config, '--section', '9'], /^There is no case of this section/],
    [[...config, '--deadline', '0'], '--deadline must be a number of seconds.'],
  ])('ends with 2 and one sentence for %j', async (args, message) => {
    const { code, output, errors } = await run(args);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors.trim()).toMatch(message);
    expect(errors.trim().split('\n')).toHaveLength(1);
  });

  it.each(['help', '--help'])('says which commands there are: %s', async (word) => {
    const { code, output } = await run([word]);
    expect(code).toBe(0);
    for (const name of ['operator', 'feed', 'site', 'help', '--version'])
      expect(output).toMatch(new RegExp(`(?:^|[ ,])${name} `, 'm'));
  });

  it('prints its release, and the help of a command', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await run(['--version'])).toEqual({ code: 0, output: `${version}\n`, errors: '' });
    expect(await run(['help', 'operator'])).toEqual(await run(['operator', '--help']));
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends by %s with 130, and leaves no request',
    async (signal) => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      await writeConfig('silent.json', { tokenUrl: url, baseUrl: url });
      const asked = once(silent, 'request');
      const started = program.start(['operator', '--config', 'silent.json', '--json']);
      const [request] = (await asked) as [{ socket: NodeJS.EventEmitter }];
      const gone = once(request.socket, 'close');
      started.program.kill(signal);
      const [code] = (await once(started.program, 'close')) as [number];
      await gone;
      silent.close();
      const errors = 'Interrupted. Nothing was printed, and no request is open.\n';
      expect({ code, ...started.printed }).toEqual({ code: 130, output: '', errors });
    },
  );
});
