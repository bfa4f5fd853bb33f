/** The script tag for a page, with an integrity hash for each file (Subresource Integrity). */

/** `dist/embed/integrity.json`: the release, and the hash of each of its scripts. */
export interface EmbedBuild {
  version: string;
  /** By path below the folder. A hash is as `integrity` and `script-src` take it: `sha384-…`. */
  integrity: Record<string, string>;
}

const firstFile = 'private-podcast-subscribe.js';
const singleFile = 'private-podcast-subscribe.single.js';

function integrityOf({ integrity }: EmbedBuild, file: string): string {
  const hash = integrity[file];
  if (hash === undefined) throw new Error(`integrity.json does not list ${file}.`);
  return hash;
}

/** A script's content may not hold the end of its tag. */
const escaped = (json: string) => json.replaceAll('<', '\\u003c');

/**
 * The import map that gives browsers the hashes of the chunks (HTML, import maps, `integrity`).
 * @param base URL of the folder of this release, without a slash at its end; may be a path.
 */
export function importMapOf({ integrity }: EmbedBuild, base: string): string {
  const chunks = Object.entries(integrity).filter(([file]) => file.startsWith('chunks/'));
  const hashes = Object.fromEntries(chunks.map(([file, hash]) => [`${base}/${file}`, hash]));
  return escaped(JSON.stringify({ integrity: hashes }));
}

/** The script tag for the first file; its chunks are checked by the import map, which comes before it. */
export function scriptTags(build: EmbedBuild, base: string): string {
  return `<script type="importmap">${importMapOf(build, base)}</script>
<script type="module" src="${base}/${firstFile}" integrity="${integrityOf(build, firstFile)}" crossorigin></script>
`;
}

/** The script tag for the build that is one file. */
export function singleScriptTag(build: EmbedBuild, base: string): string {
  return `<script type="module" src="${base}/${singleFile}" integrity="${integrityOf(build, singleFile)}" crossorigin></script>
`;
}

/** `script-src` must allow nothing but this hash for the single file. */
export const singleScriptSource = (build: EmbedBuild): string =>
  `'${integrityOf(build, singleFile)}'`;
