/**
 * Weighs the script-tag build: the first load is the script itself and what it imports before
 * it runs; every other chunk comes when it is first needed. Weighs what a server renders, too. Fails above the limits
 * below, and for a size in README.md or `docs` that is not the build's.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseAst } from 'vite';
import { renderSubscribeElement } from '../dist/server.js';
import { filesUnder, root } from './setup.mjs';
import { beforeAPress, wrongFigures } from './size-figures.mjs';

const entry = 'dist/embed/private-podcast-subscribe.js';
const singleFile = 'dist/embed/private-podcast-subscribe.single.js';

/** Bytes after brotli that must not be passed, for the script and the named chunks together. */
const limits = [
  { what: 'first load', chunks: [], bytes: 15_300 },
  {
    what: 'before a press',
    // Four tiles on an iPhone have the most.
    chunks: [
      ...beforeAPress.chunks.slice(1),
      'apple-podcasts',
      'overcast',
      'pocket-casts',
      'castro',
    ],
    bytes: beforeAPress.bytes,
  },
];

/** Bytes after brotli that a chunk must not pass by itself, without what it shares with others. */
const chunkLimits = [
  { what: 'player', chunk: 'player-bar', bytes: 4_850 },
  { what: 'player panel', chunk: 'player-panel', bytes: 4_500 },
  { what: 'transcript', chunk: 'transcript', bytes: 2_850 },
];

/**
 * Chunks whose size documents give, by the name that they give it.
 * @type {Record<string, string | string[]>}
 */
const named = {
  'QR code': 'phone-card',
  'show notes': 'purify.es',
  'RSS reader': ['parse-podcast', 'entities'],
  appOverrides: 'overridden-apps',
};

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
  (file) => file.endsWith('.js') && !firstLoad.has(file) && file !== singleFile,
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

/** Bytes by the names that documents use: see `size-figures.mjs`. */
const sizes = new Map([
  ['single file', weigh([singleFile]).brotli],
  ...Object.entries(named).map(
    ([name, parts]) => /** @type {const} */ ([name, weigh([parts].flat().map(chunkNamed)).brotli]),
  ),
]);

/** What a server puts into the page of an Android phone, which has the most tiles. */
const servedView = await renderSubscribeElement({
  subscription: { feedUrl: 'https://feeds.example/a/show.rss', title: 'The Show', sku: 'sid:show' },
  userAgent: 'Android',
  locale: 'en',
});

const weighed = [
  ...limits.map(({ what, chunks: names, bytes }) => {
    const loaded = new Set(firstLoad);
    for (const name of names) loadOf(chunkNamed(name), loaded);
    return { what, bytes, ...weigh(loaded) };
  }),
  ...chunkLimits.map(({ what, chunk, bytes }) => ({ what, bytes, ...weigh([chunkNamed(chunk)]) })),
  { what: 'served view', bytes: 5_300, brotli: brotliCompressSync(servedView).length },
];

const faults = [];
for (const { what, bytes, brotli } of weighed) {
  console.log(`${what}: ${brotli} of at most ${bytes} bytes`);
  if (brotli > bytes) faults.push(`${what}: over its limit`);
  sizes.set(what, brotli).set(`limit ${what}`, bytes);
}
for (const path of ['README.md', ...filesUnder('docs').filter((file) => file.endsWith('.md'))]) {
  const wrong = wrongFigures(readFileSync(join(root, path), 'utf8'), sizes);
  faults.push(...wrong.map((fault) => `${path}: ${fault}`));
}
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
