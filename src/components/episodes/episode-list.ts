/**
 * The episodes as the member sorts and filters them. Search, notes and playing are chunks of their
 * own, loaded when first used.
 */
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { ElementServices } from '../element-services.js';
import type { Texts } from '../texts/en.js';
import { fillCount } from '../texts/plural.js';
import { renderControls } from './episode-controls.js';
import { renderEpisode, type EpisodeActions } from './episode-view.js';
import { NotesController } from './notes-controller.js';
import { naturalOrder, orderEpisodes, seasonsOf, type EpisodeOrder } from './order-episodes.js';
import { Playback } from './playback.js';

/** How many more episodes each press of "Show more" adds. */
const PAGE_SIZE = 50;
/** How many are added in each frame for "Show all", so that the page stays responsive. */
const BATCH_SIZE = 250;

/** The pressed button may disappear: focus moves to the last episode, after which the new ones begin. */
function focusLastEpisode({ currentTarget }: Event): void {
  const section = (currentTarget as HTMLElement).closest('section');
  section?.querySelector<HTMLElement>('.episode:last-child')?.focus({ preventScroll: true });
}

export class EpisodeList implements EpisodeActions {
  readonly playback: Playback;
  readonly notes: NotesController;
  readonly #seasons: number[];
  #search = '';
  #season: number | undefined;
  #order: EpisodeOrder;
  #found: ShownEpisode[];
  /** Texts, locale and language of the rows as they were last rendered. */
  #wordingKey = '';
  /** How many are shown beyond the first ones. */
  #added = 0;

  constructor(
    private readonly host: LitElement,
    readonly podcast: ShownPodcast,
    private readonly services: ElementServices,
  ) {
    this.playback = new Playback(host, services);
    this.notes = new NotesController(host, services.chunks);
    this.#order = naturalOrder(podcast);
    this.#seasons = seasonsOf(podcast);
    this.#found = orderEpisodes(podcast.episodes, this.#order);
  }

  /** Another podcast takes the place of this one. */
  dispose(): void {
    this.notes.dispose();
  }

  /** Applies the controls; resolves with `false` if a later search, or a missing chunk, made it void. */
  async #find(): Promise<boolean> {
    const search = this.#search.trim();
    let episodes = this.podcast.episodes.filter(
      ({ season }) => this.#season === undefined || season === this.#season,
    );
    if (search) {
      const again = () => this.#find();
      const chunk = await this.services.chunks.wait('search', import('./search.js'), again);
      // The member typed on while the chunk was loading.
      if (!chunk || search !== this.#search.trim()) return false;
      episodes = chunk.searchEpisodes(episodes, search);
    }
    this.#found = orderEpisodes(episodes, this.#order);
    this.host.requestUpdate();
    return true;
  }

  #showMore = (event: Event): void => {
    focusLastEpisode(event);
    this.#added += PAGE_SIZE;
    this.host.requestUpdate();
  };

  #showAll = (event: Event, first: number): void => {
    focusLastEpisode(event);
    const grow = () => {
      this.#added += BATCH_SIZE;
      this.host.requestUpdate();
      if (first + this.#added < this.#found.length) requestAnimationFrame(grow);
    };
    grow();
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
        ${episodes.length > 1 ? this.#renderControls(texts, locale) : nothing}
      </div>
      ${
        found.length === 0
          ? html`<p class="muted">
              ${episodes.length ? fillCount(texts.searchResults, 0, locale) : texts.noEpisodes}
            </p>`
          : nothing
      }
      ${this.#renderPlaying(shown, texts)}
      <ul part="episodes" class="episodes">
        ${shown.map((episode) =>
          guard(this.#inputsOf(episode), () => renderEpisode(episode, this, wording)),
        )}
      </ul>
      ${found.length > shown.length ? this.#renderMore(texts, locale, first) : nothing}
    `;
  }

  /** The player of an episode whose row is filtered out: the member must still be able to stop it. */
  #renderPlaying(shown: readonly ShownEpisode[], texts: Texts): TemplateResult | typeof nothing {
    const { episode } = this.playback;
    if (!episode || shown.includes(episode)) return nothing;
    return html`<div part="playing" class="panel">
      <p lang=${this.podcast.language ?? nothing} dir="auto">${episode.title}</p>
      ${this.playback.render(texts)}
    </div>`;
  }

  /** Everything an episode's row depends on: while it is the same, the row is not rendered again. */
  #inputsOf(episode: ShownEpisode): unknown[] {
    const { playback, notes } = this;
    const shownNotes = notes.of(episode) ?? notes.isOpen(episode);
    return [episode, playback.stateOf(episode), shownNotes, this.#wordingKey];
  }

  #renderMore(texts: Texts, locale: string, first: number): TemplateResult {
    const { length } = this.#found;
    const button = (text: string, onClick: (event: Event) => void) =>
      html`<button type="button" part="show-more" class="quiet" @click=${onClick}>${text}</button>`;
    return html`<div class="row">
      ${length - first - this.#added > PAGE_SIZE ? button(texts.showMore, this.#showMore) : nothing}
      ${button(fillCount(texts.showAll, length, locale), (event) => this.#showAll(event, first))}
    </div>`;
  }

  #renderControls(texts: Texts, locale: string): TemplateResult {
    return renderControls({
      texts,
      search: this.#search,
      order: this.#order,
      season: this.#season,
      seasons: this.#seasons,
      onSearch: (search) => {
        this.#search = search;
        void this.#find().then((isFound) => {
          if (!isFound) return;
          const { length } = this.#found;
          this.services.announce(search ? fillCount(texts.searchResults, length, locale) : '');
        });
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
