/**
 * The documents that the packages of `packages` bring along, made when they are packed: what their operators need at
 * three in the morning is on the machine. A link to what is not in the package leads to the repository, if package.json
 * names one, and is text otherwise.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Record<string, string[]>} by package, documents from the root; they keep their paths */
const documents = {
  'packages/service': ['CHANGELOG.md', 'docs/running.md', 'docs/runbook.md'],
  'packages/conformance': ['CHANGELOG.md'],
};

const LINK = /(?<!!)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;

/**
 * A document with the links of a package.
 * @param {string} markdown
 * @param {string} path of the document, from the root
 * @param {{ folder: string, paths: readonly string[], repository?: string | undefined, version: string }} package_
 *   its folder, its documents, and where the rest is
 */
export function forPackage(markdown, path, { folder, paths, repository, version }) {
  const from = posix.dirname(path);
  return markdown.replace(LINK, (whole, text, href) => {
    if (/^(?:https:|mailto:|#)/.test(href)) return whole;
    const [file, anchor] = href.split('#');
    const target = posix.join(from, file);
    const end = anchor === undefined ? '' : `#${anchor}`;
    const shipped = paths.includes(target) ? target : posix.relative(folder, target);
    if (!shipped.startsWith('..')) return `[${text}](${posix.relative(from, shipped)}${end})`;
    return repository ? `[${text}](${repository}/blob/v${version}/${target}${end})` : text;
  });
}

const isProgram = process.argv[1] === fileURLToPath(import.meta.url);
if (isProgram) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const place = repository?.url.replace(/^git\+|\.git$/g, '');
  for (const [folder, paths] of Object.entries(documents)) {
    for (const path of paths) {
      const text = forPackage(readFileSync(join(root, path), 'utf8'), path, {
        ...{ folder, paths, version },
        repository: place,
      });
      mkdirSync(join(root, folder, dirname(path)), { recursive: true });
      writeFileSync(join(root, folder, path), text);
    }
  }
}
