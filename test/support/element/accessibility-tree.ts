/** The accessibility tree that the browser itself makes of a page, as text. Only Chromium gives it out. */
import { a11ySnapshot } from '@web/test-runner-commands';

export const givesTree = 'userAgentData' in navigator;

interface TreeNode extends Record<string, unknown> {
  role: string;
  name: string;
  children?: TreeNode[];
}

/** The properties of a node beside its role and name. URLs stay out: they are secret. */
const properties = [
  ...['level', 'value', 'haspopup', 'expanded', 'pressed', 'selected', 'disabled', 'readonly'],
  ...['modal', 'focused', 'busy', 'live'],
];

/** A line for each node, indented by its depth. */
function linesOf(node: TreeNode, depth = 0): string[] {
  const { role, name, children = [] } = node;
  const said = properties.flatMap((key) =>
    key in node ? [`${key}=${JSON.stringify(node[key])}`] : [],
  );
  const isSilent = role === 'generic' && !name && said.length === 0;
  // The browser's own player is not part of the element, and a name need not be said twice.
  // Announcements come and go: what is said, and when, is in `announcements.test.ts`.
  const isLeaf = role === 'Video' || 'live' in node;
  const inner = children.filter(
    (child) => !isLeaf && !(child.role === 'StaticText' && child.name === name),
  );
  const lines = inner.flatMap((child) => linesOf(child, isSilent ? depth : depth + 1));
  if (isSilent) return lines;
  const line = [role, ...(name ? [JSON.stringify(name)] : []), ...said].join(' ');
  return ['  '.repeat(depth) + line, ...lines];
}

export async function accessibilityTree(): Promise<string> {
  // The command is declared without its answer, which is the whole page: an open dialog leaves no `main`.
  const { children = [] } = await (a11ySnapshot({}) as Promise<unknown> as Promise<TreeNode>);
  return children.flatMap((child) => linesOf(child)).join('\n');
}

/** Trees by the names of their states. */
export type Trees = Record<string, string>;

/** A heading for each state, and its tree. */
export const written = (trees: Trees): string =>
  Object.entries(trees)
    .map(([name, text]) => `# ${name}\n\n${text}\n`)
    .join('\n');

export const read = (file: string): Trees =>
  Object.fromEntries(
    file
      .split(/^# /m)
      .slice(1)
      .map((part) => part.split('\n\n').map((text) => text.trimEnd()) as [string, string]),
  );

/** Where a tree departs from the one that was kept, if it does. */
export function departure(made: string, kept = ''): string[] {
  const [now, before] = [made, kept].map((text) => text.split('\n')) as [string[], string[]];
  const length = Math.max(now.length, before.length);
  const at = Array.from({ length }, (_, index) => index).find((line) => now[line] !== before[line]);
  if (at === undefined) return [];
  return [`line ${at + 1} is “${now[at] ?? 'none'}”, and was “${before[at] ?? 'none'}”`];
}
