/** Styles name no left and no right, so that nothing stands on the wrong side where a page runs right to left. */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { paths, read } from '../docs/documents.js';

/** Files with styles: also of pages in one language, from which others are copied. */
const STYLED = /^src\/(?:components|server)\/.*\.ts$|\.css$/;

/** A property or a value with a side in it, or a way to one. */
const PHYSICAL =
  /(?:^|[;{\s])(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)?\s*:|:[^;{}]*\b(?:left|right)\b[^;{}]*(?=[;}]|$)|\btranslateX\(/;
/** A property whose values go around the box, from its top or its top left. */
const AROUND =
  /(?<=^|[;{\s])((?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color|radius))\s*:([^;}]*)/g;
/** A value for engines without the logical one stands right before that. */
const FALLBACK = /^\s*([a-z-]+):\s*(?:left|right);\s*\n\s*\1:\s*inline-(?:start|end);/gm;

/** Whether the left side is not as the right one. */
function isLopsided(property: string, value: string): boolean {
  let flat = value.replace('!important', '').trim();
  // A function with its blanks is one value.
  while (/\([^()]*\)/.test(flat))
    flat = flat.replace(/\(([^()]*)\)/g, (_, inner: string) => `[${inner.replace(/\s/g, '')}]`);
  const [top, right = top, bottom = top, left = right] = flat.split(/\s+/);
  return property === 'border-radius' ? top !== right || bottom !== left : left !== right;
}

function physicalIn(styles: string): string | undefined {
  const rules = styles.replace(/\/\*.*?\*\//gs, '').replace(FALLBACK, '');
  const [lopsided] =
    [...rules.matchAll(AROUND)].find(([, name = '', value = '']) => isLopsided(name, value)) ?? [];
  return PHYSICAL.exec(rules)?.[0] ?? lopsided;
}

/** The templates of styles in code, and those inside them. */
function templatesIn(code: string): string[] {
  const source = ts.createSourceFile('styles.ts', code, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'css') {
      const { template } = node;
      const pieces = ts.isTemplateExpression(template)
        ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
        : [template];
      found.push(pieces.map(({ text }) => text).join('…'));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const styled = paths
  .filter((path) => STYLED.test(path))
  .map((path): [path: string, styles: string[]] => [
    path,
    path.endsWith('.css') ? [read(path)] : templatesIn(read(path)),
  ])
  .filter(([, styles]) => styles.length > 0);

describe('css templates and style sheets that follow the direction of their page', () => {
  it.each(styled)('%s', (_, styles) => {
    expect(styles.map(physicalIn)).toEqual(styles.map(() => undefined));
  });

  it.each([
    'src/components/episodes/notes/notes-styles.ts',
    'src/components/handoff/phone-card-styles.ts',
    'src/server/first-view-styles.ts',
    'src/pages/page.css',
    'integrations/wordpress/plugin/assets/member.css',
    'integrations/wordpress/plugin/block/editor.css',
  ])('are looked at in %s', (path) => {
    expect(styled.map(([looked]) => looked)).toContain(path);
  });

  it('are looked at inside other templates', () => {
    const code = 'css`a {} ${css`b {} ${wide}`} c {}`';
    expect(templatesIn(code)).toEqual(['a {} … c {}', 'b {} …']);
  });

  it.each([
    'ul { padding-left: 1em }',
    'p { text-align: right; }',
    '.a {\n  left: 0;\n}',
    'b { border-top-left-radius: 1px }',
    'i { float: left; }',
    'a { margin-right:1px }',
    'p { padding: 0 1em 0 0 }',
    'p {\n  margin: 1px 2px 1px 3px !important;\n}',
    'p { padding: 0 calc(1em + var(--a, 2px)) 0 calc(1em + var(--a, 3px)) }',
    'p { border-width:0 0 0 2px }',
    'dialog { inset: 0 0 0 auto; }',
    'b { border-radius: 0 1em 1em 0 }',
    'b { border-radius: 1em 0 }',
    'p { background: linear-gradient(to right, red, blue); }',
    'p { background: linear-gradient(to bottom left, red, blue) }',
    'select { background-position: right 1em center }',
    'b { transform: translateX(-1em) }',
  ])('are not allowed %s', (styles) => {
    expect(physicalIn(styles)).toBeDefined();
  });
});
