/** Laws of languages: a tag means the same in either case and with either separator (BCP 47). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findLanguage,
  languageCodes,
  languageOf,
  validLocale,
  type LanguageCode,
} from '../../src/languages/languages.js';
import { directionOf } from '../../src/languages/locale.js';
import { inTurn, same, spelt } from '../support/laws/same.js';
import { anyCase } from '../support/laws/spellings/text.js';

/** Tags that are found, with the language that each asks for (RFC 4647 §3.4, and the choices of the interface). */
const languages: Readonly<Record<string, LanguageCode>> = {
  ...Object.fromEntries(languageCodes.map((code) => [code, code])),
  'sv-FI': 'sv',
  no: 'nb',
  'no-NO': 'nb',
  nn: 'nb',
  'nn-Latn-NO': 'nb',
  'nb-SJ': 'nb',
  'de-AT': 'de',
  'de-AT-formal': 'de-formal',
  'de-CH-x-formal': 'de-formal',
  'pt-BR': 'pt',
  'pt-Latn-BR': 'pt',
  'pt-AO': 'pt-PT',
  'pt-Latn-MZ': 'pt-PT',
  zh: 'zh-Hans',
  'zh-CN': 'zh-Hans',
  'zh-SG': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
  'zh-MO': 'zh-Hant',
  'zh-Hant-CN': 'zh-Hant',
  'zh-Hans-TW': 'zh-Hans',
  'en-US-u-hc-h23': 'en',
};

const separators = (tag: string) =>
  fc
    .tuple(...tag.split('-').map((part) => fc.constantFrom('-', '_').map((sign) => part + sign)))
    .map((parts) => parts.join('').slice(0, -1));
const spelling = inTurn(anyCase, separators);

describe('findLanguage and languageOf', () => {
  it('know a tag in either case and with hyphens or underscores', async () => {
    const tags = spelt(fc.constantFrom(...Object.keys(languages)), spelling);
    await same(findLanguage, tags, (tag) => languages[tag]);
    await same(languageOf, tags, (tag) => languages[tag]);
  });

  it('know a language with any region, script and extension that changes nothing', () => {
    const plain = languageCodes.filter((code) => !/^(pt|zh|de-)/.test(code));
    const more = fc.constantFrom(
      ...['', '-Latn', '-419', '-GB', '-Latn-US', '-x-any', '-u-ca-gregory', '-1996'],
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...plain),
        more,
        (code, rest) => findLanguage(code + rest) === code,
      ),
    );
  });

  it('take a word that only begins like one of ours for another language', () => {
    const foreign = fc.constantFrom(
      ...['el', 'hu', 'nob', 'deu', 'pto', 'zhx', 'non', 'e', '', 'x-en', '-en', 'english'],
      ...['fil', 'xsv', ' sv', 'i-sv', 'constructor'],
    );
    fc.assert(
      fc.property(
        foreign.chain(spelling),
        (tag) => findLanguage(tag) === undefined && languageOf(tag) === 'en',
      ),
    );
  });
});

describe('directionOf', () => {
  it('is that of the language, in any region and spelling', async () => {
    const rtl = fc.constantFrom(
      ...['ar', 'ar-EG', 'he-IL', 'fa', 'ur-PK', 'ps', 'sd', 'ug', 'yi', 'ckb', 'dv', 'iw'],
    );
    await same(directionOf, spelt(rtl, spelling), () => 'rtl');
    const ltr = fc.constantFrom('en', 'sv-AR', 'ja', 'tr', 'arc-x', 'en-u-he', 'zh-Hans');
    await same(directionOf, spelt(ltr, spelling), () => 'ltr');
  });

  it('is that of Unicode for every language that has texts', () => {
    /** Engines have this under its old name, its new one, or both. */
    interface TextInfo {
      textInfo?: { direction?: string };
      getTextInfo?: () => { direction?: string };
    }
    for (const code of languageCodes) {
      const locale: Intl.Locale & TextInfo = new Intl.Locale(code);
      const { direction } = locale.getTextInfo?.() ?? locale.textInfo ?? {};
      expect(directionOf(code), code).toBe(direction);
    }
  });
});

describe('validLocale', () => {
  it('gives one canonical form, which Intl takes (ECMA-402), and leaves out `formal`', async () => {
    const tags = fc.constantFrom(
      'en',
      'en-GB',
      'sv-FI',
      'zh-Hant-TW',
      'pt-PT',
      'de',
      'no',
      'de-CH',
    );
    await same(validLocale, spelt(tags, spelling), (tag) => Intl.getCanonicalLocales(tag)[0]);
    await same(
      validLocale,
      spelt(fc.constantFrom('de-formal', 'de-x-formal'), spelling),
      () => 'de',
    );
    await same(
      validLocale,
      spelt(fc.constantFrom('de-AT-formal', 'de-AT-x-formal'), spelling),
      () => 'de-AT',
    );
  });

  it('keeps the language of a tag that no registry takes', () => {
    for (const rest of ['-', '--SE', '_SE_', '-toolongsubtag', '-SE-SE'])
      expect(validLocale(`sv${rest}`)).toBe('sv');
    expect(validLocale('zh_Hant_TW')).toBe('zh-Hant-TW');
  });

  it('gives a locale for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const locale = validLocale(text);
        expect(Intl.getCanonicalLocales(locale)).toEqual([locale]);
      }),
    );
  });
});
