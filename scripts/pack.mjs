/**
 * `npm run pack`: the packages as files in `build/packages`, for a project that uses them before npm has them, and
 * beside them a page that shows a feed from its own folder.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { npm, root } from './setup.mjs';

const folder = join(root, 'build/packages');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const packAll = ['--workspaces', '--include-workspace-root'];
const { command, args, shell } = npm('pack', ...packAll, '--pack-destination', folder);
const { status, stderr } = spawnSync(command, args, { cwd: root, shell });
if (status !== 0) throw new Error(stderr.toString());

/** The page has the script in it: what is sent to somebody is one file, and a feed. */
const script = readFileSync(join(root, 'dist/embed/private-podcast-subscribe.single.js'), 'utf8');
const page = readFileSync(join(root, 'examples/page/index.html'), 'utf8');
const live = join(folder, 'page');
cpSync(join(root, 'examples/page'), live, { recursive: true });
writeFileSync(
  join(live, 'index.html'),
  page.replace(/<script src="private.*?<\/script>/, () => {
    const safe = script.replaceAll('</script', '<\\/script');
    return `<script>${safe}</script>`;
  }),
);

const path = (/** @type {string} */ file) => join(relative('', folder), file);
const files = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
console.log(`Packed ${version}. In your own project:\n`);
for (const file of files) console.log(`npm install ${join(folder, file)}`);
console.log(`\nA page that needs no project: npx serve ${path('page')}`);
