/** What commands say that fail. `../cli.test.ts` tests how the program prints it. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { failureText } from '../../../src/service/commands/failed-command.js';
import { runCommand } from '../../../src/service/commands/run-command.js';
import { catalogueOf, failureOf } from '../../support/feed-service/backend.js';
import { freePort } from '../../support/programs/free-port.js';
import { useShowFolder } from '../../support/feed-service/for-file.js';

const shows = await useShowFolder();

const long = 's'.repeat(32);

const before = process.cwd();

process.chdir(shows.folder);
const catalogue = catalogueOf('show.rss');
const scopes = ['service:admin'];
const operator = { clientId: 'operator', clientSecret: { env: 'OPERATOR_SECRET' }, scopes };
const clients = [...catalogue.clients, operator];
for (const [name, content] of Object.entries({ catalogue, operated: { ...catalogue, clients } }))
  await writeFile(join(shows.folder, `${name}.json`), JSON.stringify(content));
afterAll(() => process.chdir(before));

/** Prints nothing, and gives what was printed. */
function silence(): () => string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () => write.mock.calls.map(([text]) => String(text)).join('');
}

/** Options of the kit, fields of its calls, and requests: what an operator's command line does not have. */
const FOREIGN =
  /`(?:allowedOrigins|publicUrl|tokenUrl|baseUrl|secret|clientId|clientSecret|scope|forceCreation|sealKey)`|\b(?:GET|POST|PUT|DELETE) \//;

/** A message names what its own command has. */
async function expectOwnWords(args: string[], message: string): Promise<void> {
  expect(message).not.toMatch(FOREIGN);
  const [command = ''] = args;
  const printed = silence();
  await runCommand([...(command.startsWith('-') ? [] : [command]), '--help']);
  const help = printed();
  const named = [...message.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option);
  for (const option of named) if (!args.includes(option)) expect(help).toContain(option);
}

