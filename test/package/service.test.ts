/** The package private-podcast-service as it is installed: nothing else is typed, and it runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, show } from '../support/feed-service/backend.js';
import {
  compile,
  installInto,
  installPackage,
  judgeTypes,
  lintPackage,
  npm,
  packPackage,
  resolutions,
  root,
  type Installed,
} from './install.js';

const name = 'private-podcast-service';

const shipped = [
  /^dist\/.+\.js$/,
  /^dist\/.+\.js\.map$/,
  /^dist\/.+\.d\.ts$/,
  /^dist\/service\.(d\.cts|cjs)$/,
  /^dist\/service\/notices\/sounds\/[a-z]+(-[A-Z][A-Za-z]+)?-(ended|changed|empty)\.mp3$/,
  /^dist\/service\/demo\/show\/(feed\.xml|media\/[a-z\d.]+)$/,
  /^dist\/embed\/LICENCES\.txt$/,
  /^dist\/embed\/integrity\.json$/,
  /^deploy\/[\w.-]+$/,
  /^docs\/(?:running|runbook)\.md$/,
  /^CHANGELOG\.md$/,
  /^openapi\.json$/,
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
];

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

let installed: Installed;

beforeAll(async () => {
  installed = await installPackage(join(root, 'packages/service'));
  const { folder } = installed;
  await writeFile(join(folder, 'show.rss'), Buffer.from(show, 'latin1'));
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(catalogueOf('show.rss')));
  return () => installed.remove();
});

type Program = ReturnType<typeof spawn>;

/** The URL that a program prints once it is ready. */
async function urlOf(program: Program, line: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of program.stdout!) {
    output += String(chunk);
    const [, url] = line.exec(output) ?? [];
    if (url) return url;
  }
  throw new Error(`It ended before it was ready: ${output}`);
}

/** The installed command, with its temporary files in the folder `tmp`. */
function start(...args: string[]): Program {
  return spawn(join(installed.folder, 'node_modules/.bin', name), args, {
    cwd: installed.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, TMPDIR: join(installed.folder, 'tmp') },
  });
}

async function end(program: Program): Promise<void> {
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}

