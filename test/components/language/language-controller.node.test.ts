/** The texts of two languages that are on their way at once. */
import { describe, expect, it } from 'vitest';
import type { LazyChunks } from '../../../src/components/loading/lazy-chunks.js';
import { LanguageController } from '../../../src/components/language/language-controller.js';

describe('LanguageController', () => {
  it('speaks the language that was set last, whichever comes first', async () => {
    const arrivals: (() => Promise<void>)[] = [];
    const chunks = {
      get: (load: () => Promise<unknown>) =>
        new Promise((resolve) => arrivals.push(async () => resolve(await load()))),
    } as unknown as LazyChunks;
    const host = { locale: 'pl', addController: () => undefined, requestUpdate: () => undefined };
    const language = new LanguageController(host as never, chunks, Promise.resolve());
    language.hostUpdate();
    host.locale = 'cs';
    language.hostUpdate();
    const [givePolish, giveCzech] = arrivals;
    await giveCzech!();
    expect(language.all?.listen).toBe('Poslechnout hned');
    await givePolish!();
    expect(language.all?.listen).toBe('Poslechnout hned');
  });
});
