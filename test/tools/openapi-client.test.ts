/**
 * What docs/service.md 8 says of packages/service/openapi.json, to the letter: a client that is made from it fits, and
 * the lines for curl lead from a token to a feed.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningService } from '../../src/service/node-server/start-server.js';
import { documentAt } from '../docs/documents.js';
import { catalogueOf } from '../support/feed-service/backend.js';
import { useShowFolder } from '../support/feed-service/for-file.js';
import { describeWith } from '../support/programs/debian.js';

const run = promisify(execFile);
const tools = fileURLToPath(new URL('node_modules', import.meta.url));
const description = fileURLToPath(new URL('../../packages/service/openapi.json', import.meta.url));
const { codeBlocks } = documentAt('docs/service.md');
const blockWith = (text: string) => codeBlocks.find(({ code }) => code.includes(text))!.code;

const shows = await useShowFolder();
const sku = 'sid:my-show';
const secrets = { OPERATOR_SECRET: 'of the operator & long', SITE_SECRET: 'of the site + long' };

let service: RunningService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-client-'));
  await symlink(tools, join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const { products } = catalogueOf(join(shows.folder, 'show.rss'));
  service = await startServer({
    port: 0,
    log: () => undefined,
    catalogue: {
      clients: [
        { clientId: 'operator', clientSecret: secrets.OPERATOR_SECRET, scopes: ['service:admin'] },
        {
          clientId: 'site',
          clientSecret: secrets.SITE_SECRET,
          scopes: ['vault:impersonate', 'profile:user:read'],
        },
      ],
      onboardingOrigins: ['site'],
      products: [{ ...products[0]!, sku }],
    },
  });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe('createOpenApi: a client that is made from it', () => {
  /** Type-checks programs, all at once. @returns the faults of each */
  async function faultsOf(programs: readonly string[]): Promise<string[][]> {
    const files = programs.map((_, index) => `program-${index}.js`);
    for (const [index, file] of files.entries())
      await writeFile(join(folder, file), programs[index]!);
    const options = ['--noEmit', '--strict', '--noImplicitAny', 'false', '--allowJs', '--checkJs'];
    const environment = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
    const args = [join(tools, 'typescript/bin/tsc'), ...options, ...environment, ...files];
    const printed = await run(process.execPath, args, { cwd: folder }).then(
      () => '',
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    const faults = printed.split('\n').filter((line) => /^\S/.test(line));
    return files.map((file) => faults.filter((fault) => fault.startsWith(`${file}(`)));
  }

  beforeAll(async () => {
    const line = blockWith('npx openapi-typescript')
      .split('\n')
      .find((each) => each.startsWith('npx'))!;
    const [, , , ...args] = line.split(' ');
    const program = join(tools, 'openapi-typescript/bin/cli.js');
    await run(process.execPath, [program, description, ...args], { cwd: folder });
  });

  it('has a name for each operation', async () => {
    const types = await readFile(join(folder, 'service.d.ts'), 'utf8');
    const { paths } = JSON.parse(await readFile(description, 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = types.slice(types.indexOf('export interface operations'));
    const ids = Object.values(paths).flatMap((each) =>
      Object.values(each).map((one) => one.operationId),
    );
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id) => !operations.includes(`    ${id}: {`))).toEqual([]);
  });

  it('fits the program of the document, and finds what is wrong in it', async () => {
    const code = blockWith("openapi-fetch'");
    const wrong = [
      ["PUT('/admin/grants/{sku}/{email}'", "PUT('/admin/grant/{sku}/{email}'"],
      ['sku: ', 'product: '],
      ['client_id', 'clientId'],
      ['data?.grants', 'data?.gifts'],
    ] as const;
    const programs = wrong.map(([right, other]) => code.replace(right, other));
    expect(programs.filter((program) => program === code)).toEqual([]);
    const [faults, ...others] = await faultsOf([code, ...programs]);
    expect(faults).toEqual([]);
    for (const [index, found] of others.entries())
      expect([wrong[index]![1], found.length > 0]).toEqual([wrong[index]![1], true]);
  });

  it('calls the service', async () => {
    await writeFile(join(folder, 'called.js'), blockWith("openapi-fetch'"));
    const { letIn } = (await import(pathToFileURL(join(folder, 'called.js')).href)) as {
      letIn: (url: string, secret: string, emails: string[]) => Promise<number | undefined>;
    };
    const emails = ['one@example.com', 'two+more@example.com'];
    const before = (await letIn(service.url, secrets.OPERATOR_SECRET, [])) ?? 0;
    expect(await letIn(service.url, secrets.OPERATOR_SECRET, emails)).toBe(before + 2);
    await expect(letIn(service.url, 'wrong', [])).rejects.toThrow('answered 401');
  });
});

describeWith('jq', 'jq', 'startServer: the lines for curl', () => {
  it('lead from a token to the feed of a member', async () => {
    const lines = blockWith('curl --fail-with-body').replace('http://127.0.0.1:8787', service.url);
    const { stdout, stderr } = await run('sh', ['-c', lines], {
      env: { ...process.env, ...secrets },
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('"email":"jane@example.com"');
    expect(stdout).toContain('<title>Second</title>');
    const refused = run('sh', ['-c', lines], {
      env: { ...process.env, ...secrets, SITE_SECRET: 'x' },
    });
    await expect(refused).rejects.toMatchObject({
      stdout: expect.not.stringContaining('<title>') as string,
    });
  });
});
