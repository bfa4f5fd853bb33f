import { describe, expect, it } from 'vitest';
import {
  directionOf,
  findLanguage,
  languageCodes,
  languageOf,
} from '../../src/languages/languages.js';

describe('findLanguage', () => {
  it.each(languageCodes)('finds %s by its code with any region or script', (code) => {
    for (const tag of [code, code.toUpperCase(), code.replace('-', '_'), `${code}-x-other`]) {
      expect(findLanguage(tag), tag).toBe(code);
    }
  });

  it.each(languageCodes.filter((code) => !/^(pt|zh|de-)/.test(code)))(
    'finds %s with any region or script',
    (code) => {
      for (const tag of [`${code}-XX`, `${code}_XX`, `${code}-Latn-XX`]) {
        expect(findLanguage(tag), tag).toBe(code);
      }
    },
  );

  it.each([
    ['sv-FI', 'sv'],
    ['en-GB', 'en'],
    ['pt-BR', 'pt'],
    ['de-CH-1996', 'de'],
    ['no', 'nb'],
    ['nn', 'nb'],
    ['nn-NO', 'nb'],
    ['NO-no', 'nb'],
    ['pt-Latn-BR', 'pt'],
    ['pt-419', 'pt'],
    ['pt_PT', 'pt-PT'],
    ['pt_Latn_PT', 'pt-PT'],
    ['pt-AO', 'pt-PT'],
    ['pt-Latn-MZ', 'pt-PT'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh_TW', 'zh-Hant'],
    ['zh_Hant_TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-mo', 'zh-Hant'],
    ['zh-Hant-CN', 'zh-Hant'],
    ['de-AT', 'de'],
    ['de-informal', 'de'],
    ['de-AT-formal', 'de-formal'],
    ['de-formal-AT', 'de-formal'],
    ['de-x-formal', 'de-formal'],
    ['nl-formal', 'nl'],
  ])('maps %s to %s', (tag, code) => {
    expect(findLanguage(tag)).toBe(code);
  });

  it.each([
    '',
    '-',
    'el',
    'eng',
    's',
    'svenska',
    'fil',
    'xsv',
    '-sv',
    ' sv',
    'i-sv',
    'zhx',
    'nob',
    'constructor',
  ])('returns undefined for %j', (tag) => {
    expect(findLanguage(tag)).toBeUndefined();
  });
});

describe('languageOf', () => {
  it.each([
    ['sv-FI', 'sv'],
    ['nn', 'nb'],
    ['el', 'en'],
    ['', 'en'],
  ])('maps the page language %j to %s', (tag, code) => {
    expect(languageOf(tag)).toBe(code);
  });
});

describe('directionOf', () => {
  it.each(['ar', 'AR-eg', 'he', 'iw', 'fa_IR', 'ur', 'ckb', 'dv', 'ps', 'sd', 'ug', 'yi'])(
    'returns rtl for %s',
    (tag) => {
      expect(directionOf(tag)).toBe('rtl');
    },
  );

  it.each(['en', 'sv-AR', 'ja', 'arc', 'xar', 'hea', ''])('returns ltr for %j', (tag) => {
    expect(directionOf(tag)).toBe('ltr');
  });

  it('agrees with Unicode on every language that has texts', () => {
    for (const code of languageCodes)
      expect(directionOf(code), code).toBe(directionByUnicode(code));
  });
});

/** Engines have this under its old name, its new one, or both. */
interface TextInfo {
  textInfo?: { direction?: string };
  getTextInfo?: () => { direction?: string };
}

function directionByUnicode(tag: string): string | undefined {
  const locale: Intl.Locale & TextInfo = new Intl.Locale(tag);
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction;
}
