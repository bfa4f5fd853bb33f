/** The package as it is installed: what is in it, what can be imported, and with which types. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  compile,
  installPackage,
  judgeTypes,
  lintPackage,
  resolutions,
  root,
  type Installed,
} from './install.js';

const name = 'private-podcast-subscribe';

/** The exports that each entry point must have. */
const entryPoints: Record<string, string[]> = {
  [name]: ['PrivatePodcastSubscribe', 'PpsReadyEvent', 'PpsErrorEvent', 'PrivatePodcastError'],
  [`${name}/define`]: [],
  [`${name}/jsx`]: [],
  [`${name}/vue`]: [],
  [`${name}/podcast`]: ['parsePodcast', 'podcastSchema', 'PrivatePodcastError'],
  [`${name}/apps`]: ['apps', 'appsFor', 'appLink', 'detectPlatform'],
  [`${name}/api`]: ['createFeedServiceClient', 'PrivatePodcastError'],
  [`${name}/publisher`]: ['createSubscribeToken', 'createSubscribeHandler', 'PrivatePodcastError'],
  [`${name}/server`]: ['renderSubscribeElement', 'subscribeStyleSource', 'PrivatePodcastError'],
};

/** Entry points whose code needs a package that the site has; `test/frameworks` imports them. */
const withPeers = [`${name}/react`];

/** The contents of the packed file: each of these, and nothing else. */
const shipped = [
  /^dist\/.+\.js$/,
  /^dist\/.+\.js\.map$/,
  /^dist\/.+\.d\.ts$/,
  /^dist\/[a-z]+\.(d\.cts|cjs)$/,
  /^dist\/embed\/LICENCES\.txt$/,
  /^dist\/embed\/integrity\.json$/,
  /^custom-elements\.json$/,
  /^vscode\.html-custom-data\.json$/,
  /^web-types\.json$/,
  /^package\.json$/,
  /^README\.md$/,
  /^CHANGELOG\.md$/,
  /^SECURITY\.md$/,
  /^LICENSE$/,
];

let installed: Installed;
let manifest: { exports: Record<string, unknown> };

beforeAll(async () => {
  installed = await installPackage();
  const file = join(installed.folder, 'node_modules', name, 'package.json');
  manifest = JSON.parse(await readFile(file, 'utf8')) as typeof manifest;
  return () => installed.remove();
});

/** Runs a module's code in the folder that the package is installed in. */
function evaluate(code: string): Promise<string> {
  return installed.node('--input-type=module', '--eval', code);
}

describe('the package: entry points', () => {
  it.each(Object.entries(entryPoints))('import %s in Node, without a DOM', async (path, names) => {
    const printed = await evaluate(
      `import * as entry from '${path}';
       console.log(JSON.stringify([typeof document, Object.keys(entry)]));`,
    );
    const [dom, exported] = JSON.parse(printed) as [string, string[]];
    expect(dom).toBe('undefined');
    expect(exported).toEqual(expect.arrayContaining(names));
  });

  it.each(Object.keys(entryPoints).filter((path) => !/(subscribe|define|jsx|vue)$/.test(path)))(
    'give %s to `require`',
    async (path) => {
      const printed = await evaluate(
        `import { createRequire } from 'node:module';
         const entry = createRequire(import.meta.url)('${path}');
         console.log(JSON.stringify(Object.keys(entry)));`,
      );
      expect(JSON.parse(printed)).toEqual(expect.arrayContaining(entryPoints[path]!));
    },
  );

  it('export no code but these, and the script-tag build', () => {
    const code = Object.keys(manifest.exports).filter((path) => !path.endsWith('.json'));
    const all = [...Object.keys(entryPoints), ...withPeers];
    const paths = all.map((path) => path.replace(name, '.'));
    expect(code.sort()).toEqual([...paths, './embed/*'].sort());
  });

  it('offer the custom elements manifest and the script-tag build', async () => {
    const printed = await evaluate(
      `import { createRequire } from 'node:module';
       import { readFileSync } from 'node:fs';
       const elements = createRequire(import.meta.url)('${name}/custom-elements.json');
       const script = new URL(import.meta.resolve('${name}/embed/${name}.js'));
       const tags = elements.modules.flatMap((module) => module.declarations).map((d) => d.tagName);
       console.log(JSON.stringify({ tags, bytes: readFileSync(script).length }));`,
    );
    const { tags, bytes } = JSON.parse(printed) as { tags: string[]; bytes: number };
    expect(tags).toContain(name);
    expect(bytes).toBeGreaterThan(5_000);
  });
});

