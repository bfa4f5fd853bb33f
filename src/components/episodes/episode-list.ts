/**
 * The episodes: search, order, seasons, notes and playing. Loaded when the podcast is,
 * so that none of it delays the app buttons.
 */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Episode, Podcast } from '../../podcast/schema.js';
import type { Texts } from '../texts/en.js';
import { fill, fillCount } from '../texts/texts.js';
import { findEpisodes, naturalOrder, type EpisodeQuery } from './find-episodes.js';
import { formatDate, formatDuration } from './format.js';

/** How many more stand after each press. */
const STEP = 50;

export class EpisodeList {
  readonly #query: EpisodeQuery;
  #shown: number;

  constructor(
    private readonly host: ReactiveControllerHost,
    readonly podcast: Podcast,
    first: number,
  ) {
    this.#shown = first;
    this.#query = { search: '', season: undefined, order: naturalOrder(podcast) };
  }

  #showMore = () => {
    this.#shown += STEP;
    this.host.requestUpdate();
  };

  render(texts: Texts, locale: string): TemplateResult {
    const found = findEpisodes(this.podcast.episodes, this.#query);
    const shown = found.slice(0, this.#shown);
    return html`
      <h3 part="episodes-heading">${texts.episodes}</h3>
      ${found.length === 0 ? html`<p class="muted">${texts.noEpisodes}</p>` : nothing}
      <ul part="episodes" class="episodes">
        ${repeat(
          shown,
          ({ guid }) => guid,
          (episode) => this.#episode(episode, texts, locale),
        )}
      </ul>
      ${
        found.length > shown.length
          ? html`<button part="show-more" class="quiet" @click=${this.#showMore}>
              ${texts.showMore}
              <span class="muted">${fillCount(texts.episodeCount, found.length, locale)}</span>
            </button>`
          : nothing
      }
    `;
  }

  #episode(episode: Episode, texts: Texts, locale: string): TemplateResult {
    const facts = [
      formatDate(episode.publishDate, locale, new Date()),
      formatDuration(episode.duration, locale),
    ].filter(Boolean);
    return html`
      <li part="episode" class="episode" data-episode=${episode.guid}>
        <h4 part="episode-title" lang=${this.podcast.language ?? nothing} dir="auto">
          ${episode.title}
        </h4>
        <p class="muted" part="episode-facts">
          ${facts.join(' · ')} ${this.#badges(episode, texts)}
        </p>
      </li>
    `;
  }

  #badges({ episodeType, isExplicit }: Episode, texts: Texts): TemplateResult[] {
    const badges = [
      episodeType === 'trailer' && texts.trailer,
      episodeType === 'bonus' && texts.bonus,
      isExplicit && texts.explicit,
    ];
    return badges.flatMap((badge) =>
      badge ? [html`<span part="badge" class="badge">${badge}</span>`] : [],
    );
  }
}
