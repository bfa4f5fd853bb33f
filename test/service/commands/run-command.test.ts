/** Errors in command lines. `../cli.test.ts` tests how the program prints them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/service/commands/run-command.js';
import { catalogueOf, failureOf } from '../../support/feed-service/backend.js';
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
    [['--catalogue', 'c', '--subscribe-secret', 's'], 'bad-input', '--origin is missing'],
    [
      ['--catalogue', 'c', '--origin', 'https://a.example'],
      'bad-input',
      '--subscribe-secret is missing',
    ],
    [
      [...'--catalogue catalogue.json --origin a.example --subscribe-secret'.split(' '), long],
      'config',
      'exact web origins',
    ],
    [
      [...'--catalogue catalogue.json --origin https://a.example --subscribe-secret s'.split(' ')],
      'config',
      'too short',
    ],
    [['--catalogue', 'absent.json'], 'config', 'absent.json cannot be read'],
    [
      ['--catalogue', 'catalogue.json', '--data', 'show.rss'],
      'config',
      'data folder show.rss cannot',
    ],
    [['grants'], 'bad-input', 'Give --catalogue, or --client-id'],
    [['grants', '--client-id', 'operator'], 'bad-input', 'PPS_CLIENT_SECRET is not set'],
    [['grants', '--client-id', 'operator', '--url', 'x'], 'bad-input', '--url must be'],
    [['grants', '--catalogue', 'operated.json'], 'config', 'OPERATOR_SECRET, which is not set'],
  ])('explains the error in %j', async (args, code, message) => {
    const error = await failureOf(runCommand(args));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });
});
