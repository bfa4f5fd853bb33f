/**
 * An episode's transcript, which follows the sound until the member scrolls or searches, and in which a
 * line can be pressed. A chunk of its own. Of thousands of lines, one is a stop of the Tab key; the arrow
 * keys go on from there.
 */
import { html, render } from 'lit/html.js';
import type { ShownTranscript } from '../../podcast/shown-podcast.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import type { PlayerTexts } from '../language/texts/player/en.js';
import { lineAt, type TranscriptLine } from './transcript-line.js';
import { createBlocks } from './line-buttons.js';
import { requestTranscript, type ReadTranscript } from './request-transcript.js';
import { keepInSight, scrollAreaOf, whenScrolled } from './scroll-area.js';
import type { FoundLines } from './search-lines.js';
import { transcriptStyles } from './transcript-styles.js';

export { requestTranscript };
export type { TranscriptLine };

export interface TranscriptOptions {
  /** Of the episode. */
  transcripts: readonly ShownTranscript[];
  texts: PlayerTexts;
  locale: string;
  chunks: Pick<LazyChunks, 'get'>;
  /** The podcast's language. */
  lang: string | undefined;
  /** Gets the styles. */
  root: ShadowRoot;
  /** The member pressed a line that begins at this second. */
  seek: (seconds: number) => void;
  signal: AbortSignal;
}

/**
 * Opens the best transcript that can be read here. Never throws.
 * @returns undefined if there is none: no CORS, of an unknown kind, nothing in it.
 */
export async function openTranscript(
  options: TranscriptOptions,
): Promise<TranscriptView | undefined> {
  const { transcripts, lang, root, signal } = options;
  const read = await requestTranscript(transcripts, lang, signal);
  if (!read) return undefined;
  adoptStyles(root, transcriptStyles);
  return new TranscriptView(read, options);
}

export class TranscriptView {
  readonly element = document.createElement('div');
  readonly lines: readonly TranscriptLine[];
  readonly #list = document.createElement('div');
  /** Of all lines, as far as they are made. */
  readonly #buttons: HTMLButtonElement[] = [];
  /** `undefined` while nothing is searched for. */
  #found: FoundLines | undefined;
  #query = '';
  /** The line that is said. */
  #current: HTMLButtonElement | undefined;
  /** The line that the Tab key goes to. */
  #stop: HTMLButtonElement | undefined;
  #isFollowing = true;
  #area: HTMLElement | undefined;

  constructor(
    private readonly read: ReadTranscript,
    private readonly options: TranscriptOptions,
  ) {
    this.lines = read.lines;
    this.element.className = 'transcript';
    this.element.part.add('transcript');
    void createBlocks(this.lines, this.#list, this.#buttons, options.signal);
    this.#stopAt(this.#buttons[0]);
    this.#render();
  }

  /**
   * Marks the line that is said, and keeps it in sight unless the member scrolled or searches.
   * @param seconds since the beginning; call it with each `timeupdate`.
   */
  follow(seconds: number): void {
    const button = this.#buttons[lineAt(this.lines, seconds)];
    if (button !== this.#current) {
      this.#current?.removeAttribute('aria-current');
      button?.setAttribute('aria-current', 'true');
      this.#current = button;
      if (this.#isFollowing) this.#stopAt(button);
    }
    const area = scrollAreaOf(this.element);
    if (area && area !== this.#area) whenScrolled(area, () => this.#leave(), this.options.signal);
    this.#area = area;
    if (this.#isFollowing) this.#keepInSight(button);
  }

  /** It takes the focus and the place under the controls, unless the line that is said is in sight. */
  show(): void {
    const area = scrollAreaOf(this.element);
    const top = this.element.getBoundingClientRect().top - (area?.getBoundingClientRect().top ?? 0);
    if (!this.#current) area?.scrollBy({ top, behavior: 'instant' });
    this.#stop?.focus({ preventScroll: true });
  }

  #keepInSight(button: HTMLButtonElement | undefined): void {
    if (this.#area && button) keepInSight(this.#area, button);
  }

  #stopAt(button: HTMLButtonElement | undefined): void {
    if (!button) return;
    if (this.#stop) this.#stop.tabIndex = -1;
    button.tabIndex = 0;
    this.#stop = button;
  }

  /** The member looks at other lines. */
  #leave(): void {
    if (!this.#isFollowing) return;
    this.#isFollowing = false;
    this.#render();
  }

  #return(): void {
    this.#isFollowing = true;
    this.#query = '';
    this.#found = undefined;
    this.#stopAt(this.#current ?? this.#buttons[0]);
    this.#render();
    this.#keepInSight(this.#current);
  }

  async #search({ target }: Event): Promise<void> {
    const query = (this.#query = (target as HTMLInputElement).value);
    const words = query.trim();
    if (!words) {
      this.#return();
      return;
    }
    this.#isFollowing = false;
    this.#render();
    const isWanted = () => query === this.#query && !this.options.signal.aborted;
    const { searchLines } = await this.options.chunks.get(() => import('./search-lines.js'));
    const found = await searchLines(this.lines, words, this.options, isWanted);
    if (!isWanted()) return;
    this.#found = found;
    const [first] = found.buttons;
    this.#stopAt(first);
    this.#render();
    this.#keepInSight(first);
  }

  #press({ target }: Event): void {
    const button = (target as Element).closest<HTMLButtonElement>('.said');
    if (!button) return;
    const start = Number(button.value);
    this.options.seek(start);
    if (this.#found) return;
    this.#isFollowing = true;
    this.follow(start);
    this.#render();
  }

  #move(event: KeyboardEvent): void {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const buttons = this.#found?.buttons ?? this.#buttons;
    const at = buttons.indexOf(target as HTMLButtonElement);
    const places: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const button = buttons[places[key] ?? -1];
    if (!button || altKey || ctrlKey || metaKey) return;
    event.preventDefault();
    this.#leave();
    this.#stopAt(button);
    button.focus();
  }

  #goBack(): void {
    this.#return();
    // The button is gone: the focus goes where it leads.
    this.#stop?.focus({ preventScroll: true });
  }

  #render(): void {
    const { texts, lang } = this.options;
    const { file, isCut } = this.read;
    this.#list.hidden = Boolean(this.#found);
    render(
      html`<input
          type="search"
          aria-label=${texts.searchTranscript}
          placeholder=${texts.searchTranscript}
          .value=${this.#query}
          @input=${this.#search}
        />
        <p role="status" class="muted small">${this.#found?.told}</p>
        <div lang=${file.language ?? lang} @click=${this.#press} @keydown=${this.#move}>
          ${this.#list} ${this.#found?.buttons}
        </div>
        ${
          isCut
            ? html`<p class="muted small">
                ${texts.transcriptCut}
                <a class="link" href=${file.url} target="_blank" rel="noopener noreferrer"
                  >${texts.openTranscript}</a
                >
              </p>`
            : ''
        }
        <button type="button" class="button" ?hidden=${this.#isFollowing} @click=${this.#goBack}>
          ${texts.backToSound}
        </button>`,
      this.element,
      { host: this },
    );
  }
}
