/** The commands that give and end access in a running service. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/service/commands/run-command.js';
import { clientOf } from '../../support/feed-service/api-client.js';
import {
  catalogueOf,
  failureOf,
  member,
  sku,
  stranger,
} from '../../support/feed-service/backend.js';
import { operator } from '../../support/feed-service/operator-calls.js';
import { useInstalledService } from '../../support/feed-service/for-file.js';

const service = await useInstalledService();

const catalogue = catalogueOf('show.rss');
catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
await writeFile(join(service.folder, 'catalogue.json'), JSON.stringify(catalogue));
const url = await service.start(['--catalogue', 'catalogue.json', '--port', '0']).ready;

const silently = { code: 0, output: '', errors: '' };
const options = () => ['--catalogue', 'catalogue.json', '--url', url];
const operate = (...args: string[]) => service.run([...args, ...options()]);
const feedOf = (email: string) => clientOf(url).privateFeed({ email, sku });
const write = (name: string, text: string) => writeFile(join(service.folder, name), text);

describe('grantCommand, grants and revoke', () => {
  it('give access, list it and end it', async () => {
    expect((await failureOf(feedOf(stranger))).code).toBe('no-access');
    expect(await operate('grant', sku, stranger, '--until', '2999-12-31')).toEqual({
      ...silently,
      output: `Granted: ${stranger} may listen to ${sku} until 2999-12-31.\n`,
    });
    const { feedUrl } = await feedOf(stranger);
    expect(await operate('grants', '--email', stranger)).toEqual({
      ...silently,
      output: `${sku}\t${stranger}\t2999-12-31\tadmin\n`,
    });
    expect((await operate('grants', '--email', member)).output).toBe(
      `${sku}\t${member}\t\tcatalogue\n`,
    );
    const typo = await operate('revoke', sku, stranger.replace('an', 'na'));
    expect(typo.code).toBe(1);
    expect(typo.output).toBe(`The nearest address with a grant is ${stranger}.\n`);
    expect(typo.errors).toContain('no grant');
    expect(typo.errors).not.toContain('@');
    expect(await operate('revoke', sku, stranger)).toEqual({
      ...silently,
      output: `Revoked: the grant of ${stranger} for ${sku} has ended.\n`,
    });
    expect(await (await fetch(feedUrl)).text()).toContain('Your membership has ended');
    expect((await operate('grants', '--email', stranger)).output).toBe('');
  });

  it("report the service's own explanation", async () => {
    const { code, errors } = await operate('grant', 'sid:nothing', stranger);
    expect(code).toBe(1);
    expect(errors).toBe('Send a `sku` from the catalogue.\n');
    expect((await operate('revoke', sku, member)).errors).toContain('Remove it there');
  });
});

describe('grantCommand --file and grants', () => {
  it.each(['csv', 'ndjson'])('export as --%s what they import', async (type) => {
    const email = `${type}@example.org`;
    const list = async () => (await operate('grants', `--${type}`, '--email', email)).output;
    await operate('grant', sku, email, '--until', '2999-12-31');
    const file = await list();
    expect(file).toContain('2999-12-31');
    await write(`${type}.txt`, file);
    await operate('revoke', sku, email);
    const args = ['grant', '--file', `${type}.txt`, ...(type === 'csv' ? [] : ['--ndjson'])];
    expect(await operate(...args)).toEqual({
      ...silently,
      output: '1 added, 0 changed, 0 unchanged, 0 skipped\n',
    });
    expect(await list()).toBe(file);
  });

  it('read the standard input', async () => {
    const args = ['grant', '--file', '-', ...options()];
    const { program, ended } = service.start(args, { stdio: ['pipe', 'pipe', 'pipe'] });
    program.stdin!.end(`email,sku\nb@example.org,${sku}\n`);
    expect((await ended).output).toContain('1 added');
  });

  it.each([
    [['--file', 'absent.csv'], 'The file absent.csv cannot be read (ENOENT).'],
    [['--file', '.'], 'The file . cannot be read (EISDIR).'],
    [['--file', 'x', '--until', '2030-12-31'], 'Write --until into the file.'],
    [['--file', 'x', sku], "Unexpected argument 'sid:member-show'."],
    [['--ndjson', sku, stranger], '--file is missing.'],
    [[sku, stranger, '--until', '31.12.2030'], '--until must have the form 2030-12-31'],
    [[sku], 'EMAIL is missing.'],
  ])('explain the error in grant %j', async (args, message) => {
    // `../cli.test.ts` sees how the program prints it.
    const catalogue = ['--catalogue', join(service.folder, 'catalogue.json')];
    const error = await failureOf(runCommand(['grant', ...args, ...catalogue, '--url', url]));
    expect(error.message).toContain(message);
  });

  it('list each grant once where there are many', async () => {
    const emails = Array.from({ length: 250 }, (_, at) => `each${at}@example.org`);
    const rows = emails.map((email) => `${email},${sku}\n`);
    await write('each.csv', `email,sku\n${rows.join('')}`);
    await operate('grant', '--file', 'each.csv');
    const { output } = await operate('grants', '--sku', sku);
    const listed = output.split('\n').map((line) => line.split('\t')[1] ?? '');
    expect(listed.filter((email) => email.startsWith('each')).sort()).toEqual(emails.sort());
  });

  it('write out what would control the terminal', async () => {
    const address = '"\u202e\u2028b"@example.org';
    await operate('grant', sku, address);
    const { output } = await operate('grants', '--email', address);
    expect(output).toBe(`${sku}\t"\\u{202e}\\u{2028}b"@example.org\t\tadmin\n`);
    await operate('revoke', sku, address);
  });

  it('end quietly when their reader does', async () => {
    await write(
      'many.csv',
      `email,sku\n${Array.from({ length: 5_000 }, (_, at) => `m${at}@example.org,sid:open-show\n`).join('')}`,
    );
    await operate('grant', '--file', 'many.csv');
    const { program, ended } = service.start(['grants', '--csv', ...options()]);
    await once(program.stdout!, 'data');
    program.stdout!.destroy();
    expect(await ended).toMatchObject({ code: 0, errors: '' });
  });
});
