/**
 * The episodes as the member sorts and filters them. Notes and playing are chunks of their own that
 * load after the list, search when it is first used.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { ElementServices } from '../element-services.js';
import type { Texts } from '../texts/en.js';
import { fillCount } from '../texts/plural.js';
import { fill } from '../texts/texts.js';
import { renderControls } from './episode-controls.js';
import { renderEpisode, type EpisodeActions } from './episode-view.js';
import type { NotesController } from './notes-controller.js';
import { naturalOrder, orderEpisodes, seasonsOf, type EpisodeOrder } from './order-episodes.js';
import type { Playback } from './playback.js';
import type { Wording } from './wording.js';

/** How many more episodes each press of "Show more" adds. */
const PAGE_SIZE = 50;
/** How many are added in each frame for "Show all", so that the page stays responsive. */
const BATCH_SIZE = 250;

export class EpisodeList implements EpisodeActions {
  /** `undefined` until they are loaded. */
  playback: Playback | undefined;
  notes: NotesController | undefined;
  readonly #seasons: number[];
  #search = '';
  #season: number | undefined;
  #order: EpisodeOrder;
  #found: ShownEpisode[];
  /** Texts, locale and language of the rows as they were last rendered. */
  #wordingKey = '';
  readonly #rows = new WeakMap<ShownEpisode, { inputs: unknown[]; row: TemplateResult }>();
  /** How many are shown beyond the first ones. */
  #added = 0;
  #isDisposed = false;
  readonly #playbackLoaded: Promise<void>;
  readonly #notesLoaded: Promise<void>;

  constructor(
    readonly podcast: ShownPodcast,
    private readonly services: ElementServices,
  ) {
    this.#order = naturalOrder(podcast);
    this.#seasons = seasonsOf(podcast);
    this.#found = orderEpisodes(podcast.episodes, this.#order);
    // Before they are needed: a browser plays only right after the member's click.
    this.#playbackLoaded = this.#loadPlayback();
    this.#notesLoaded = this.#loadNotes();
  }

