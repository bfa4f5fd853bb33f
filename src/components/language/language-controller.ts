/** The element's language: English from the start, any other once its texts are loaded. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { LanguageCode } from '../../languages/languages.js';
import { canonicalLocale, directionOf } from '../../languages/locale.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import { enFirst, type FirstTexts } from './texts/en-first.js';
import type { Texts } from './texts/en.js';
import type { PlayerTexts } from './texts/player/en.js';
import { isEnglish, loadLanguage } from './texts.js';
import type { LoadedTexts } from './texts/language-table.js';

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
  #loaded: LoadedTexts | undefined;
  /** The tag whose texts are loaded, or were requested last. */
  #asked: string | undefined;
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
    if (this.#wanted !== this.#asked) void this.#load(this.#wanted);
  }

  /** The tag of the page's language. */
  get #wanted(): string {
    return this.host.locale || nearestLang(this.host);
  }

  /** The tag of the language that is spoken: English if we have no texts in another and the page brings none. */
  get #spoken(): string {
    const wanted = this.#wanted;
    const isUnknown =
      this.#loaded?.code === 'en' &&
      wanted === this.#asked &&
      !isEnglish(wanted) &&
      !this.host.texts;
    return this.#areMissing || isUnknown ? 'en' : wanted;
  }

  /** BCP 47 tag of the texts, dates and numbers. */
  get locale(): string {
    return canonicalLocale(this.#spoken) ?? this.code;
  }

  /** The element's own `dir`; else the nearest around it, unless the page sets another language here. */
  get dir(): 'rtl' | 'ltr' {
    const { host } = this;
    const nearest = host.locale && !host.dir ? undefined : host.closest('[dir]');
    const dir = nearest?.getAttribute('dir');
    return dir === 'rtl' || dir === 'ltr' ? dir : directionOf(this.locale);
  }

  /** The language of ours that is nearest to the tag, once its texts are loaded. */
  get code(): LanguageCode {
    return this.#loaded?.code ?? 'en';
  }

  /** All texts, once they are loaded. */
  get all(): Texts | undefined {
    return this.#loaded && { ...this.#loaded.texts, ...this.host.texts };
  }

  /** The texts of the first load: for English always there, else once they are loaded. */
  get first(): FirstTexts | undefined {
    return this.all ?? (isEnglish(this.#spoken) ? { ...enFirst, ...this.host.texts } : undefined);
  }

  async #load(tag: string): Promise<void> {
    this.#asked = tag;
    // The English of the first view is there already.
    if (isEnglish(tag)) await this.painted;
    const loaded = await this.chunks.get(() =>
      loadLanguage(tag).catch((error: unknown) => {
        this.#areMissing = true;
        throw error;
      }),
    );
    // The page may have changed its language meanwhile.
    if (tag !== this.#asked) return;
    this.#loaded = loaded;
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
