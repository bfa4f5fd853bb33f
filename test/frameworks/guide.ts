/** The guide's own files: the code blocks of `docs/frameworks.md` below a file's name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../package/install.js';

const NAMED_BLOCK = /`([\w./-]+\.\w+)`:\n\n```\w+\n([^]*?)```/g;

/** Content by file name. */
const guideFiles: ReadonlyMap<string, string> = new Map(
  [...readFileSync(join(root, 'docs/frameworks.md'), 'utf8').matchAll(NAMED_BLOCK)].map(
    ([, path = '', content = '']) => [path, content],
  ),
);

export function guideFile(name: string): string {
  const content = guideFiles.get(name);
  if (content === undefined) throw new Error(`docs/frameworks.md has no file ${name}.`);
  return content;
}
