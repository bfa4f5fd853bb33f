/**
 * The custom elements manifest is read out of the comments on the element and its events.
 * It names the modules as the package ships them, and leaves out what is not public. The same run
 * writes what editors complete by: `vscode.html-custom-data.json` and `web-types.json`.
 */
import { readFileSync } from 'node:fs';
import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration';
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration';

/**
 * Returns the first group of each match in a source file.
 * @param {string} file
 * @param {RegExp} pattern
 */
function found(file, pattern) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

const appIds = found('src/apps/app-table.ts', /\bid: '(.+?)'/g);

/** @param {string[]} values */
const oneOf = (...values) => values.map((value) => `'${value}'`).join(' | ');

/**
 * The type of an attribute where its property's says less or more. Editors offer the values. Apps of
 * `appOverrides` and languages with `texts` of the page's own are possible too.
 * @type {Record<string, string>}
 */
const attributeTypes = {
  links: oneOf('consume', 'direct'),
  apps: 'string',
  player: "'none'",
  'preferred-app': `${oneOf(...appIds)} | string`,
  'one-app': `${oneOf(...appIds)} | string`,
  locale: `${oneOf(...found('src/languages/languages.ts', /^ {2}'([a-z]{2}(?:-\w+)?)',$/gm))} | string`,
};

/** @param {any} manifest */
function setAttributeTypes({ modules }) {
  for (const { declarations } of modules) {
    for (const { attributes = [] } of declarations) {
      for (const attribute of attributes) {
        const text = attributeTypes[attribute.name];
        if (text) attribute.type = { text };
      }
    }
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
function asShipped(key, value) {
  if ((key === 'path' || key === 'module') && typeof value === 'string') {
    return value.replace(/^(?:\/?src|\.)\/(.+)\.[jt]s$/, 'dist/$1.js');
  }
  if (key === 'members' || key === 'attributes') {
    return value.filter((/** @type {any} */ { privacy }) => !privacy || privacy === 'public');
  }
  // The analyzer takes the first argument of an event's class for the event's name.
  if (key === 'events') {
    return value.filter((/** @type {any} */ { name }) => name?.startsWith('pps-'));
  }
  return value;
}

/** Parts are offered one by one where CSS is written: the element's own description does without. */
const editors = {
  outdir: '.',
  hideCssPartsDocs: true,
  hideCssPropertiesDocs: true,
  hideLogs: true,
};

export default {
  globs: [
    'src/index.ts',
    'src/define.ts',
    'src/components/{private-podcast-subscribe,events/first-events}.ts',
  ],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [
    {
      name: 'as-shipped',
      packageLinkPhase(/** @type {any} */ { customElementsManifest }) {
        Object.assign(
          customElementsManifest,
          JSON.parse(JSON.stringify(customElementsManifest), (key, value) => asShipped(key, value)),
        );
        setAttributeTypes(customElementsManifest);
      },
    },
    customElementVsCodePlugin({ ...editors, cssFileName: null }),
    customElementJetBrainsPlugin({ ...editors, packageJson: false }),
  ],
};
