/** The real feeds beside the project, where they are there: `../shared/feeds`. */
import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../../shared/feeds/', import.meta.url);

export const hasSharedFeeds = existsSync(folder);

/** For `describe.skipIf`: says in the report why it was skipped. */
export const withSharedFeeds = (what: string): string =>
  hasSharedFeeds ? what : `${what} (skipped: ../shared/feeds is not there)`;

export const sharedBytes = (path: string): Uint8Array => readFileSync(new URL(path, folder));

export const sharedText = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

/** The rows of a tab-separated file under its head line. */
export function sharedRows(path: string): Record<string, string>[] {
  const [head = '', ...lines] = sharedText(path).trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}