describe('createService: the package private-podcast-service', () => {
  it('runs from an empty folder by its command, with the embedded database', async () => {
    const args = ['--data', 'data', '--catalogue', 'catalogue.json', '--port', '0'];
    const program = start(...args);
    try {
      const url = await urlOf(program, /"base_url":"([^"]+)"/);
      expect((await fetch(`${url}/ready`)).status).toBe(200);
      const script = await fetch(`${url}/embed/private-podcast-subscribe.js`);
      expect(await script.text()).toContain('customElements.define');
      const parsed = await fetch(`${url}/rss?format=service`);
      expect(parsed.status).toBe(400);
    } finally {
      await end(program);
    }
    expect(existsSync(join(installed.folder, 'data/database'))).toBe(true);
  });

  it('shows a member, a former member and a visitor their page by `demo`, and leaves nothing behind', async () => {
    const temporary = join(installed.folder, 'tmp');
    await mkdir(temporary);
    // Linux alone has more than one address of its own; a phone needs another one than this.
    const host = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
    const program = start('demo', '--port', '0', '--host', host);
    try {
      const site = await urlOf(program, /^ {2}(http\S+)\n/m);
      expect(new URL(site).hostname).toBe(host);
      const statuses: Record<string, number> = {};
      for (const person of ['member', 'former', 'visitor']) {
        const page = await (await fetch(`${site}/?as=${person}`)).text();
        const [, endpoint = ''] = /endpoint="([^"]+)"/.exec(page) ?? [];
        const token = await (await fetch(`${site}/token?as=${person}`, { method: 'POST' })).text();
        const headers = { authorization: `Bearer ${token}`, origin: site };
        const answer = await fetch(endpoint, { headers });
        statuses[person] = answer.status;
        if (!answer.ok) continue;
        const { feedUrl } = (await answer.json()) as { feedUrl: string };
        const feed = await (await fetch(feedUrl)).text();
        const [, recording = ''] = /<enclosure url="([^"]+)"/.exec(feed) ?? [];
        expect((await fetch(recording)).headers.get('content-type')).toBe('audio/mpeg');
      }
      expect(statuses).toEqual({ member: 200, former: 403, visitor: 403 });
      expect(await readdir(temporary)).toHaveLength(1);
    } finally {
      await end(program);
    }
    expect(await readdir(temporary)).toEqual([]);
  });

  it('says what is wrong with the feed of `demo --feed`', async () => {
    await writeFile(join(installed.folder, 'page.html'), '<!doctype html><title>A page</title>');
    for (const feed of ['page.html', 'nowhere.xml']) {
      const failed = installed.node(
        ...[join('node_modules', name, 'dist/service/cli.js'), 'demo', '--feed', feed],
      );
      await expect(failed).rejects.toThrow(/feed/i);
    }
  });

  it('exports createService and startServer to import and to require', async () => {
    const printed = await installed.node(
      ...['--input-type=module', '--eval'],
      `import * as entry from '${name}';
       import { createRequire } from 'node:module';
       const required = createRequire(import.meta.url)('${name}');
       console.log(JSON.stringify([Object.keys(entry), required.createService === entry.createService]));`,
    );
    const names = ['PrivatePodcastError', 'createService', 'startServer'];
    expect(JSON.parse(printed)).toEqual([names, true]);
  });

  it('reads a feed in its worker thread', async () => {
    const printed = await installed.node(
      ...['--input-type=module', '--eval'],
      `import { createServer } from 'node:http';
       import { readFileSync } from 'node:fs';
       import { startServer } from '${name}';
       const host = createServer((_, response) => response.end(readFileSync('show.rss'))).listen(0, '127.0.0.1');
       await new Promise((resolve) => host.once('listening', resolve));
       const allowed = '127.0.0.1:' + host.address().port;
       const service = await startServer({ catalogue: 'catalogue.json', port: 0, parserHosts: [allowed], log: () => {} });
       const feed = encodeURIComponent('http://' + allowed + '/show.rss');
       const answer = await fetch(service.url + '/rss?format=service&url=' + feed);
       console.log((await answer.json()).title);
       host.close();
       host.closeAllConnections();
       await service.close();`,
    );
    expect(printed).toBe('The Member Show\n');
  });

  it('has the version of private-podcast-subscribe', async () => {
    const { version } = await readManifest(join(installed.folder, 'node_modules', name));
    expect(version).toBe((await readManifest(root)).version);
  });

  it('has documents whose links and whose alerts lead to what it has', async () => {
    const { files, folder } = installed;
    const readShipped = (file: string) =>
      readFile(join(folder, 'node_modules', name, file), 'utf8');
    const markdown = files.filter((file) => file.endsWith('.md'));
    const links = markdown.map(async (file) => {
      const found = [...(await readShipped(file)).matchAll(/\]\((?!https:|mailto:|#)([^()#\s]+)/g)];
      return found.map(([, href]) => posix.join(posix.dirname(file), href!));
    });
    const alerts = [
      ...(await readShipped('deploy/alerts.yaml')).matchAll(/runbook_url: ([^#]+)#/g),
    ];
    const targets = [...(await Promise.all(links)).flat(), ...alerts.map(([, file]) => file!)];
    expect(alerts.length).toBeGreaterThan(5);
    expect(targets.length).toBeGreaterThan(alerts.length + 5);
    expect(targets.filter((target) => !files.includes(target))).toEqual([]);
  });

  it('contains what is shipped and nothing else', () => {
    const stray = installed.files.filter((path) => !shipped.some((each) => each.test(path)));
    const missing = shipped.filter((each) => !installed.files.some((path) => each.test(path)));
    expect({ stray, missing }).toEqual({ stray: [], missing: [] });
  });

  it('passes publint', async () => {
    expect(await lintPackage(installed, name)).toEqual([]);
  });

  it('passes attw', async () => {
    expect(await judgeTypes(installed)).toEqual(['.', './openapi.json', './package.json']);
  });

  it.each(resolutions)(
    'has types for moduleResolution %s and module %s, in a project of type %s',
    { timeout: 180_000 },
    async (...resolution) => {
      const code = `
        import { createService, startServer, type Service, type RunningService } from '${name}';

        const service: Service = createService({ catalogue: 'catalogue.json' });
        export const answer: Promise<Response> = service.fetch(new Request('https://host.example/'));
        export const running: Promise<RunningService> = startServer({ catalogue: 'catalogue.json' });

        // @ts-expect-error the types are there, and refuse what is wrong
        createService(1);
      `;
      expect(await compile(installed, code, resolution)).toBe('');
    },
  );

  it('leaves its packages out of private-podcast-subscribe', async () => {
    const { dependencies } = await readManifest(join(root, 'packages/service'));
    const shared = Object.keys((await readManifest(root)).dependencies);
    const own = Object.keys(dependencies).filter((each) => !shared.includes(each));
    const packed = await packPackage();
    try {
      const folder = await installInto(packed.temporary, [packed.tarball]);
      const listed = await npm(['ls', '--all', '--parseable'], folder);
      const there = own.filter((each) => listed.stdout.includes(`node_modules/${each}\n`));
      expect(own).toContain('hono');
      expect(there).toEqual([]);
    } finally {
      await packed.remove();
    }
  });
});