  async #loadPlayback(): Promise<void> {
    const { Playback } = await this.services.chunks.get(() => import('./playback.js'));
    this.playback = new Playback(this.services);
  }

  async #loadNotes(): Promise<void> {
    const { chunks, host } = this.services;
    const { NotesController } = await chunks.get(() => import('./notes-controller.js'));
    if (!this.#isDisposed) this.notes = new NotesController(host);
  }

  play = async (use: (playback: Playback) => void): Promise<void> => {
    if (!this.playback) await this.#playbackLoaded;
    if (this.playback) use(this.playback);
  };

  toggleNotes = async (episode: ShownEpisode): Promise<void> => {
    if (!this.notes) await this.#notesLoaded;
    await this.notes?.toggle(episode);
  };

  /** Another podcast takes the place of this one. */
  dispose(): void {
    this.#isDisposed = true;
    this.notes?.dispose();
  }

  /** Applies the controls, unless a later search or a missing chunk makes it void. */
  async #find(): Promise<void> {
    const search = this.#search.trim();
    let episodes = this.podcast.episodes.filter(
      ({ season }) => this.#season === undefined || season === this.#season,
    );
    if (search) {
      const { searchEpisodes } = await this.services.chunks.get(() => import('./search.js'));
      // The member typed on while the chunk was loading, or the podcast is gone.
      if (search !== this.#search.trim() || this.#isDisposed) return;
      episodes = searchEpisodes(episodes, search);
    }
    this.#found = orderEpisodes(episodes, this.#order);
    this.services.host.requestUpdate();
    this.#announceCount();
  }

  #announceCount(): void {
    const { all: texts, locale } = this.services.language;
    if (texts) this.services.announce(this.#countText(texts, locale));
  }

  #countText(texts: Texts, locale: string): string {
    const { length } = this.#found;
    return length || !this.#search
      ? fillCount(texts.searchResults, length, locale)
      : fill(texts.noResults, { query: this.#search.trim() });
  }

  #growBy(count: number): void {
    this.#added += count;
    this.services.host.requestUpdate();
  }

  /** Adds all in batches, one a frame. */
  #growToAll(first: number): void {
    this.#growBy(BATCH_SIZE);
    if (first + this.#added < this.#found.length) {
      requestAnimationFrame(() => this.#growToAll(first));
    }
  }

  /** The pressed button may disappear: focus moves to the first new episode. */
  async #focusOn(index: number): Promise<void> {
    const { host } = this.services;
    await host.updateComplete;
    const rows = host.renderRoot.querySelectorAll<HTMLElement>('.episode');
    rows[index]?.focus({ preventScroll: true });
  }

  #clearSearch = (): void => {
    this.#search = '';
    void this.#find();
    this.services.host.renderRoot.querySelector<HTMLElement>('[part=search]')?.focus();
  };

  /** @param first how many episodes are shown at first. */
  render(texts: Texts, locale: string, first: number): TemplateResult {
    const { episodes } = this.podcast;
    const found = this.#found;
    const shown = found.slice(0, first + this.#added);
    const wording = { texts, locale, lang: this.podcast.language };
    const key = JSON.stringify(wording);
    // The same string object for the same wording: ten thousand rows compare it.
    if (key !== this.#wordingKey) this.#wordingKey = key;
    return html`
      <div class="episode-head">
        <h3 part="episodes-heading">${texts.episodes}</h3>
        ${episodes.length > 1 ? this.#renderControls(texts) : nothing}
      </div>
      ${
        found.length === 0
          ? html`<p class="muted">
                ${episodes.length ? this.#countText(texts, locale) : texts.noEpisodes}
              </p>
              ${this.#search ? this.#renderClear(texts) : nothing}`
          : nothing
      }
      ${this.playback?.renderApart(shown, texts, this.podcast.language)}
      <ul part="episodes" class="episodes">
        ${shown.map((episode) => this.#rowOf(episode, wording))}
      </ul>
      ${found.length > shown.length ? this.#renderMore(texts, locale, first) : nothing}
    `;
  }

  /** An episode's row: while everything that it depends on is the same, so is the row. */
  #rowOf(episode: ShownEpisode, wording: Wording): TemplateResult {
    const { playback, notes } = this;
    const shownNotes = notes?.of(episode) ?? notes?.isOpen(episode);
    const inputs = [playback?.stateOf(episode), shownNotes, this.#wordingKey];
    const kept = this.#rows.get(episode);
    if (kept && inputs.every((input, index) => input === kept.inputs[index])) return kept.row;
    const row = renderEpisode(episode, this, wording);
    this.#rows.set(episode, { inputs, row });
    return row;
  }

  #renderClear(texts: Texts): TemplateResult {
    return html`<div>
      <button type="button" part="clear" class="button" @click=${this.#clearSearch}>
        ${texts.clear}
      </button>
    </div>`;
  }

  #renderMore(texts: Texts, locale: string, first: number): TemplateResult {
    const { length } = this.#found;
    const shown = first + this.#added;
    const button = (label: string, grow: () => void) => {
      const onClick = () => {
        grow();
        void this.#focusOn(shown);
      };
      return html`<button type="button" part="show-more" class="quiet" @click=${onClick}>
        ${label}
      </button>`;
    };
    return html`<div class="row">
      ${
        length - shown > PAGE_SIZE ? button(texts.showMore, () => this.#growBy(PAGE_SIZE)) : nothing
      }
      ${button(fillCount(texts.showAll, length, locale), () => this.#growToAll(first))}
    </div>`;
  }

  #renderControls(texts: Texts): TemplateResult {
    return renderControls({
      texts,
      search: this.#search,
      order: this.#order,
      season: this.#season,
      seasons: this.#seasons,
      onSearch: (search) => {
        this.#search = search;
        void this.#find();
      },
      onOrder: (order) => {
        this.#order = order;
        void this.#find();
      },
      onSeason: (season) => {
        this.#season = season;
        void this.#find();
      },
    });
  }
}
