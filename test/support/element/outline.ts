/** The element as a screen reader meets it, in text: roles and names by axe's reading, the same in every engine. */
import 'axe-core';

interface VirtualNode {
  actualNode: HTMLElement;
  props: { nodeType: number };
  children: VirtualNode[];
}

/** The part of axe that has no types. */
interface Axe {
  setup: (root: HTMLElement) => VirtualNode;
  teardown: () => void;
  commons: {
    aria: { getRole: (node: VirtualNode) => string | null };
    dom: { isVisibleToScreenReaders: (node: VirtualNode) => boolean };
    text: { accessibleTextVirtual: (node: VirtualNode) => string };
  };
}

const containers = ['list', 'listitem', 'group'];

/** A line for each role with its name, or its text where it has no name; what is empty says nothing. */
export function outline(element: HTMLElement): string[] {
  const { setup, teardown, commons } = (globalThis as unknown as { axe: Axe }).axe;
  const linesOf = (node: VirtualNode): string[] => {
    if (node.props.nodeType !== 1 || !commons.dom.isVisibleToScreenReaders(node)) return [];
    const { actualNode } = node;
    const inner = node.children.flatMap(linesOf);
    // A paragraph has no role for axe, but is read.
    const role =
      commons.aria.getRole(node) ??
      (actualNode.tagName === 'P' ? 'p' : actualNode.ariaLive ? 'live region' : undefined);
    if (!role || role === 'presentation') return inner;
    if (containers.includes(role)) return [role, ...inner.map((line) => `  ${line}`)];
    const text = actualNode.textContent.replace(/\s+/g, ' ').trim();
    const name = commons.text.accessibleTextVirtual(node) || text;
    if (role === 'p' && !name) return inner;
    const level = role === 'heading' ? ` ${actualNode.tagName.slice(1)}` : '';
    return [`${role}${level} ${name}`.trim(), ...inner];
  };
  const lines = linesOf(setup(element));
  teardown();
  return lines;
}
