/** The languages: each whole, and correct in form, in the texts of the element and in those of its player. */
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PluralText } from '../../../../src/index.js';
import { en } from '../../../../src/components/language/texts/en.js';
import { languages, loadTexts } from '../../../../src/components/language/texts/language-table.js';
import { enPlayer } from '../../../../src/components/language/texts/player/en.js';
import { playerLanguages } from '../../../../src/components/language/texts/player/language-table.js';
import { loadPlayerTexts } from '../../../../src/components/language/texts/player/player-texts.js';
import { languageCodes, type LanguageCode } from '../../../../src/languages/languages.js';
import { messageTexts } from '../../../../src/pages/message-texts.js';

/** Texts by their names. */
type Named = Readonly<Record<string, string | PluralText>>;

/** What is translated: its table, its English, how it is loaded, and the folder of its files. */
const parts: Record<
  string,
  { table: object; english: Named; load: (code: LanguageCode) => Promise<Named>; folder: string }
> = {
  languages: { table: languages, english: en, load: loadTexts, folder: '' },
  playerLanguages: {
    table: playerLanguages,
    english: enPlayer,
    load: loadPlayerTexts,
    folder: 'player/',
  },
};

/** Texts that are the same in another language. */
const sharedWords = ['Bonus', 'Live', 'Pause', 'Player', 'Position', 'Trailer', 'Transcript'];

/** The languages that are written in other letters than the names of apps. */
const scripts: Partial<Record<LanguageCode, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  ja: /\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
};

const formsOf = (text: string | PluralText | undefined): string[] =>
  typeof text === 'object' ? Object.values(text) : [text ?? ''];
const placeholders = (forms: string[]): string[] =>
  [...new Set(forms.flatMap((form) => form.match(/\{\w*\}/g) ?? []))].sort();

/** How many of the numbers that a page may count fall in each plural category. */
function countsByCategory(locale: string): Map<string, number> {
  const rules = new Intl.PluralRules(locale);
  const counts = new Map<string, number>();
  for (let number = 0; number <= 1000; number += 1) {
    const category = rules.select(number);
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return counts;
}

for (const [exported, { table, english, load, folder }] of Object.entries(parts)) {
  describe(exported, () => {
    const names = Object.keys(english);

    it('has a line for each file of a language, and each language of the package', () => {
      const files = readdirSync(`src/components/language/texts/${folder}`);
      const written = files.flatMap(
        (file) => /^([a-z]{2}(-(?!first)\w+)?)\.ts$/.exec(file)?.[1] ?? [],
      );
      expect(Object.keys(table)).to.deep.equal(languageCodes);
      expect(written).to.have.members(languageCodes.map((code) => code.toLowerCase()));
    });

    for (const code of languageCodes) {
      describe(code, () => {
        let texts: Named;
        let said: [name: string, forms: string[]][];

        beforeAll(async () => {
          texts = await load(code);
          said = names.map((name) => [name, formsOf(texts[name])]);
        });

        it('has every text, none of them empty or with space around it', () => {
          expect(Object.keys(texts)).to.have.members(names);
          for (const [name, forms] of said) {
            for (const form of forms) {
              expect(form.length, name).to.be.greaterThan(0);
              expect(form, name).to.equal(form.trim().replace(/ {2,}/g, ' '));
            }
          }
        });

        it('keeps every placeholder of the English text', () => {
          const rare = countsByCategory(code);
          for (const [name, forms] of said) {
            const expected = placeholders(formsOf(english[name]));
            expect(placeholders(forms), name).to.deep.equal(expected);
            const text = texts[name];
            if (typeof text !== 'object') continue;
            // “One episode” may say its number in a word; the form for many numbers may not.
            for (const [category, form] of Object.entries(text)) {
              if (rare.get(category) === 1) continue;
              expect(placeholders([form]), `${name}, ${category}`).to.deep.equal(expected);
            }
          }
        });

        it('has the plural forms that its numbers take', () => {
          const needed = new Set([...countsByCategory(code).keys(), 'other']);
          const known = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
          for (const [name, text] of Object.entries(texts)) {
            if (typeof text === 'string') continue;
            expect(Object.keys(text), name).to.include.members([...needed]);
            expect([...known, 'other'], name).to.include.members(Object.keys(text));
          }
        });

        it('has the quotes, dashes and ellipses of print', () => {
          for (const [name, forms] of said) {
            expect(forms.join(' '), name).not.to.match(/['"`]|\.\.\.|--/);
          }
        });

        if (code !== 'en') {
          it('has no English text left', () => {
            const left = said.filter(
              ([name, forms]) => forms.join() === formsOf(english[name]).join(),
            );
            expect(sharedWords).to.include.members(left.flatMap(([, forms]) => forms));
          });
        }

        const script = scripts[code];
        if (script) {
          it('has every text in its own script', () => {
            for (const [name, forms] of said) {
              for (const form of forms) expect(form, name).to.match(script);
            }
          });
        }
      });
    }
  });
}

describe('enPlayer', () => {
  it('has no name of the other texts, because a page replaces both in one object', () => {
    expect(Object.keys(enPlayer).filter((name) => name in en)).to.deep.equal([]);
  });
});

describe('loadTexts', () => {
  /** The texts of the pages of a few words, too. */
  const allTexts = async (code: 'ar' | 'fr'): Promise<[string, readonly string[]][]> => {
    const element: Named = { ...(await loadTexts(code)), ...(await loadPlayerTexts(code)) };
    return [
      ...Object.entries(element).map(([name, text]): [string, string[]] => [name, formsOf(text)]),
      ...Object.entries(messageTexts[code]),
    ];
  };

  it('isolates what may run left to right in Arabic', async () => {
    for (const [name, forms] of await allTexts('ar')) {
      for (const form of forms) {
        expect(form, name).not.to.match(
          /(?<!\u2068)\{(apps?|title|author|path)\}|\}(?<=(apps?|title|author|path)\})(?!\u2069)/,
        );
      }
    }
  });

  it('has no-break spaces where French spaces a sign from its word', async () => {
    for (const [name, forms] of await allTexts('fr')) {
      expect(forms.join('|'), name).not.to.match(/[^\u00a0\u202f][:;?!%»]|«[^\u00a0\u202f]/);
    }
  });
});
