/** Styles name no left and no right, so that nothing stands on the wrong side where a page runs right to left. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../src/components/', import.meta.url));
const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));

const PHYSICAL =
  /(?:^|[;{\s])((?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)?\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right))/;
/** A value for engines without the logical one stands right before that. */
const FALLBACK = /^\s*([a-z-]+):\s*(?:left|right);\s*\n\s*\1:\s*inline-(?:start|end);/gm;

const physicalIn = (styles: string): string | undefined =>
  PHYSICAL.exec(styles.replace(/\/\*.*?\*\//gs, '').replace(FALLBACK, ''))?.[1];

/** The templates of styles of a file, and those inside them. */
const stylesOf = (code: string): string[] =>
  [...code.matchAll(/\bcss`([^`]*)`/g)].map(([, styles = '']) => styles);

const styled = await Promise.all(
  files.map(async (name) => ({ name, styles: stylesOf(await readFile(folder + name, 'utf8')) })),
);

describe('css templates of the element, also of what loads later', () => {
  it.each(styled.filter(({ styles }) => styles.length > 0))('$name', ({ styles }) => {
    expect(styles.map(physicalIn)).toEqual(styles.map(() => undefined));
  });

  it('are found in the files of each part', () => {
    const names = styled.filter(({ styles }) => styles.length > 0).map(({ name }) => name);
    for (const name of ['episodes/notes/notes-styles.ts', 'handoff/phone-card-styles.ts']) {
      expect(names).toContain(name);
    }
    expect(names.length).toBeGreaterThan(10);
  });

  it.each([
    'ul { padding-left: 1em }',
    'p { text-align: right; }',
    '.a {\n  left: 0;\n}',
    'b { border-top-left-radius: 1px }',
    'i { float: left; }',
    'a { margin-right:1px }',
  ])('are not allowed %s', (styles) => {
    expect(physicalIn(styles)).toBeDefined();
  });

  it('may have a value for older engines before the logical one', () => {
    expect(physicalIn('a {\n  float: right;\n  float: inline-end;\n}')).toBeUndefined();
  });
});
