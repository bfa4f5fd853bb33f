/**
 * Which file of the repository is which page of the guide. Links in documents are written for
 * GitHub, from file to file; the guide leads them to its own pages, or to a copy of the file.
 */
import { existsSync, statSync } from 'node:fs';
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const base = '/guide/';

/** Documents that the guide leaves out: on GitHub these two lead to the documents, here the home page does. */
export const homes = ['README.md', 'docs/README.md'];

/** The path of a document's page, such as `element/apps.md` for `docs/element/apps.md`. */
export function pageOf(file: string): string {
  const path = file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
  return file.startsWith('docs/') ? path : path.toLowerCase();
}

/**
 * The page of the API reference for an entry point: documents link to its source, which has the same
 * docstrings on GitHub.
 */
function referenceOf(file: string): string | undefined {
  const [, name] = /^src\/([a-z]+)\.ts$/.exec(file) ?? [];
  if (name === 'service') return '/reference/private-podcast-service.md';
  return name && `/reference/private-podcast-subscribe${name === 'index' ? '' : `/${name}`}.md`;
}

const isDocument = (file: string) => /^(?:docs\/.+|[A-Z]+)\.md$/.test(file);

/** Files that documents link to and that are no page: the guide has a copy of each. */
export const linkedFiles = new Set<string>();

/**
 * Where a link of a document leads in the guide.
 * @param document absolute path of the file that has the link
 * @returns `undefined` for a folder, which the guide cannot show
 */
export function guideLink(href: string, document: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const folder = posix.dirname(relative(root, document).replaceAll(sep, '/'));
  const file = posix.join(folder, path).replace(/\/$/, '/README.md');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (homes.includes(file)) return `/${hash}`;
  if (isDocument(file)) return `/${pageOf(file)}${hash}`;
  const reference = referenceOf(file);
  if (reference) return reference + hash;
  if (!existsSync(`${root}${file}`))
    throw new Error(`${document} links to ${href}, which is not there.`);
  if (statSync(`${root}${file}`).isDirectory()) return undefined;
  linkedFiles.add(file);
  return `${base}source/${file}.txt`;
}
