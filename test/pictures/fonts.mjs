/**
 * The fonts of all pictures, from the packages beside this file, so that no machine's own font is in
 * them: one family for Latin, Arabic and Japanese.
 */
import { readFileSync } from 'node:fs';

const packages = new URL('node_modules/', import.meta.url);

/** The one family of the pictures. */
export const pictureFont = 'Pictured';

/** A font's file in the packages, and the range of its characters. */
const japanese = ['@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff2'];
const arabic = [
  '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
  'U+0600-06FF,U+FB50-FDFF,U+FE70-FEFF',
];
const latin = (/** @type {'normal' | 'italic'} */ style) => [
  `@fontsource-variable/inter/files/inter-latin-wght-${style}.woff2`,
  'U+0000-02FF,U+2000-2BFF',
];

/** A story that asks for Georgia gets slanted letters, so that its font can be told. */
const families = {
  [pictureFont]: [japanese, arabic, latin('normal')],
  Georgia: [japanese, latin('italic')],
};

const nameOf = (path = '') => path.replace(/^.*\//, '');

/** The fonts' files, by name. */
export const fontFiles = new Map(
  Object.values(families)
    .flat()
    .map(([path = '']) => [nameOf(path), new URL(path, packages)]),
);

/**
 * The rules of a style sheet that bring the fonts.
 * @param {(name: string) => string} urlOf the URL of a font's file
 * @param {(keyof typeof families)[]} [names] of the families
 */
export const fontRules = (urlOf, names = [pictureFont]) =>
  names
    .flatMap((name) =>
      (families[name] ?? []).map(([path, range]) => {
        const characters = range ? `unicode-range: ${range};` : '';
        return `@font-face { font-family: '${name}'; font-weight: 100 900; font-display: block; src: url(${urlOf(nameOf(path))}); ${characters} }`;
      }),
    )
    .join('\n');

/** As a `data:` URL, for a page of another server. @param {string} name */
export const asData = (name) =>
  `data:font/woff2;base64,${readFileSync(/** @type {URL} */ (fontFiles.get(name))).toString('base64')}`;
