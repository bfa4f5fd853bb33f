/** docs/running.md, followed to the letter on a bare Debian 12 with a systemd of its own. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { show } from '../support/feed-service/backend.js';
import { until } from '../support/waiting/until.js';
import { packPackage, root, type Packed } from '../package/install.js';
import { ensureDebian, missingForMachine, startMachine, type Machine } from './bare-debian.js';
import { blocksOf, commandsOf, leftOut, type Block } from './guide-lines.js';
import { ensureNode } from './node-of-npm.js';
import { prepareBackupHost, prepareCertificates } from './other-hosts.js';

const guide = readFileSync(join(root, 'docs/running.md'), 'utf8');
const templates = readFileSync(join(root, 'docs/template-languages.md'), 'utf8');
const notRun = leftOut(guide);
const blocks = commandsOf(guide);
const [packagesOfGuide = []] = blocks
  .flatMap(({ lines }) => lines)
  .flatMap((line) => /^apt-get install --yes (.+)$/.exec(line)?.slice(1) ?? [])
  .map((names) => names.split(' '));
/** What the other hosts of the guide are: a certificate authority, and a machine for backups. */
const hosts = ['pebble', 'openssh-server'];

const email = 'jane@example.com';
const sku = 'sid:my-show';

describe('docs/running.md: its lines', () => {
  it('are all run, but for those that its comment names', () => {
    const lines = blocks.flatMap((block) => block.lines);
    expect(notRun.filter((line) => !lines.includes(line))).toEqual([]);
  });

  it('never ask npm for a package to run', () => {
    expect(guide).not.toMatch(/npx (?!--no )/);
  });
});

/** It takes some ten minutes and 1 GB, so it is run on purpose: `BARE_DEBIAN=1 npm run test:world -- running`. */
const missing = process.env.BARE_DEBIAN ? missingForMachine() : 'BARE_DEBIAN is not set';
const reason = missing && ` (skipped: ${missing})`;

