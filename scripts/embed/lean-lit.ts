/**
 * Lit as the script-tag build needs it. Lit's templates can hold more than ours do: directives, text
 * around a placeholder in an attribute, placeholders in comments. Lit decides all of that while it runs.
 * The build answers in Lit's readable source, and the minifier drops what never happens. A new version
 * of Lit with another source fails the build, and so does a template that needs what is left out: see
 * docs/decisions/0027.
 */
import { parseSync, type Plugin } from 'vite';

/** Conditions in Lit's source, and the answer to each. */
const answers: readonly (readonly [found: string, answer: string])[] = [
  // Warnings, sanitizers and Shady DOM: Lit's own build leaves them out too.
  ['DEV_MODE = true', 'DEV_MODE = false'],
  ['ENABLE_EXTRA_SECURITY_HOOKS = true', 'ENABLE_EXTRA_SECURITY_HOOKS = false'],
  ['ENABLE_SHADYDOM_NOPATCH = true', 'ENABLE_SHADYDOM_NOPATCH = false'],
  // No value is a directive.
  ['value === noChange', 'true'],
  // No placeholder stands for an element, or is in a comment or in text without markup.
  ['templatePart.type === ELEMENT_PART', 'false'],
  ['name.startsWith(marker)', 'false'],
  ['(i = node.data.indexOf(marker, i + 1)) !== -1', 'false'],
  ['rawTextElement.test(node.tagName)', 'false'],
  ['rawTextElement.test(match[TAG_NAME])', 'false'],
  // A placeholder in an attribute is its whole value.
  ["strings.length > 2 || strings[0] !== '' || strings[1] !== ''", 'false'],
  ['part.strings !== undefined', 'false'],
  ['strings === undefined', 'true'],
  // Every template is HTML.
  ['type === SVG_RESULT', 'false'],
  ['type === MATHML_RESULT', 'false'],
  // A local variable with the name of an export, which `handOver` would take for it.
  ['let html = ', 'let markup = '],
  ['        html +=', '        markup +='],
  ['htmlResult = html +', 'htmlResult = markup +'],
];

/** What only a directive reads of a placeholder, or Lit reads for it. */
const forDirectives = [
  /^ {4}(?:get (?:_\$isConnected|parentNode|startNode|endNode|tagName)|setConnected)\(.*?^ {4}\}$/gms,
  /^ +this\.(?:type|__isConnected|_\$disconnectableChildren) = .*;$/gm,
];

/** Names that only Lit uses, and that Lit's own build shortens too. */
const privateName = /(?<![\w'])_[$_]?[a-z]\w*/g;

function replaceAll(code: string, found: string | RegExp, text: string): string {
  const replaced = code.replaceAll(found, text);
  if (replaced === code) throw new Error(`Lit has changed: there is no ${String(found)}.`);
  return replaced;
}

/** Lit's source without what our templates never use. */
export function leanSource(source: string): string {
  const answered = answers.reduce(
    (code, [found, answer]) => replaceAll(code, found, answer),
    source,
  );
  const lean = forDirectives.reduce((code, found) => replaceAll(code, found, ''), answered);
  const names = [...new Set(lean.match(privateName))];
  return lean.replace(privateName, (name) => `_${names.indexOf(name).toString(36)}`);
}

const PLACEHOLDER = '${…}';

/** The text of each template, with a sign for each placeholder. */
function templatesIn(node: unknown): string[] {
  if (typeof node !== 'object' || !node) return [];
  const { type, tag, quasi } = node as Record<string, unknown>;
  const own: string[] = [];
  if (type === 'TaggedTemplateExpression') {
    const { name } = tag as { name?: string };
    if (name === 'svg' || name === 'mathml') throw new Error(`Write html\`…\` for ${name}\`…\`.`);
    const { quasis } = quasi as { quasis: { value: { raw: string } }[] };
    if (name === 'html') own.push(quasis.map(({ value }) => value.raw).join(PLACEHOLDER));
  }
  return own.concat(...Object.values(node).map(templatesIn));
}

/** Throws for a module that needs what {@link leanSource} leaves out. */
export function checkTemplates(code: string): void {
  if (/from 'lit\/(?!html\.js')/.test(code)) throw new Error('There are no directives.');
  for (const template of templatesIn(parseSync('module.ts', code).program)) {
    const unparsed = /<!--|<(?:script|style|textarea|title)\b/i.exec(template);
    if (unparsed) throw new Error(`A template may not have ${unparsed[0]}.`);
    for (const [tag] of template.matchAll(/<[a-z][^>]*>/gi)) {
      const rest = tag.replace(/\s[.?@]?[\w-]+=("?)\$\{…\}\1(?=[\s/>])/g, '');
      if (rest.includes(PLACEHOLDER)) {
        throw new Error(`A placeholder must be the whole value of its attribute: ${tag}`);
      }
    }
  }
}

export const leanLit: Plugin = {
  name: 'lean-lit',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^lit-html$/ },
    async handler(id, importer) {
      const shipped = await this.resolve(id, importer, { skipSelf: true });
      return shipped?.id.replace(/lit-html\.js$/, 'development/$&');
    },
  },
  transform: {
    filter: { id: [/lit-html\/development\/lit-html\.js$/, /src\/components\/.*\.ts$/] },
    handler(code, id) {
      if (id.endsWith('lit-html.js')) return { code: leanSource(code), map: null };
      checkTemplates(code);
      return null;
    },
  },
};
