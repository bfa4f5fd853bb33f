/** The controls above the episodes: search, season and order. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import type { EpisodeOrder } from './order-episodes.js';

export interface Controls {
  texts: Texts;
  search: string;
  order: EpisodeOrder;
  season: number | undefined;
  /** Empty if there is nothing to choose from. */
  seasons: readonly number[];
  onSearch: (search: string) => void;
  onOrder: (order: EpisodeOrder) => void;
  onSeason: (season: number | undefined) => void;
}

const valueOf = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;

export function renderControls(controls: Controls): TemplateResult {
  const { texts, search, order, season, seasons } = controls;
  return html`
    <div class="controls" part="controls">
      <input
        type="search"
        part="search"
        class="field"
        aria-label=${texts.search}
        placeholder=${texts.search}
        .value=${search}
        @input=${(event: Event) => controls.onSearch(valueOf(event))}
      />
      ${
        seasons.length
          ? html`<select
              part="season"
              class="field"
              aria-label=${texts.seasons}
              @change=${(event: Event) => {
                const value = valueOf(event);
                controls.onSeason(value === '' ? undefined : Number(value));
              }}
            >
              <option value="" ?selected=${season === undefined}>${texts.allSeasons}</option>
              ${seasons.map(
                (number) =>
                  html`<option value=${number} ?selected=${season === number}>
                    ${fill(texts.season, { number })}
                  </option>`,
              )}
            </select>`
          : nothing
      }
      <select
        part="order"
        class="field"
        aria-label=${texts.order}
        @change=${(event: Event) => controls.onOrder(valueOf(event) as EpisodeOrder)}
      >
        <option value="newest" ?selected=${order === 'newest'}>${texts.newestFirst}</option>
        <option value="oldest" ?selected=${order === 'oldest'}>${texts.oldestFirst}</option>
      </select>
    </div>
  `;
}