describe.skipIf(missing)(`docs/running.md on a bare Debian 12${reason}`, () => {
  let machine: Machine;
  let packed: Packed;
  let isThere = false;

  beforeAll(async () => {
    const tree = ensureDebian([...packagesOfGuide, ...hosts]);
    isThere = tree !== undefined;
    if (tree === undefined) return;
    const node = ensureNode();
    packed = await packPackage(join(root, 'packages/service'));
    machine = await startMachine(tree, root);
    cpSync(packed.tarball, machine.pathOf('/opt/service.tgz'));
    cpSync(join(node, 'bin/node'), machine.pathOf('/opt/node'));
    cpSync(join(node, 'npm'), machine.pathOf('/opt/npm'), { recursive: true });
  }, 900_000);
  afterAll(async () => {
    if (!isThere) return;
    await machine.stop();
    await packed.remove();
  });

  /** What the package `nodejs` would have put there, and the registry that npm then asks. */
  async function installNode(): Promise<void> {
    mkdirSync(machine.pathOf('/usr/lib/node_modules'), { recursive: true });
    mkdirSync(machine.pathOf('/usr/etc'), { recursive: true });
    writeFileSync(
      machine.pathOf('/usr/etc/npmrc'),
      'registry=http://127.0.0.1:4873/\naudit=false\n',
    );
    await machine.run(`mv /opt/node /usr/bin/node
mv /opt/npm /usr/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm
systemd-run --quiet --unit=registry node /mnt/host/test/running/registry.mjs /opt/service.tgz`);
    await until(() => machine.run('curl --fail --silent http://127.0.0.1:4873/hono'));
  }

  async function follow({ user, lines }: Block): Promise<string> {
    const commands = lines.filter((line) => !notRun.includes(line)).join('\n');
    if (user === 'root') return machine.run(commands);
    // With its own standard input: a program of the block must not read the next line of it.
    writeFileSync(machine.pathOf('/tmp/block'), `set -e\n${commands}\n`);
    return machine.run('su --login --shell /bin/bash podcast --command "bash /tmp/block"');
  }

  /** Follows a section of the guide, and gives what its last block prints. */
  async function section(name: string, between: (block: Block) => unknown = () => 0) {
    const own = blocks.filter((block) => block.section === name);
    expect(own.length).toBeGreaterThan(0);
    let output = '';
    for (const block of own) {
      output = await follow(block);
      await between(block);
    }
    return output;
  }

  const secret = (name: string) =>
    new RegExp(`^${name}=(.+)$`, 'm').exec(
      readFileSync(machine.pathOf('/srv/podcast/secrets.env'), 'utf8'),
    )![1]!;

  /** The functions of a language, without the lines that call them. */
  function tokenMaker(language: string): string {
    const { text } = blocksOf(templates, language)[0]!;
    return text.slice(0, text.search(/^\$?token = /m));
  }

  async function tokenOf(): Promise<string> {
    const python = `${tokenMaker('python')}\nprint(subscribe_token("${email}", "${sku}", os.environ["SUBSCRIBE_SECRET"]))`;
    writeFileSync(machine.pathOf('/tmp/token.py'), python);
    const key = secret('PPS_SUBSCRIBE_SECRET');
    return (await machine.run(`SUBSCRIBE_SECRET='${key}' python3 /tmp/token.py`)).trim();
  }

  /** The member's feed, as a page of the site gets its URL; undefined without access. */
  async function feedUrlOf(token: string): Promise<string | undefined> {
    const answer = await machine.run(
      `curl --silent -H 'Authorization: Bearer ${token}' -H 'Origin: https://www.example.com' https://listen.example.com/subscribe`,
    );
    return (JSON.parse(answer) as { feedUrl?: string }).feedUrl;
  }

  const get = (url: string) => machine.run(`curl --silent --fail '${url}'`);

  it('leads from nothing to a feed in an app, through daily work, to a backup that is in force', async ({
    skip,
  }) => {
    skip(!isThere, '(skipped: Debian’s packages cannot be fetched here)');
    console.log(`Not run:\n${notRun.join('\n')}`);
    const steps = new Set(blocks.map((block) => block.section));
    async function step(name: string, between?: (block: Block) => unknown) {
      steps.delete(name);
      return section(name, between);
    }

    let isNodeThere = false;
    await step('1. Install it', async () => {
      if (isNodeThere) return;
      isNodeThere = true;
      await installNode();
    });
    await prepareCertificates(machine);

    await step('2. Make the secrets');
    const [catalogue] = blocksOf(guide, 'json');
    writeFileSync(machine.pathOf('/srv/podcast/catalogue.json'), catalogue!.text);
    writeFileSync(machine.pathOf('/srv/podcast/show.xml'), Buffer.from(show, 'latin1'));
    await machine.run('chown podcast:podcast /srv/podcast/catalogue.json /srv/podcast/show.xml');
    expect(await step('4. Start it')).toContain('ready');

    await step('5. Put nginx in front');
    await renewCertificate(machine);

    expect(await feedUrlOf(await tokenOf())).toBeUndefined();
    await step('6. Let a member in');
    const feedUrl = (await feedUrlOf(await tokenOf()))!;
    expect(await get(feedUrl)).toContain('<title>Second</title>');

    if (existsSync('/usr/bin/php')) {
      const code = `${tokenMaker('php')}\necho subscribe_token("${email}", "${sku}", getenv('SUBSCRIBE_SECRET'));`;
      const env = { SUBSCRIBE_SECRET: secret('PPS_SUBSCRIBE_SECRET') };
      const token = execFileSync('/usr/bin/php', [], { input: code, env, encoding: 'utf8' });
      expect(await feedUrlOf(token)).toBe(feedUrl);
    }

    let isBackupReady = false;
    await step('A backup elsewhere, every night', async () => {
      if (isBackupReady) return;
      isBackupReady = true;
      await prepareBackupHost(machine);
    });
    // What comes after the backup is lost.
    await machine.run(
      'private-podcast-service grant sid:my-show late@example.com --client-id operator',
    );
    const listed = await step('Restore it', async ({ lines }) => {
      if (!lines.includes('systemctl start private-podcast')) return;
      const owner = 'find /srv/podcast/data -not -user podcast -o -not -group podcast';
      expect(await machine.run(owner)).toBe('');
      expect(
        await machine.run('private-podcast-service grants --client-id operator'),
      ).not.toContain('late@example.com');
    });
    expect(listed).toBe('');
    expect(await get(feedUrl)).toContain('<title>Second</title>');
    expect(await feedUrlOf(await tokenOf())).toBe(feedUrl);

    await step('10. A new release');
    expect(await get(feedUrl)).toContain('<title>Second</title>');

    await step('8. Day by day');
    await expect(get(feedUrl)).rejects.toThrow();
    expect(await feedUrlOf(await tokenOf())).toBeUndefined();
    await step('In containers');
    expect([...steps]).toEqual([]);
  }, 900_000);
});

/** Debian's timer does this; nginx has the new certificate when it is done. */
async function renewCertificate(machine: Machine): Promise<void> {
  const served =
    'echo | openssl s_client -connect listen.example.com:443 -servername listen.example.com 2> /dev/null | openssl x509 -noout -serial';
  const before = await machine.run(served);
  expect(await machine.run('systemctl is-active certbot.timer')).toBe('active\n');
  await machine.run('certbot renew --force-renewal --no-random-sleep-on-renew');
  await until(async () => expect(await machine.run(served)).not.toBe(before));
}
