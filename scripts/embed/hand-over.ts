/**
 * Later chunks use code of the first file. If they imported it by its name, a browser that got the
 * first file as `….js?v=3` would load and run it a second time: to a browser that is another module.
 * So the first file hands its exports over on the element's class, and the chunks read them there.
 */
import { basename } from 'node:path';
import { parseSync, type Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

interface Specifier {
  local: { name: string };
  exported?: { name: string };
  imported?: { name: string };
}

/** Where a chunk finds them. Only elements of the registered class load chunks. */
const property = '$';

const parse = (code: string) => parseSync('chunk.js', code).program.body as unknown as Node[];

const specifiersOf = (nodes: Node[]) =>
  nodes.flatMap(({ specifiers }) => specifiers as Specifier[]);

/** The code without those nodes, and with a text in place of the first one. */
function replace(code: string, nodes: Node[], text: string): string {
  // From the end, so that the positions before it stay right.
  return nodes.reduceRight(
    (rest, { start, end }, index) => rest.slice(0, start) + (index ? '' : text) + rest.slice(end),
    code,
  );
}

/** Every name that something is assigned to after its declaration. */
function assignedNames(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || !node) return found;
  const { type, left, argument } = node as Partial<Node>;
  const target = type === 'AssignmentExpression' ? left : type === 'UpdateExpression' && argument;
  if (target && (target as Node).type === 'Identifier') found.add(String((target as Node).name));
  for (const child of Object.values(node)) assignedNames(child, found);
  return found;
}

/** The first file, with a list of its exports on the element's class. */
export function handOver(code: string, names: string[]): string {
  const body = parse(code);
  const exports = body.filter(({ type }) => type.startsWith('Export'));
  const locals = new Map(
    specifiersOf(exports).map(({ local, exported }) => [exported?.name, local.name]),
  );
  const assigned = assignedNames(body);
  const list = names.map((name) => {
    const local = locals.get(name);
    if (!local) throw new Error(`The first file does not export ${name}.`);
    if (assigned.has(local))
      throw new Error(`${local} changes: chunks would keep its first value.`);
    return local;
  });
  const [registration, ...more] = code.matchAll(/customElements\.define\([^,()]+,\s*([\w$]+)\)/g);
  if (!registration?.[1] || more.length > 0) throw new Error('The element is not registered once.');
  return replace(code, exports, `${registration[1]}.${property}=[${list.join()}];`);
}

/** A chunk that takes from the element's class what it imported from the first file. */
export function takeOver(
  code: string,
  names: string[],
  firstFile: string,
  element: string,
): string {
  const imports = parse(code).filter(
    ({ type, source }) =>
      type === 'ImportDeclaration' && basename((source as { value: string }).value) === firstFile,
  );
  const fields = specifiersOf(imports).map(({ local, imported }) => {
    const index = names.indexOf(imported?.name ?? '');
    if (index < 0) throw new Error(`A chunk imports ${firstFile} as a whole.`);
    return `${index}:${local.name}`;
  });
  const from = `customElements.get(${JSON.stringify(element)}).${property}`;
  return replace(code, imports, fields.length > 0 ? `const{${fields.join()}}=${from};` : '');
}

/** @param element the name under which the first file registers the element */
export function handOverExports(element: string): Plugin {
  return {
    name: 'hand-over-exports',
    renderChunk(code, chunk, _, { chunks }) {
      const first = Object.values(chunks).find(({ isEntry }) => isEntry);
      if (!first) throw new Error('There is no first file.');
      const names = [...first.exports].sort();
      if (chunk.isEntry) return names.length > 0 ? handOver(code, names) : null;
      return takeOver(code, names, basename(first.fileName), element);
    },
  };
}
