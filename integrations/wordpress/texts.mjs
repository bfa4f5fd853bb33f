/** The plugin's texts: collected from its sources for translators, and compiled from their translations. */
import { mo, po } from 'gettext-parser';

/**
 * @typedef {{ text: string, plural?: string | undefined, context?: string, files: string[] }} Text
 * @typedef {import('gettext-parser').GetTextTranslations} Catalogue
 */

/** A call of WordPress's functions for texts. Each text of the plugin is one literal in single quotes. */
const CALL =
  /\b(?:esc_html|esc_attr)?_(?:_|e|n)\(\s*'((?:[^'\\]|\\.)*)'(?:,\s*'((?:[^'\\]|\\.)*)',(?!\s*\)))?/g;

const unescape = (/** @type {string} */ literal) => literal.replace(/\\(.)/g, '$1');

/** The fields of block.json that WordPress translates, and the context under which it does. */
const BLOCK_CONTEXTS = /** @type {const} */ ({
  title: 'block title',
  description: 'block description',
  keywords: 'block keyword',
});

/**
 * The texts by which WordPress lists the plugin and its block.
 * @param {string} main the plugin's main file
 * @param {string} block block.json
 * @returns {Text[]}
 */
export function findMetadata(main, block) {
  const description = /^ \* Description: (.+)$/m.exec(main)?.[1] ?? '';
  /** @type {Record<string, string | string[]>} */
  const fields = JSON.parse(block);
  const ofBlock = Object.entries(BLOCK_CONTEXTS).flatMap(([field, context]) =>
    [fields[field] ?? []].flat().map((text) => ({ text, context, files: ['block/block.json'] })),
  );
  return [{ text: description, files: ['private-podcast-subscribe.php'] }, ...ofBlock];
}

/**
 * Every text in the code, in the order in which they are found.
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
  /** @type {Catalogue['translations']} */
  const translations = {};
  for (const { text, plural, context = '', files } of texts) {
    (translations[context] ??= {})[text] = {
      msgid: text,
      ...(context && { msgctxt: context }),
      ...(plural && { msgid_plural: plural }),
      msgstr: plural ? ['', ''] : [''],
      comments: { reference: files.join('\n') },
    };
  }
  return po.compile(
    /** @type {Catalogue} */ ({
      charset: 'utf-8',
      headers: {
        'Project-Id-Version': `Private Podcast Subscribe ${version}`,
        'Content-Type': 'text/plain; charset=utf-8',
        'X-Domain': 'private-podcast-subscribe',
      },
      translations,
    }),
  );
}

/**
 * Makes the files of a translation that WordPress loads: one for PHP, and one for the editor's script.
 * @param {Uint8Array} source a `.po` file
 * @param {Text[]} texts those of the sources
 * @param {Uint8Array} [base] the file of the language whose other texts this one shares
 */
export function compile(source, texts, base) {
  const catalogue = po.parse(Buffer.from(source));
  const shared = base ? po.parse(Buffer.from(base)).translations : {};
  for (const [context, entries] of Object.entries(shared)) {
    catalogue.translations[context] = { ...entries, ...catalogue.translations[context] };
  }
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
