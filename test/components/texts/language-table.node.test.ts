/** The languages: each whole, and correct in form. */
import { languageOf } from '../../../src/languages/languages.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PluralText, Texts } from '../../../src/index.js';
import { en } from '../../../src/components/texts/en.js';
import { languages } from '../../../src/components/texts/language-table.js';
import { loadTexts } from '../../../src/components/texts/texts.js';
import { messageTexts } from '../../../src/pages/message-texts.js';
import { longer, longerTexts } from './longer-texts.js';

const names = Object.keys(en) as (keyof Texts)[];
const codes = Object.keys(languages);
const translations = codes.filter((code) => code !== 'en');

/** Texts that are the same in another language. */
const sharedWords = ['Bonus', 'Pause', 'Trailer', 'Transcript'];

const formsOf = (text: string | PluralText): string[] =>
  typeof text === 'string' ? [text] : Object.values(text);
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

describe('languages', () => {
  it('has the languages that the element promises', () => {
    expect(codes.join(' ')).to.equal(
      'ar cs da de de-formal en es fi fr it ja nb nl pl pt pt-PT sv tr zh-Hans zh-Hant',
    );
  });

  for (const code of codes) {
    describe(code, () => {
      let texts: Texts;
      let said: [name: keyof Texts, forms: string[]][];

      beforeAll(async () => {
        texts = await loadTexts(languageOf(code));
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
          const expected = placeholders(formsOf(en[name]));
          expect(placeholders(forms), name).to.deep.equal(expected);
          const text = texts[name];
          if (typeof text === 'string') continue;
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
    });
  }

  for (const code of translations) {
    it(`has no English text left in ${code}`, async () => {
      const texts = await loadTexts(languageOf(code));
      const left = names.filter((name) => formsOf(texts[name]).join() === formsOf(en[name]).join());
      const words = left.flatMap((name) => formsOf(en[name]));
      expect(sharedWords).to.include.members(words);
    });
  }

  const scripts = {
    ar: /\p{Script=Arabic}/u,
    ja: /\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u,
    'zh-Hans': /\p{Script=Han}/u,
    'zh-Hant': /\p{Script=Han}/u,
  };
  for (const [code, script] of Object.entries(scripts)) {
    it(`has every text of ${code} in its own script`, async () => {
      for (const [name, text] of Object.entries(await loadTexts(languageOf(code)))) {
        for (const form of formsOf(text)) expect(form, name).to.match(script);
      }
    });
  }

  /** Texts outside the element, too: of the pages of a few words. */
  const allTexts = async (code: 'ar' | 'fr') =>
    Object.entries({
      ...Object.fromEntries(
        Object.entries(await loadTexts(code)).map(([name, text]) => [name, formsOf(text)]),
      ),
      ...messageTexts[code],
    });

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
      expect(forms.join('|'), name).not.to.match(/[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]/);
    }
  });
});

describe('longerTexts', () => {
  it('has words that are 40 % longer, and keeps their placeholders', () => {
    expect(longer('Open in {app}')).to.equal('Openöö inö {app}');
    expect(longer(en.keepSecret).length).to.be.greaterThan(en.keepSecret.length * 1.35);
    expect(placeholders([longerTexts.stepPath])).to.deep.equal(placeholders([en.stepPath]));
  });
});
