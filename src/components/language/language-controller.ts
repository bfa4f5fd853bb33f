/** The element's language: English from the start, any other once its texts are loaded. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  directionOf,
  findLanguage,
  languageOf,
  validLocale,
  type LanguageCode,
} from '../../languages/languages.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import { enFirst, type FirstTexts } from './texts/en-first.js';
import type { Texts } from './texts/en.js';
import type { PlayerTexts } from './texts/player/en.js';
import { loadTexts } from './texts.js';

interface LanguageHost extends HTMLElement, ReactiveControllerHost {
  /** The page's `locale`. */
  readonly locale: string;
  /** The page's own texts. */
  readonly texts: Partial<Texts & PlayerTexts> | undefined;
}

export class LanguageController implements ReactiveController {
  #settle!: () => void;
  /** Settles once there are texts, in whatever language is wanted by then. */
  readonly loaded = new Promise<void>((resolve) => (this.#settle = resolve));
  #loaded: Texts | undefined;
  /** The language whose texts are loaded, or were requested last. */
  #code: LanguageCode | '' = '';
  /** The texts could not be loaded: the element speaks the English of the first load. */
  #areMissing = false;

  constructor(
    private readonly host: LanguageHost,
    private readonly chunks: LazyChunks,
    private readonly painted: Promise<void>,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    if (languageOf(this.#wanted) !== this.#code) void this.#load();
  }

  /** The tag of the page's language; English if we have no texts in it and the page brings none. */
  get #wanted(): string {
    const tag = this.host.locale || nearestLang(this.host);
    return this.host.texts || findLanguage(tag) ? tag : 'en';
  }

  /** The tag of the language that is spoken. */
  get #spoken(): string {
    return this.#areMissing ? 'en' : this.#wanted;
  }

  /** BCP 47 tag of the texts, dates and numbers. */
  get locale(): string {
    return validLocale(this.#spoken);
  }

  /** The element's own `dir`; else the nearest around it, unless the page sets another language here. */
  get dir(): 'rtl' | 'ltr' {
    const { host } = this;
    const nearest = host.locale && !host.dir ? undefined : host.closest('[dir]');
    const dir = nearest?.getAttribute('dir');
    return dir === 'rtl' || dir === 'ltr' ? dir : directionOf(this.locale);
  }

  /** The language of ours that is nearest to the tag. */
  get code(): LanguageCode {
    return languageOf(this.#spoken);
  }

  /** All texts, once they are loaded. */
  get all(): Texts | undefined {
    return this.#loaded && { ...this.#loaded, ...this.host.texts };
  }

  /** The texts of the first load: for English always there, else once they are loaded. */
  get first(): FirstTexts | undefined {
    return this.all ?? (this.code === 'en' ? { ...enFirst, ...this.host.texts } : undefined);
  }

  async #load(): Promise<void> {
    const code = (this.#code = languageOf(this.#wanted));
    // The English of the first view is there already.
    if (code === 'en') await this.painted;
    const texts = await this.chunks.get(() =>
      loadTexts(code).catch((error: unknown) => {
        this.#areMissing = true;
        throw error;
      }),
    );
    // The page may have changed its language meanwhile.
    if (code !== languageOf(this.#wanted)) return;
    this.#loaded = texts;
    this.#areMissing = false;
    this.#settle();
    this.host.requestUpdate();
  }
}

/** The nearest `lang` of an element or its ancestors, across shadow roots; English if there is none. */
export function nearestLang(element: Element): string {
  const marked = element.closest('[lang]');
  if (marked) return marked.getAttribute('lang') || 'en';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : 'en';
}
