/** Choosing the language of a page, and filling a text with values and numbers. */
import { describe, expect, it } from 'vitest';
import type { Texts } from '../../../src/index.js';
import { en } from '../../../src/components/language/texts/en.js';
import { languages, loadTexts } from '../../../src/components/language/texts/language-table.js';
import { fillCount } from '../../../src/components/language/formats.js';
import { languageOf } from '../../../src/languages/languages.js';
import { fill } from '../../../src/components/language/texts.js';

describe('fillCount', () => {
  const expected: Record<string, Record<number, string>> = {
    en: { 0: '0 episodes found', 1: '1 episode found', 2: '2 episodes found' },
    fr: { 0: '0 épisode trouvé', 1: '1 épisode trouvé', 2: '2 épisodes trouvés' },
    pl: {
      1: 'Znaleziono 1 odcinek',
      2: 'Znaleziono 2 odcinki',
      5: 'Znaleziono 5 odcinków',
      12: 'Znaleziono 12 odcinków',
      22: 'Znaleziono 22 odcinki',
    },
    cs: {
      1: 'Nalezena 1 epizoda',
      3: 'Nalezeny 3 epizody',
      5: 'Nalezeno 5 epizod',
      22: 'Nalezeno 22 epizod',
    },
    ja: { 1: '1件のエピソードが見つかりました', 100: '100件のエピソードが見つかりました' },
    ar: { 0: 'لم يُعثر على أي حلقة', 1: 'عُثر على حلقة واحدة', 2: 'عُثر على حلقتين' },
  };
  for (const [code, counts] of Object.entries(expected)) {
    it(`chooses the form for the number in ${code}`, async () => {
      const { searchResults } = await loadTexts(languageOf(code));
      for (const [count, text] of Object.entries(counts)) {
        expect(fillCount(searchResults, Number(count), code)).to.equal(text);
      }
    });
  }

  it('tells few from many in Arabic', async () => {
    const { searchResults } = await loadTexts('ar');
    const noun = (count: number) => fillCount(searchResults, count, 'ar').split(' ').at(-1);
    expect(noun(3)).to.equal('حلقات');
    expect(noun(10)).to.equal('حلقات');
    expect(noun(11)).to.equal('حلقة');
    expect(noun(100)).to.equal('حلقة');
    expect(noun(103)).to.equal('حلقات');
  });

  it('groups digits as the language does', () => {
    expect(fillCount(en.searchResults, 10_000, 'en')).to.equal('10,000 episodes found');
    expect(fillCount(en.searchResults, 10_000, 'de')).to.equal('10.000 episodes found');
  });

  it('uses the form for all others if a page gives no more', () => {
    expect(fillCount({ other: '{count} x' }, 1, 'en')).to.equal('1 x');
  });
});

describe('fill', () => {
  it('inserts each value unchanged, and leaves a placeholder without one', () => {
    expect(fill('{app}: {path}, {app} {x}', { app: '$& {path}', path: 0 })).to.equal(
      '$& {path}: 0, $& {path} {x}',
    );
  });
});

describe('loadTexts', () => {
  it('loads a language again after its file failed to load', async () => {
    const loads = languages as Record<string, () => Promise<Texts>>;
    const own = loads.sv!;
    loads.sv = () => Promise.reject(new TypeError('Failed to fetch'));
    try {
      const missed = await loadTexts('sv').catch((error: unknown) => error);
      expect(missed).to.be.instanceOf(TypeError);
    } finally {
      loads.sv = own;
    }
    expect((await loadTexts('sv')).retry).to.equal('Försök igen');
  });
});
