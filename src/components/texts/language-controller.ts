/** The element's language: English from the start, any other once its texts are loaded. */
import type { LitElement, ReactiveController } from 'lit';
import {
  directionOf,
  findLanguage,
  languageOf,
  type LanguageCode,
} from '../../languages/languages.js';
import type { LazyChunks } from '../lazy-chunks.js';
import { nearestLang, validLocale } from '../locale.js';
import { enFirst, type FirstTexts } from './en-first.js';
import type { Texts } from './en.js';
import { loadTexts } from './texts.js';

interface LanguageHost extends LitElement {
  /** The page's `locale`. */
  readonly locale: string;
  /** The page's own texts. */
  readonly texts: Partial<Texts> | undefined;
}

export class LanguageController implements ReactiveController {
  #loaded: Texts | undefined;
  /** The language whose texts are loaded, or were requested last. */
  #code: LanguageCode | '' = '';
  /** The texts could not be loaded: the element speaks the English of the first load. */
  #areMissing = false;

  constructor(
    private readonly host: LanguageHost,
    private readonly chunks: LazyChunks,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    if (languageOf(this.#wanted) !== this.#code) this.#loadForPage();
  }

  /** The page's language; English if we have no texts in it and the page brings none. */
  get #wanted(): string {
    const tag = validLocale(this.host.locale || nearestLang(this.host));
    return this.host.texts || findLanguage(tag) ? tag : 'en';
  }

  /** BCP 47 tag of the texts, dates and numbers. */
  get locale(): string {
    return this.#areMissing ? 'en' : this.#wanted;
  }

  /** Direction of the locale, which the page may have brought texts for. */
  get dir(): 'rtl' | 'ltr' {
    return directionOf(this.locale);
  }

  /** The language of ours that is nearest to the locale. */
  get code(): LanguageCode {
    return languageOf(this.locale);
  }

  /** All texts, once they are loaded. */
  get all(): Texts | undefined {
    return this.#loaded && { ...this.#loaded, ...this.host.texts };
  }

  /** The texts of the first load: for English always there, else once they are loaded. */
  get first(): FirstTexts | undefined {
    return this.all ?? (this.code === 'en' ? { ...enFirst, ...this.host.texts } : undefined);
  }

  #loadForPage = (): void => {
    void this.chunks.wait('texts', this.load(), this.#loadForPage);
  };

  /** Loads the texts of the page's language; rejects if they cannot be loaded. */
  async load(): Promise<void> {
    const code = (this.#code = languageOf(this.#wanted));
    try {
      const texts = await loadTexts(code);
      // The page may have changed its language meanwhile.
      if (code !== languageOf(this.#wanted)) return;
      this.#loaded = texts;
      this.#areMissing = false;
      this.host.requestUpdate();
    } catch (error) {
      this.#areMissing = true;
      throw error;
    }
  }
}