/** A server in place of the service, that answers `/oauth/token` first and everything else then. */
async function answering(...answers: [status: number, body: object | string][]): Promise<string> {
  const server = createServer((request, response) => {
    const [status, body] = answers[request.url === '/oauth/token' ? 0 : 1] ?? [500, ''];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    request.resume().on('end', () => response.writeHead(status).end(text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('openAdminClient', () => {
  const token = { access_token: 'abc', token_type: 'Bearer' };
  const told = 'The words of the service.';
  const commands = [
    ['grant', 'sid:a', 'a@example.org'],
    ['grant', '--file', 'catalogue.json'],
    ['revoke', 'sid:a', 'a@example.org'],
    ['grants'],
    ['grants', '--csv'],
    ['connections', 'a@example.org', 'sid:a'],
    ['reset', 'sid:a', 'a@example.org'],
    ['reload'],
    ['end-source', 'events/stripe'],
    ['status'],
    ['backup', '--file', 'backup.ndjson'],
  ];
  const run = async (command: string[], url: string) => {
    vi.stubEnv('PPS_CLIENT_SECRET', 'operates');
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await failureOf(runCommand([...command, '--client-id', 'o', '--url', url]));
    await expectOwnWords(command, error.message);
    return error.message;
  };

  it.each(commands)("says the service's own detail: %s %s", async (...command) => {
    silence();
    for (const status of [404, 422, 503]) {
      const refusal: [number, object] = [status, { code: 'bad-response', detail: told }];
      expect(await run(command, await answering([200, token], refusal))).toContain(told);
    }
    // Who signs in is told at once if the service asks for a wait.
    const late = await answering([429, { detail: told }]);
    expect(await run(command, late)).toContain(told);
  });

  it.each<[string, [number, object | string], string]>([
    ['its database', [503, { detail: told, code: 'unavailable' }], told],
    ['an unknown client', [401, { error: 'invalid_client' }], 'Check --client-id and PPS_CLIENT_'],
    ['a scope', [400, { error: 'invalid_scope' }], 'lacks the scope service:admin'],
    ['a form', [400, { error: 'invalid_request', error_description: told }], told],
    ['another server', [404, '<html>'], 'answered 404. Check --url'],
    ['a page', [200, '<html>'], 'At --url is another server'],
  ])('says of signing in what is wrong: %s', async (_name, answer, message) => {
    silence();
    expect(await run(['reload'], await answering(answer))).toContain(message);
  });

  it('says why there is no answer', async () => {
    silence();
    expect(await run(['status'], `http://127.0.0.1:${await freePort()}`)).toMatch(
      /^The service did not answer \(ECONNREFUSED\)\. Check --url/,
    );
  });
});

describe('runCommand', () => {
  it.each<[string[], string, string]>([
    [[], 'bad-input', '--catalogue is missing'],
    [['--catalogue', 'c', '--colour'], 'bad-input', "Unknown option '--colour'"],
    [['--catalogue', 'absent.json', '--port', '65535'], 'config', 'absent.json cannot be read'],
    [['--catalogue', 'c', '--public-url', 'example.org'], 'bad-input', '--public-url must be'],
    [
      ['--catalogue', 'c', '--public-url', 'https://a b.example'],
      'bad-input',
      '--public-url must be',
    ],
    [
      ['--catalogue', 'c', '--public-url', 'https://a.example/#b'],
      'bad-input',
      '--public-url must be',
    ],
    [['--catalogue', 'c', '--stale-minutes', 'x'], 'bad-input', '--stale-minutes must be'],
    [['--catalogue', 'c', '--subscribe-secret', 's'], 'bad-input', '--origin is missing'],
    [
      ['--catalogue', 'c', '--origin', 'https://a.example'],
      'bad-input',
      '--subscribe-secret is missing',
    ],
    [
      [...'--catalogue catalogue.json --origin a.example --subscribe-secret'.split(' '), long],
      'config',
      '--origin must list exact web origins',
    ],
    [
      [...'--catalogue catalogue.json --origin https://a.example --subscribe-secret s'.split(' ')],
      'config',
      'PPS_SUBSCRIBE_SECRET (--subscribe-secret) is too short',
    ],
    [['--catalogue', 'absent.json'], 'config', 'absent.json cannot be read (ENOENT)'],
    [
      ['--catalogue', 'catalogue.json', '--data', 'show.rss'],
      'config',
      'data folder show.rss cannot',
    ],
    [
      ['demo', '--feed', 'absent.xml'],
      'unavailable',
      `--feed: The show's feed file cannot be read.`,
    ],
    [['demo', '--feed', 'absent.xml'], 'unavailable', '/absent.xml, ENOENT)'],
    [['demo', '--feed', 'http://127.0.0.1:8001/x'], 'forbidden', '--feed: The host of this feed'],
    [['demo', '--feed', 'catalogue.json'], 'bad-feed', '--feed: '],
    [['check', '--catalogue', 'absent.json'], 'config', 'absent.json cannot be read (ENOENT)'],
    [
      ['restore', '--file', 'absent.ndjson', '--data', 'd'],
      'config',
      'absent.ndjson cannot be read (ENOENT)',
    ],
    [
      ['--catalogue', 'catalogue.json', '--database', 'postgres://absent.invalid/x'],
      'config',
      'Check --database',
    ],
    [['grants'], 'bad-input', 'Give --catalogue, or --client-id'],
    [['grants', '--client-id', 'operator'], 'bad-input', 'PPS_CLIENT_SECRET is not set'],
    [['grants', '--client-id', 'operator', '--url', 'x'], 'bad-input', '--url must be'],
    [['grants', '--catalogue', 'operated.json'], 'config', 'OPERATOR_SECRET, which is not set'],
  ])('explains the error in %j', async (args, code, message) => {
    const error = await failureOf(runCommand(args));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    await expectOwnWords(args, error.message);
  });

  it('says nothing of the environment, on a terminal and in the log', async () => {
    const mixedUp = ['postgres://podcast:s3cret@database.example/podcast', 's3cret'];
    const usual = {
      PPS_CATALOGUE: 'catalogue.json',
      PPS_PORT: '0',
      PPS_ORIGIN: 'https://www.example.com',
      PPS_SUBSCRIBE_SECRET: long,
    };
    const values = {
      PPS_CATALOGUE: mixedUp,
      PPS_DATA: [...mixedUp.map((value) => `/proc/${value}`), 'show.rss/s3cret'],
      PPS_HOST: mixedUp,
      PPS_PORT: mixedUp,
      PPS_PUBLIC_URL: mixedUp,
      PPS_ORIGIN: mixedUp,
      PPS_PARSER_HOST: mixedUp.slice(0, 1),
      PPS_ALLOW_HOST: mixedUp,
      PPS_CONNECTION_DAYS: mixedUp,
      PPS_STALE_MINUTES: mixedUp,
      PPS_DATABASE: ['s3cret'],
      PPS_SUBSCRIBE_SECRET: ['s3cret'],
    };
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [name, wrong] of Object.entries(values)) {
      for (const value of wrong) {
        for (const [each, given] of Object.entries({ ...usual, [name]: value }))
          vi.stubEnv(each, given);
        const error = await failureOf(runCommand([]));
        const said = failureText(error, true) + failureText(error, false);
        expect(said).not.toMatch(/s3cret|database\.example/);
        vi.unstubAllEnvs();
      }
    }
  });

  it('puts the name of a variable in place of its value, and leaves its own words', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    await writeFile(join(shows.folder, 'data'), '');
    vi.stubEnv('PPS_CATALOGUE', 'catalogue.json');
    vi.stubEnv('PPS_DATA', 'data');
    expect(failureText(await failureOf(runCommand([])), false)).toBe(
      'The data folder PPS_DATA cannot be opened (EEXIST). Give a folder that this user owns and may write to.\n',
    );
  });
});

describe('failureText', () => {
  it('says what to do where the message has no advice of its own', () => {
    const line = (message: string, cause?: unknown) =>
      JSON.parse(
        failureText(new PrivatePodcastError('config', message, { cause }), true),
      ) as object;
    const full = Object.assign(new Error('x'), { code: 'ENOSPC' });
    expect(line('It is full.', full)).toMatchObject({
      code: 'ENOSPC',
      do: expect.stringContaining('The disk is full. df') as string,
    });
    expect(line('The file a.b is wrong. Correct it.\nSoon.')).toMatchObject({
      do: 'Correct it.\nSoon.',
    });
  });

  it('holds no text of other libraries', () => {
    for (const isLogged of [true, false]) {
      const text = failureText(new TypeError('s3cret'), isLogged);
      expect(text).toContain('"error":"TypeError"');
      expect(text).toContain('"do":"This is a fault of the service.');
      expect(text).not.toContain('s3cret');
    }
  });
});
