/**
 * Weighs the script-tag build: the first load is the script itself and what it imports before
 * it runs; every other chunk comes when it is first needed. Fails above the limits below, and if the
 * README has others.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseAst } from 'vite';
import { filesUnder, root } from './setup.mjs';

const entry = 'dist/embed/private-podcast-subscribe.js';

/** Bytes after brotli that must not be passed, for the script and the named chunks together. */
const limits = [
  { what: 'first load', chunks: [], bytes: 15_000 },
  {
    what: 'first load and episodes',
    chunks: ['episodes-section', 'en'],
    bytes: 24_000,
  },
];

/**
 * The files that a browser fetches for one file: itself and its static imports, and theirs.
 * @param {string} file relative to the root
 * @param {Set<string>} [loaded]
 */
function loadOf(file, loaded = new Set()) {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const node of parseAst(readFileSync(join(root, file), 'utf8')).body) {
    if ('source' in node && node.source) {
      loadOf(join(dirname(file), String(node.source.value)).replaceAll('\\', '/'), loaded);
    }
  }
  return loaded;
}

/** @param {Iterable<string>} files */
function weigh(files) {
  const sizes = { raw: 0, gzip: 0, brotli: 0 };
  for (const file of files) {
    const bytes = readFileSync(join(root, file));
    sizes.raw += bytes.length;
    sizes.gzip += gzipSync(bytes, { level: 9 }).length;
    sizes.brotli += brotliCompressSync(bytes).length;
  }
  return sizes;
}

/** The chunk of a name, whatever hash is in its file's name. */
function chunkNamed(/** @type {string} */ name) {
  const file = chunks.find((path) => basename(path).replace(/-.{8}\.js$/, '') === name);
  if (!file) throw new Error(`There is no chunk ${name}: bring the limits up to date.`);
  return file;
}

const firstLoad = loadOf(entry);
const chunks = filesUnder('dist/embed').filter(
  (file) => file.endsWith('.js') && !firstLoad.has(file),
);

const rows = [
  { what: 'first load', ...weigh(firstLoad) },
  ...chunks
    .map((file) => ({ what: basename(file), ...weigh([file]) }))
    .sort((a, b) => b.brotli - a.brotli),
];
console.log('      raw     gzip   brotli');
for (const { what, raw, gzip, brotli } of rows) {
  console.log([raw, gzip, brotli].map((n) => String(n).padStart(8)).join(' ') + `  ${what}`);
}

const over = limits.filter(({ what, chunks: names, bytes }) => {
  const loaded = new Set(firstLoad);
  for (const name of names) loadOf(chunkNamed(name), loaded);
  const { brotli } = weigh(loaded);
  console.log(`${what}: ${brotli} of at most ${bytes} bytes`);
  return brotli > bytes;
});
for (const { what } of over) console.error(`${what} is over its limit`);
const promised = [
  ...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/at most ([\d.]+) \|/g),
];
const isPromised = limits.every(({ bytes }, at) => Number(promised[at]?.[1]) * 1000 === bytes);
if (!isPromised) console.error('README.md gives other limits.');
process.exit(over.length > 0 || !isPromised ? 1 : 0);
