/** `private-podcast-subscribe script`: the script tag for a page, and a copy of the files for a host. */
import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../files/make-folder.js';
import { readCommand, UsageError } from '../command-line.js';
import {
  importMapOf,
  scriptTags,
  singleScriptSource,
  singleScriptTag,
  type EmbedBuild,
} from './script-tag.js';

/** This path is the same from `src/publisher/script-tag` and from `dist/publisher/script-tag`. */
const embedPath = '../../../dist/embed/';
const embedFolder = fileURLToPath(new URL(embedPath, import.meta.url));

const help = `private-podcast-subscribe script [--url URL] [--copy-to FOLDER] [--single]

Prints the script tag for your page, then the same with an integrity hash for each
file, and what script-src in your Content Security Policy has to allow for that.

  --url URL         where browsers find FOLDER; default /podcast
  --copy-to FOLDER  copies the files to FOLDER/VERSION, which never changes: let
                    browsers keep it for a year. FOLDER/private-podcast-subscribe.js
                    always loads the version that was copied last: five minutes.
  --single          the build that is one file, for pages that allow one hash
`;

async function readBuild(folder: string): Promise<EmbedBuild | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'integrity.json'), 'utf8')) as EmbedBuild;
  } catch {
    return undefined;
  }
}

async function copyEmbed(build: EmbedBuild, folder: string): Promise<void> {
  const target = join(folder, build.version);
  const there = await readBuild(target);
  if (there && JSON.stringify(there) !== JSON.stringify(build)) {
    throw new UsageError(
      'The folder has other files under this version, and browsers may have kept them. Copy to another folder.',
    );
  }
  try {
    await makeFolder(target);
    await cp(embedFolder, target, { recursive: true });
    await writeFile(
      join(folder, 'private-podcast-subscribe.js'),
      `import "./${build.version}/private-podcast-subscribe.js";\n`,
    );
  } catch {
    throw new UsageError('The folder after --copy-to cannot be written.');
  }
}

/** @returns the exit code. */
export async function script(args: string[]): Promise<number> {
  const { values, positionals } = readCommand(args, {
    url: { type: 'string', default: '/podcast' },
    'copy-to': { type: 'string' },
    single: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  // Nothing that could leave an attribute or a policy.
  if (
    !/^(?:https?:\/\/[\w.:[\]-]+)?(?:\/[\w.~%@+-]+)*\/?$/.test(values.url) ||
    positionals.length > 0
  ) {
    throw new UsageError('--url must be an http or https URL, or a path such as /podcast.');
  }
  const build = await readBuild(embedFolder);
  if (!build) throw new UsageError('There is no embed build. In a checkout, run: npm run build');
  if (values['copy-to'] !== undefined) await copyEmbed(build, values['copy-to']);

  const base = `${values.url.replace(/\/$/, '')}/${build.version}`;
  if (values.single) {
    process.stdout.write(singleScriptTag(build, base));
    process.stdout.write(`\nContent-Security-Policy: script-src ${singleScriptSource(build)}\n`);
    return 0;
  }
  const mapHash = createHash('sha384').update(importMapOf(build, base)).digest('base64');
  const host = base.startsWith('/') ? `'self'` : `${base}/`;
  const short = `${values.url.replace(/\/$/, '')}/private-podcast-subscribe.js`;
  process.stdout.write(`<script type="module" src="${short}"></script>\n`);
  process.stdout.write('\nWith an integrity hash for each file, in place of that:\n\n');
  process.stdout.write(scriptTags(build, base));
  process.stdout.write(`\nContent-Security-Policy: script-src ${host} 'sha384-${mapHash}'\n`);
  return 0;
}
