/** The language an element speaks: English from the start, any other once its texts have come. */
import {
  directionOf,
  findLanguage,
  languageOf,
  type LanguageCode,
} from '../../languages/languages.js';
import { nearestLang, validLocale } from '../locale.js';
import { enFirst, type FirstTexts } from './en-first.js';
import type { Texts } from './en.js';
import { loadTexts } from './texts.js';

interface LanguageHost extends Element {
  /** The `locale` that the page gave. */
  readonly locale: string;
  /** The page's own texts. */
  readonly texts: Partial<Texts> | undefined;
  requestUpdate(): void;
}

export class Language {
  #loaded: Texts | undefined;
  /** The code whose texts are there, or were asked for last. */
  #code: LanguageCode | '' = '';
  /** The network lost the texts: the English of the first load must do. */
  #areLost = false;

  constructor(private readonly host: LanguageHost) {}

  /** The page's language, or English where it is none of ours and the page brings no texts of its own. */
  get #wanted(): string {
    const tag = validLocale(this.host.locale || nearestLang(this.host));
    return this.host.texts || findLanguage(tag) ? tag : 'en';
  }

  /** BCP 47 tag of what the element says, dates and numbers too. */
  get locale(): string {
    return this.#areLost ? 'en' : this.#wanted;
  }

  /** The way it is written: ours, and what a page may bring texts in. */
  get dir(): 'rtl' | 'ltr' {
    return directionOf(this.locale);
  }

  /** The one of our languages that the locale means. */
  get code(): LanguageCode {
    return languageOf(this.locale);
  }

  /** All texts, once they have come. */
  get all(): Texts | undefined {
    return this.#loaded && { ...this.#loaded, ...this.host.texts };
  }

  /** What can be said by now. */
  get first(): FirstTexts | undefined {
    return this.all ?? (this.code === 'en' ? { ...enFirst, ...this.host.texts } : undefined);
  }

  /** Whether the page speaks another language by now. */
  get isStale(): boolean {
    return languageOf(this.#wanted) !== this.#code;
  }

  /** Loads the page's texts. Rejects where the network lost them. */
  async load(): Promise<void> {
    const code = (this.#code = languageOf(this.#wanted));
    try {
      const texts = await loadTexts(code);
      // The page may have changed its language while the texts were on their way.
      if (code !== languageOf(this.#wanted)) return;
      this.#loaded = texts;
      this.#areLost = false;
      this.host.requestUpdate();
    } catch (error) {
      this.#areLost = true;
      throw error;
    }
  }
}
