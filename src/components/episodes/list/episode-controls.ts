/**
 * The two icons beside the heading of the episodes open these: a search field, and a menu for order and
 * season. A chunk that loads after the list, because a phone brings its keyboard only within the press.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownPodcast } from '../../../podcast/shown-podcast.js';
import type { Texts } from '../../language/texts/en.js';
import { adoptStyles } from '../../styles/adopt-styles.js';
import type { ElementHost } from '../../element/element-host.js';
import { episodeControlStyles } from './episode-control-styles.js';
import { EpisodeFilter, type FilterServices } from './episode-filter.js';
import type { EpisodeOrder } from './order-episodes.js';
import { seasonText } from './seasons.js';

const valueOf = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;

export class EpisodeControls {
  readonly filter: EpisodeFilter;
  readonly #host: ElementHost;
  isSearching = false;
  /** Aborted when the menu closes; `undefined` while it is closed. */
  #menu: AbortController | undefined;

  constructor(podcast: ShownPodcast, services: FilterServices & { readonly host: ElementHost }) {
    this.#host = services.host;
    this.filter = new EpisodeFilter(podcast, services, this.#clearSearch);
    adoptStyles(this.#host.renderRoot, episodeControlStyles);
  }

  get isMenuOpen(): boolean {
    return Boolean(this.#menu);
  }

  #part = (name: string) => this.#host.renderRoot.querySelector<HTMLElement>(`[part=${name}]`);

  toggleSearch = (): void => {
    if (this.isSearching) {
      this.endSearch();
      return;
    }
    this.isSearching = true;
    // At once: a phone brings its keyboard only for a focus within the press.
    const field = this.#part('search');
    if (field) field.hidden = false;
    field?.focus();
    this.#host.requestUpdate();
    void this.#makeRoom();
  };

  /** The rows that are found stand below the field: low on the screen, above a phone's keyboard, it would hide them. */
  async #makeRoom(): Promise<void> {
    await this.#host.updateComplete;
    const head = this.#host.renderRoot.querySelector('.episode-head');
    if (head && head.getBoundingClientRect().top > innerHeight / 3) {
      head.scrollIntoView({ block: 'start', behavior: 'instant' });
    }
  }

  /** Empties and closes the field. */
  endSearch(): void {
    this.#part('search-open')?.focus();
    this.isSearching = false;
    void this.filter.change({ search: '' });
    this.#host.requestUpdate();
  }

  toggleMenu = (): void => {
    if (this.#menu) {
      this.#closeMenu();
      return;
    }
    const { signal } = (this.#menu = new AbortController());
    // Safari leaves the focus where it was, and with it the keys.
    this.#part('sort-open')?.focus();
    document.addEventListener('pointerdown', this.#closeIfOutside, { signal });
    const leaving = { hostDisconnected: () => this.#closeMenu() };
    this.#host.addController(leaving);
    signal.addEventListener('abort', () => this.#host.removeController(leaving));
    this.#host.requestUpdate();
    void this.#showMenu();
  };

  async #showMenu(): Promise<void> {
    await this.#host.updateComplete;
    this.#part('sort')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  #closeMenu(): void {
    this.#menu?.abort();
    this.#menu = undefined;
    this.#host.requestUpdate();
  }

  #isInMenu = (path: readonly (EventTarget | null)[]) =>
    ['sort', 'sort-open'].some((name) => path.includes(this.#part(name)));

  #closeIfOutside = (event: Event): void => {
    if (!this.#isInMenu(event.composedPath())) this.#closeMenu();
  };

  /** The focus goes on to something else: the menu would hide it. */
  onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (!this.#menu || !(relatedTarget instanceof HTMLElement)) return;
    if (!this.#part('sort')?.contains(relatedTarget) && !this.#isInMenu([relatedTarget])) {
      this.#closeMenu();
    }
  };

  onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    if (this.#menu) {
      this.#closeMenu();
      this.#part('sort-open')?.focus();
    } else if (this.isSearching) {
      this.endSearch();
    } else return;
    // The page around the element keeps open what it has.
    event.preventDefault();
    event.stopPropagation();
  };

  /** The field stays. */
  #clearSearch = (): void => {
    void this.filter.change({ search: '' });
    this.#part('search')?.focus();
  };

  /** Gives back what it holds of the page. */
  dispose(): void {
    this.#menu?.abort();
    this.filter.dispose();
  }

  renderField(texts: Texts): TemplateResult {
    const { filter } = this;
    return html`<input
      type="search"
      part="search"
      class="field"
      aria-label=${texts.search}
      placeholder=${texts.search}
      enterkeyhint="search"
      ?hidden=${!this.isSearching}
      .value=${filter.choice.search}
      @focus=${filter.prepareSearch}
      @input=${(event: Event) => {
        this.isSearching = true;
        void filter.change({ search: valueOf(event) });
      }}
    />`;
  }

  renderMenu(texts: Texts): TemplateResult {
    const { choice, seasons } = this.filter;
    const { order, season } = choice;
    return html`<div part="sort" class="sort" ?hidden=${!this.isMenuOpen}>
      <label>
        <span class="muted">${texts.order}</span>
        <select
          part="order"
          class="field"
          @change=${(event: Event) => void this.filter.change({ order: valueOf(event) as EpisodeOrder })}
        >
          <option value="newest" ?selected=${order === 'newest'}>${texts.newestFirst}</option>
          <option value="oldest" ?selected=${order === 'oldest'}>${texts.oldestFirst}</option>
        </select>
      </label>
      ${
        seasons.length
          ? html`<label>
              <span class="muted">${texts.seasons}</span>
              <select
                part="season"
                class="field"
                @change=${(event: Event) => {
                  const value = valueOf(event);
                  void this.filter.change({ season: value === '' ? undefined : Number(value) });
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
    </div>`;
  }
}
