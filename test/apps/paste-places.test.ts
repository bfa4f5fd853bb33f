import { describe, expect, it } from 'vitest';
import { appFacts } from '../../src/apps/app-facts.js';
import { appTable, type AppId } from '../../src/apps/app-table.js';
import { pastePlace } from '../../src/apps/paste-places.js';
import { languageCodes } from '../../src/languages/languages.js';
import type { Platform } from '../../src/apps/platform.js';

const place = (id: AppId, language: string, platform: Platform) =>
  pastePlace(
    appTable.find((app) => app.id === id)!,
    language,
    platform,
  );

describe('pastePlace', () => {
  it('says it in the words of the app’s own screens', () => {
    expect(place('apple-podcasts', 'de', 'ios')).toBe('Mediathek › ⋯ › Eintrag mit „URL“');
    expect(place('apple-podcasts', 'es', 'macos')).toBe('Archivo › Seguir un programa por URL…');
    expect(place('antennapod', 'pl', 'android')).toBe(
      'Dodaj podcast › Dodaj podcast po adresie RSS',
    );
  });

  it('tells an entry whose name is not known in words, in each language', () => {
    for (const code of languageCodes.filter((it) => it !== 'en')) {
      const entry = place('apple-podcasts', code, 'ios')?.split(' › ').at(-1);
      expect(entry, code).toMatch(/URL/);
      expect(entry, code).not.toMatch(/^…|^Follow/);
    }
  });

  it('says it in English for an app that does not speak the language', () => {
    expect(place('overcast', 'de', 'ios')).toBe(appFacts.overcast.paste);
    expect(place('pocket-casts', 'fi', 'ios')).toBe(appFacts['pocket-casts'].paste);
  });

  it('knows that an app for iOS speaks fewer languages than for Android', () => {
    expect(place('pocket-casts', 'nb', 'android')).toContain('Oppdag');
    expect(place('pocket-casts', 'nb', 'ios')).toContain('Discover');
  });

  it('is undefined where no place is known', () => {
    expect(place('castro', 'de', 'ios')).toBeUndefined();
  });

  it('takes an override that repeats our English for none', () => {
    const row = { ...appTable.find(({ id }) => id === 'antennapod')!, ...appFacts.antennapod };
    expect(pastePlace(row, 'fr', 'android')).toContain('lien RSS');
  });
});
