/** The controls of the playground, made from the custom elements manifest. */
import manifest from '../../../custom-elements.json';
import { languageCodes } from '../../../src/languages/languages.js';
import { appTable } from '../../../src/apps/app-table.js';

interface Described {
  name: string;
  description?: string;
  default?: string;
  type?: { text: string };
}

interface Declaration {
  tagName?: string;
  attributes: Described[];
  cssProperties: Described[];
  cssParts: Described[];
}

const declaration = (manifest as unknown as { modules: { declarations: Declaration[] }[] }).modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'private-podcast-subscribe');
if (!declaration) throw new Error('custom-elements.json does not describe the element.');

export interface Control {
  name: string;
  help: string;
  kind: 'text' | 'number' | 'flag' | 'choice' | 'colour';
  placeholder: string;
  choices: { value: string; label: string }[];
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const appChoices = appTable.map(({ id, name }) => ({ value: id, label: name }));

/** Attributes whose value is one of few. */
const choices: Partial<Record<string, Control['choices']>> = {
  links: ['consume', 'direct'].map((value) => ({ value, label: value })),
  locale: languageCodes.map((value) => ({ value, label: languageNames.of(value) ?? value })),
  'preferred-app': appChoices,
  'one-app': appChoices,
  player: [{ value: 'none', label: 'none' }],
};

/** Without what is for readers of the code: where a thing is written down. */
const plain = (text = '') => text.replace(/ \(docs\/[^)]*\)/g, '').replaceAll('`', '');

function controlOf({ name, description, default: given, type }: Described): Control {
  const options = choices[name];
  const text = type?.text ?? '';
  const colour = /^--pps-(?:accent|border-color|surface|muted)$/.test(name);
  const kind = options
    ? 'choice'
    : text === 'boolean'
      ? 'flag'
      : text.includes('number')
        ? 'number'
        : colour
          ? 'colour'
          : 'text';
  return {
    name,
    help: plain(description),
    kind,
    placeholder: given?.replaceAll("'", '') ?? '',
    choices: options ?? [],
  };
}

export const attributes = declaration.attributes.map(controlOf);
export const properties = declaration.cssProperties.map(controlOf);
export const parts = declaration.cssParts.map(controlOf);
