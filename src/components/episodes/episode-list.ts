/**
 * The episodes: order, seasons, and by chunks of their own search, notes and playing.
 * Loaded when the podcast is, so that none of it delays the app buttons.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { Parts } from '../parts.js';
import type { Texts } from '../texts/en.js';
import { fillCount } from '../texts/plural.js';
import { renderControls } from './episode-controls.js';
import { renderEpisode, type EpisodeActions } from './episode-view.js';
import { OpenNotes } from './open-notes.js';
import { naturalOrder, orderEpisodes, seasonsOf, type EpisodeOrder } from './order-episodes.js';
import { Playing } from './playing.js';

/** What the list needs of the element that shows it. */
export interface EpisodeListHost {
  requestUpdate(): void;
  /** Says something to who cannot see it. */
  announce(text: string): void;
  readonly parts: Parts;
  /** An episode began to play. */
  played(guid: string): void;
}

/** How many more stand after each press. */
const STEP = 50;
/** How many are added in a frame where all are asked for, so that the page never stands still. */
const BATCH = 250;

/** A button that shows more goes with the last of them: the focus goes on where the new ones begin. */
function focusLastEpisode({ currentTarget }: Event): void {
  const section = (currentTarget as HTMLElement).closest('section');
  section?.querySelector<HTMLElement>('.episode:last-child')?.focus({ preventScroll: true });
}

export class EpisodeList implements EpisodeActions {
  readonly playing: Playing;
  readonly notes: OpenNotes;
  readonly #seasons: number[];
  #search = '';
  #season: number | undefined;
  #order: EpisodeOrder;
  #found: ShownEpisode[];
  #texts: Texts | undefined;
  /** What rows are worded with, as they were rendered last. */
  #words = '';
  /** How many stand beside those that stand at first. */
  #added = 0;

  constructor(
    private readonly host: EpisodeListHost,
    readonly podcast: ShownPodcast,
    /** How many stand at first. */
    private readonly first: () => number,
  ) {
    this.playing = new Playing({
      requestUpdate: () => host.requestUpdate(),
      played: (guid) => host.played(guid),
      failed: () => host.announce(this.#texts?.notPlayable ?? ''),
    });
    this.notes = new OpenNotes(host);
    this.#order = naturalOrder(podcast);
    this.#seasons = seasonsOf(podcast);
    this.#found = orderEpisodes(podcast.episodes, this.#order);
  }

  /** Finds anew what fits the controls; false where a later search, or a lost part, overtook it. */
  async #find(): Promise<boolean> {
    const search = this.#search.trim();
    let episodes = this.podcast.episodes.filter(
      ({ season }) => this.#season === undefined || season === this.#season,
    );
    if (search) {
      const loading = import('./search.js');
      const part = await this.host.parts.load('search', loading, () => this.#find());
      // The member typed on while the search was loading.
      if (!part || search !== this.#search.trim()) return false;
      episodes = part.searchEpisodes(episodes, search);
    }
    this.#found = orderEpisodes(episodes, this.#order);
    this.host.requestUpdate();
    return true;
  }

  get #shown(): number {
    return this.first() + this.#added;
  }

  #showMore = (event: Event): void => {
    focusLastEpisode(event);
    this.#added += STEP;
    this.host.requestUpdate();
  };

  #showAll = (event: Event): void => {
    focusLastEpisode(event);
    this.#growToAll();
  };

  #growToAll = (): void => {
    this.#added += BATCH;
    this.host.requestUpdate();
    if (this.#shown < this.#found.length) requestAnimationFrame(this.#growToAll);
  };

  render(texts: Texts, locale: string): TemplateResult {
    const { episodes } = this.podcast;
    this.#texts = texts;
    const found = this.#found;
    const shown = found.slice(0, this.#shown);
    const wording = { texts, locale, lang: this.podcast.language };
    const words = JSON.stringify(wording);
    // One and the same string for the same words: ten thousand rows compare it.
    if (words !== this.#words) this.#words = words;
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
      ${this.#renderAway(shown, texts)}
      <ul part="episodes" class="episodes">
        ${shown.map((episode) =>
          guard(this.#shownOf(episode), () => renderEpisode(episode, this, wording)),
        )}
      </ul>
      ${found.length > this.#shown ? this.#renderMore(texts, locale) : nothing}
    `;
  }

  /** What plays is to be stopped, also while its row is not among those that are shown. */
  #renderAway(shown: readonly ShownEpisode[], texts: Texts): TemplateResult | typeof nothing {
    const { episode } = this.playing;
    if (!episode || shown.includes(episode)) return nothing;
    return html`<div part="playing" class="panel">
      <p lang=${this.podcast.language ?? nothing} dir="auto">${episode.title}</p>
      ${this.playing.render(texts)}
    </div>`;
  }

  /** What an episode's row shows: with the same again it is not rendered anew. */
  #shownOf(episode: ShownEpisode): unknown[] {
    const { playing, notes } = this;
    const notesShown = notes.of(episode) ?? notes.isOpen(episode);
    return [episode, playing.stateOf(episode), notesShown, this.#words];
  }

  #renderMore(texts: Texts, locale: string): TemplateResult {
    const button = (text: string, onClick: (event: Event) => void) =>
      html`<button type="button" part="show-more" class="quiet" @click=${onClick}>${text}</button>`;
    return html`<div class="row">
      ${this.#found.length - this.#shown > STEP ? button(texts.showMore, this.#showMore) : nothing}
      ${button(fillCount(texts.showAll, this.#found.length, locale), this.#showAll)}
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
          this.host.announce(search ? fillCount(texts.searchResults, length, locale) : '');
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
