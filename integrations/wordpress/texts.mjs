/** The plugin's texts for translators: found in the sources, and compiled from what they wrote. */
import { mo, po } from 'gettext-parser';

/**
 * @typedef {{ text: string, plural?: string | undefined, files: string[] }} Text
 * @typedef {import('gettext-parser').GetTextTranslations} Catalogue
 */

/** A call of WordPress's functions for texts. Each text of the plugin is one literal in single quotes. */
const CALL =
  /\b(?:esc_html|esc_attr)?_(?:_|e|n)\(\s*'((?:[^'\\]|\\.)*)'(?:,\s*'((?:[^'\\]|\\.)*)',(?!\s*\)))?/g;

const unescape = (/** @type {string} */ literal) => literal.replace(/\\(.)/g, '$1');

/**
 * Every text of the sources, in the order in which they are found.
 * @param {Iterable<[file: string, code: string]>} sources
 * @returns {Text[]}
 */
export function findTexts(sources) {
  /** @type {Map<string, Text>} */
  const texts = new Map();
  for (const [file, code] of sources) {
    for (const [, literal = '', plural] of code.matchAll(CALL)) {
      const text = unescape(literal);
      const known = texts.get(text);
      if (!known) {
        texts.set(text, { text, plural: plural && unescape(plural), files: [file] });
      } else if (!known.files.includes(file)) known.files.push(file);
    }
  }
  return [...texts.values()];
}

/**
 * The template that translators begin with.
 * @param {Text[]} texts
 * @param {string} version
 * @returns {Uint8Array}
 */
export function template(texts, version) {
  const entries = texts.map(({ text, plural, files }) => [
    text,
    {
      msgid: text,
      ...(plural && { msgid_plural: plural }),
      msgstr: plural ? ['', ''] : [''],
      comments: { reference: files.join('\n') },
    },
  ]);
  return po.compile(
    /** @type {Catalogue} */ ({
      charset: 'utf-8',
      headers: {
        'Project-Id-Version': `Private Podcast Subscribe ${version}`,
        'Content-Type': 'text/plain; charset=utf-8',
        'X-Domain': 'private-podcast-subscribe',
      },
      translations: { '': Object.fromEntries(entries) },
    }),
  );
}

/**
 * What WordPress loads of a translation: a file for PHP, and one for the editor's script.
 * @param {Uint8Array} source a `.po` file
 * @param {Text[]} texts those of the sources
 */
export function compile(source, texts) {
  const catalogue = po.parse(Buffer.from(source));
  const translated = catalogue.translations[''] ?? {};
  const ofScript = texts.filter(({ files }) => files.some((file) => file.endsWith('.js')));
  const messages = ofScript.flatMap(({ text }) => {
    const entry = translated[text];
    return entry ? [[text, entry.msgstr]] : [];
  });
  const head = {
    domain: 'messages',
    lang: catalogue.headers.Language,
    'plural-forms': catalogue.headers['Plural-Forms'],
  };
  return {
    php: mo.compile(catalogue),
    script: JSON.stringify({
      domain: 'messages',
      locale_data: { messages: { '': head, ...Object.fromEntries(messages) } },
    }),
  };
}
