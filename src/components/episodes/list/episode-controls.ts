/**
 * The controls beside the heading of the episodes, folded into two icons: a search field, and a menu for
 * order and season.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { endSearchGlyph, searchGlyph, sortGlyph } from '../../icons/list-glyphs.js';
import type { Texts } from '../../texts/en.js';
import { fill } from '../../texts/texts.js';
import type { ElementHost } from '../../first-load/element-services.js';
import type { EpisodeOrder, Season } from './order-episodes.js';

/** The member's choice. */
export interface Choice {
  search: string;
  order: EpisodeOrder;
  /** `undefined`: all of them. */
  season: number | undefined;
}

export interface ControlsInput {
  /** Empty if there is nothing to choose from. */
  seasons: readonly Season[];
  /** The member is about to search. */
  onSearchFocus: () => void;
  onChange: (change: Partial<Choice>) => void;
}

const valueOf = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;

/** A season by its number, and its name where the feed has one. */
export const seasonText = ({ number, name }: Season, texts: Texts): string =>
  fill(name ? texts.seasonNamed : texts.season, { number, name: name ?? '' });

export class EpisodeControls {
  #isSearching = false;
  /** Aborted when the menu closes; `undefined` while it is closed. */
  #menu: AbortController | undefined;

  constructor(
    private readonly host: ElementHost,
    private readonly input: ControlsInput,
  ) {}

  #part = (name: string) => this.host.renderRoot.querySelector<HTMLElement>(`[part=${name}]`);

  #toggleSearch = (): void => {
    if (this.#isSearching) {
      this.endSearch();
      return;
    }
    this.#isSearching = true;
    // At once: a phone brings its keyboard only for a focus within the press.
    const field = this.#part('search');
    if (field) field.hidden = false;
    field?.focus();
    this.host.requestUpdate();
  };

  /** Empties and closes the field. */
  endSearch(): void {
    this.#part('search-open')?.focus();
    this.#isSearching = false;
    this.input.onChange({ search: '' });
    this.host.requestUpdate();
  }

  #toggleMenu = (): void => {
    if (this.#menu) {
      this.#closeMenu();
      return;
    }
    const { signal } = (this.#menu = new AbortController());
    // Safari leaves the focus where it was, and with it the keys.
    this.#part('sort-open')?.focus();
    document.addEventListener('pointerdown', this.#closeIfOutside, { signal });
    this.host.requestUpdate();
  };

  #closeMenu(): void {
    this.#menu?.abort();
    this.#menu = undefined;
    this.host.requestUpdate();
  }

  #isInMenu = (path: readonly (EventTarget | null)[]) =>
    ['sort', 'sort-open'].some((name) => path.includes(this.#part(name)));

  #closeIfOutside = (event: Event): void => {
    if (!this.#isInMenu(event.composedPath())) this.#closeMenu();
  };

  /** The focus goes on to something else: the menu would hide it. */
  #onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (!this.#menu || !(relatedTarget instanceof HTMLElement)) return;
    if (!this.#part('sort')?.contains(relatedTarget) && !this.#isInMenu([relatedTarget])) {
      this.#closeMenu();
    }
  };

  #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    if (this.#menu) {
      this.#closeMenu();
      this.#part('sort-open')?.focus();
    } else if (this.#isSearching) {
      this.endSearch();
    } else return;
    // What is around the element stays open.
    event.preventDefault();
    event.stopPropagation();
  };

  /** Gives back what it holds of the page. */
  dispose(): void {
    this.#menu?.abort();
  }

  /**
   * A form, though nothing is sent: to fill in a field without one, Chromium goes through the whole page
   * when the field gets the focus, which takes a fifth of a second with ten thousand rows.
   */
  render(texts: Texts, choice: Choice): TemplateResult {
    const { onChange, onSearchFocus } = this.input;
    const isSearching = this.#isSearching;
    const isMenuOpen = Boolean(this.#menu);
    return html`
      <form
        class="controls"
        part="controls"
        role="presentation"
        @submit=${(event: Event) => event.preventDefault()}
        @keydown=${this.#onKeydown}
        @focusout=${this.#onFocusOut}
      >
        <input
          type="search"
          part="search"
          class="field"
          aria-label=${texts.search}
          placeholder=${texts.search}
          enterkeyhint="search"
          ?hidden=${!isSearching}
          .value=${choice.search}
          @focus=${onSearchFocus}
          @input=${(event: Event) => {
            this.#isSearching = true;
            onChange({ search: valueOf(event) });
          }}
        />
        <button
          type="button"
          part="search-open"
          class="icon-button"
          aria-label=${texts.search}
          aria-expanded=${isSearching ? 'true' : 'false'}
          @click=${this.#toggleSearch}
        >
          ${isSearching ? endSearchGlyph : searchGlyph}
        </button>
        <button
          type="button"
          part="sort-open"
          class="icon-button"
          aria-label=${texts.sortAndFilter}
          aria-expanded=${isMenuOpen ? 'true' : 'false'}
          @click=${this.#toggleMenu}
        >
          ${sortGlyph}
        </button>
        <div part="sort" class="sort" ?hidden=${!isMenuOpen}>
          ${this.#renderMenu(texts, choice)}
        </div>
      </form>
    `;
  }

  #renderMenu(texts: Texts, { order, season }: Choice) {
    const { seasons, onChange } = this.input;
    return html`
      <label class="muted">
        ${texts.order}
        <select
          part="order"
          class="field"
          @change=${(event: Event) => onChange({ order: valueOf(event) as EpisodeOrder })}
        >
          <option value="newest" ?selected=${order === 'newest'}>${texts.newestFirst}</option>
          <option value="oldest" ?selected=${order === 'oldest'}>${texts.oldestFirst}</option>
        </select>
      </label>
      ${
        seasons.length
          ? html`<label class="muted">
              ${texts.seasons}
              <select
                part="season"
                class="field"
                @change=${(event: Event) => {
                  const value = valueOf(event);
                  onChange({ season: value === '' ? undefined : Number(value) });
                }}
              >
                <option value="" ?selected=${season === undefined}>${texts.allSeasons}</option>
                ${seasons.map(
                  (it) =>
                    html`<option value=${it.number} ?selected=${season === it.number}>
                      ${seasonText(it, texts)}
                    </option>`,
                )}
              </select>
            </label>`
          : nothing
      }
    `;
  }
}