describe('the package: in a bundle', () => {
  /** The code of a page that has only this line, dependencies left out. */
  async function bundle(code: string): Promise<string> {
    const entry = join(installed.folder, 'page.js');
    await writeFile(entry, code);
    const built = await build({
      root: installed.folder,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry, formats: ['es'] } },
    });
    const files = (Array.isArray(built) ? built : []).flatMap(({ output }) => output);
    return files.map((file) => ('code' in file ? file.code : '')).join('\n');
  }
  const REGISTRATION = /customElements\.define\(/;

  it('keeps the registration if a page imports only that', async () => {
    expect(await bundle(`import '${name}/define';`)).toMatch(REGISTRATION);
  });

  it('leaves out the registration if a page imports the class', async () => {
    const code = await bundle(`export { PrivatePodcastSubscribe } from '${name}';`);
    expect(code).toContain('streamingLinkUrl');
    expect(code).not.toMatch(REGISTRATION);
  });

  it('leaves out the element if a page imports the apps', async () => {
    const code = await bundle(`export { appLink } from '${name}/apps';`);
    expect(code).toContain('overcast');
    expect(code).not.toMatch(/streamingLinkUrl|HTMLElement/);
  });
});

describe('the package: packed files', () => {
  it('contain what is shipped and nothing else, and the licences of others', async () => {
    const stray = installed.files.filter((path) => !shipped.some((each) => each.test(path)));
    const missing = shipped.filter((each) => !installed.files.some((path) => each.test(path)));
    expect({ stray, missing }).toEqual({ stray: [], missing: [] });
    const licences = await readFile(
      join(installed.folder, 'node_modules', name, 'dist/embed/LICENCES.txt'),
      'utf8',
    );
    for (const holder of ['lit-html\n', 'dompurify\n', 'htmlparser2\n', 'Google LLC']) {
      expect(licences).toContain(holder);
    }
    expect(installed.files.filter((path) => /(^|\/)(test|demo|node_modules)\//.test(path))).toEqual(
      [],
    );
  });

  it('contain no path of the machine that packed them', async () => {
    const place = root.replace(/[\\/]$/, '');
    const named = [];
    for (const path of installed.files) {
      const text = await readFile(join(installed.folder, 'node_modules', name, path), 'utf8');
      if (text.includes(place) || text.includes('file://')) named.push(path);
    }
    expect(named).toEqual([]);
  });

  it('pass publint', async () => {
    expect(await lintPackage(installed, name)).toEqual([]);
  });

  it('pass attw', async () => {
    expect(await judgeTypes(installed)).toEqual(
      expect.arrayContaining(['.', './define', './react', './jsx', './vue', './server']),
    );
  });
});

describe('the package: what it brings along', () => {
  /** Every file in `node_modules`, relative to it. */
  async function everyFile(): Promise<string[]> {
    const folder = join(installed.folder, 'node_modules');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  }

  it('is at most 18 packages, itself included', async () => {
    const lock = await readFile(join(installed.folder, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { packages: Record<string, { version: string }> };
    const sizes = (await everyFile()).map((file) =>
      stat(join(installed.folder, 'node_modules', file)).then(({ size }) => size),
    );
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
    console.log(`${names.length} packages, ${(bytes / 1e6).toFixed(1)} MB: ${names.join(', ')}`);
    expect(names).toContain(name);
    expect(names.length).toBeLessThanOrEqual(18);
  });

  it('has nothing of the conformance command and the service', async () => {
    const others = /conformance|doctor|(?:^|\/)saxes\/|strict-xml|(?:^|\/)service\//;
    const own = (await everyFile()).map((file) => file.replaceAll('\\', '/'));
    expect(own.filter((file) => others.test(file))).toEqual([]);
  });

  it('gives the command `script`, and no other', async () => {
    const command = join('node_modules', name, 'dist/publisher/cli.js');
    expect(await installed.node(command, 'script')).toContain('<script type="module"');
    await expect(installed.node(command, 'conformance')).rejects.toThrow('Write `script`.');
    await expect(installed.node(command, 'scipt')).rejects.toThrow('did you mean `script`?');
    expect(await installed.node(command, 'help')).toContain('--version prints the release.');
    expect(await installed.node(command, 'help', 'script')).toContain('[--url URL]');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect((await installed.node(command, '--version')).trim()).toBe(version);
  });
});

describe('the package: types', () => {
  const code = `
    import { PrivatePodcastSubscribe, type PpsErrorEvent } from '${name}';
    import '${name}/define';
    import { parsePodcast, type Podcast } from '${name}/podcast';
    import { appLink, appsFor, type Platform } from '${name}/apps';
    import { createFeedServiceClient, PrivatePodcastError } from '${name}/api';
    import { createSubscribeHandler, createSubscribeToken } from '${name}/publisher';

    const podcast: Podcast = parsePodcast('<rss/>', { baseUrl: 'https://host.example/' });
    const platform: Platform = 'ios';
    const link: string | undefined = appLink(appsFor(platform)[0]!.id, podcast.title, platform);
    const element: HTMLElement = new PrivatePodcastSubscribe();
    element.addEventListener('pps-error', (event: PpsErrorEvent) => event.code.length);
    const token: Promise<string> = createSubscribeToken({ email: 'a@host.example', sku: 'sid:1' }, 's');
    export { createFeedServiceClient, createSubscribeHandler, link, PrivatePodcastError, token };

    // @ts-expect-error the types are there, and refuse what is wrong
    parsePodcast(1);
  `;

  it.each(resolutions)(
    'compile with moduleResolution %s and module %s, in a project of type %s',
    { timeout: 180_000 },
    async (...resolution) => {
      expect(await compile(installed, code, resolution)).toBe('');
    },
  );
});
