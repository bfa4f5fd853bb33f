/**
 * `npm run build:wordpress`: makes the plugin's zip out of `plugin/`, the script-tag build of the
 * element, and the texts of the Node handler's message pages.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { ensureBuild, filesUnder, root } from '../../scripts/setup.mjs';
import { compile, findMetadata, findTexts, template } from './texts.mjs';

const name = 'private-podcast-subscribe';
const source = 'integrations/wordpress/plugin';
/** WordPress's name for the block's editor script. */
const editorScript = 'private-podcast-subscribe-editor-script';
/** What of the script-tag build the plugin does not load: the build in one file, and hashes for script tags. */
const isUnused = (/** @type {string} */ file) => /\.single\.js$|\.map$|integrity\.json$/.test(file);

/** @typedef {Map<string, Uint8Array>} Files by their path in the plugin's folder */

/**
 * A date that stands for the content: the same files make the same zip on every machine, and PHP's
 * cache of compiled scripts, which goes by dates, notices another version however it got onto the
 * server. A zip has local times, so it is a time of day that no clock change skips.
 * @param {[string, Uint8Array][]} files
 */
function dateOf(files) {
  const hash = createHash('sha256');
  for (const [path, bytes] of files) hash.update(path).update('\0').update(bytes).update('\0');
  const number = hash.digest().readUInt32BE();
  return new Date(2026, 0, 1 + (number % 365), 12, 0, ((number >>> 9) % 1800) * 2);
}

/** Stands for the site on its message pages; the plugin puts in the site's name and address. */
const site = { name: '{{site}}', url: 'https://site.invalid/' };

/** Messages of the hand-off, in every language: what a scanned code shows when it leads nowhere. */
async function messagePages() {
  const load = (/** @type {string} */ file) => import(pathToFileURL(join(root, 'dist', file)).href);
  const { messagePage } = await load('pages/message-page.js');
  const { languageCodes } = await load('languages/languages.js');
  const messages = ['usedCode', 'failed', 'preview'].map(async (message) => {
    const pages = languageCodes.map(async (/** @type {string} */ language) => {
      /** @type {Response} */
      const response = await messagePage(message, language, site);
      const headers = [...response.headers].map(([header, value]) =>
        phpEntry(header, phpText(value)),
      );
      const html = phpEntry('html', phpText(await response.text()));
      return phpEntry(language, `[${phpEntry('headers', `[${headers.join('')}]`)}${html}]`);
    });
    return phpEntry(message, `[\n${(await Promise.all(pages)).join('\n')}\n]`);
  });
  return `<?php\n/** Made by the build from src/pages. */\n\nreturn [\n${(await Promise.all(messages)).join('\n')}\n];\n`;
}

/** The names of the apps by id, for the editor of the block. */
async function appNames() {
  const { apps } = await import(pathToFileURL(join(root, 'dist/apps.js')).href);
  const rows = /** @type {{ id: string, name: string }[]} */ (apps);
  const entries = rows.map(({ id, name: shown }) => phpEntry(id, phpText(shown)));
  return `<?php\n/** Made by the build from src/apps. */\n\nreturn [\n${entries.join('\n')}\n];\n`;
}

const phpText = (/** @type {string} */ text) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const phpEntry = (/** @type {string} */ key, /** @type {string} */ value) =>
  `${phpText(key)} => ${value},`;

/**
 * @param {Files} files
 * @param {string} version
 */
function addTranslations(files, version) {
  const textOf = (/** @type {string} */ path) => strFromU8(files.get(path) ?? new Uint8Array());
  const codes = [...files.keys()].filter((path) => /(?:\.php|editor\.js)$/.test(path));
  const texts = [
    ...findMetadata(textOf(`${name}.php`), textOf('block/block.json')),
    ...findTexts(codes.map((path) => [path, textOf(path)])),
  ];
  files.set(`languages/${name}.pot`, template(texts, version));
  for (const [path, bytes] of [...files].filter(([path]) => path.endsWith('.po'))) {
    // What says "Sie" shares with what says "du" the texts that address nobody.
    const { php, script } = compile(bytes, texts, files.get(path.replace('_formal.po', '.po')));
    files.set(path.replace(/po$/, 'mo'), php);
    files.set(path.replace(/\.po$/, `-${editorScript}.json`), strToU8(script));
  }
}

/**
 * The files of the plugin.
 * @returns {Promise<Files>}
 */
async function pluginFiles() {
  ensureBuild();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @type {Files} */
  const files = new Map();
  const read = (/** @type {string} */ file) => readFileSync(join(root, file));
  for (const file of filesUnder(source)) {
    files.set(relative(source, file).replaceAll('\\', '/'), read(file));
  }
  addTranslations(files, version);
  for (const path of [`${name}.php`, 'readme.txt', 'assets/member.js']) {
    const text = strFromU8(files.get(path) ?? new Uint8Array());
    const versioned = text
      .replaceAll('0.0.0', version)
      .replace(`../embed/${name}.js`, `../embed/${version}/${name}.js`);
    files.set(path, strToU8(versioned));
  }
  for (const file of filesUnder('dist/embed').filter((file) => !isUnused(file))) {
    const path = relative('dist/embed', file).replaceAll('\\', '/');
    files.set(`embed/${version}/${path}`, read(file));
  }
  files.set('messages.php', strToU8(await messagePages()));
  files.set('apps.php', strToU8(await appNames()));
  files.set('LICENSE', read('LICENSE'));
  return files;
}

/**
 * Makes the zip.
 * @returns {Promise<string>} its path
 */
export async function buildPlugin() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = [...(await pluginFiles())].sort(([one], [other]) => (one < other ? -1 : 1));
  const zip = zipSync(
    Object.fromEntries(files.map(([path, bytes]) => [`${name}/${path}`, bytes])),
    { level: 9, mtime: dateOf(files) },
  );
  const path = join(root, 'build', `${name}-wordpress-${version}.zip`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, zip);
  return path;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await buildPlugin();
  console.log(`${relative(root, path)}: ${Math.ceil(readFileSync(path).length / 1000)} kB`);
}
