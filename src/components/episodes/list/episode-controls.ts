/** The controls above the episodes: search, season and order. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Texts } from '../../texts/en.js';
import { fill } from '../../texts/texts.js';
import type { EpisodeOrder } from './order-episodes.js';

/** The member's choice. */
export interface Choice {
  search: string;
  order: EpisodeOrder;
  /** `undefined`: all of them. */
  season: number | undefined;
}

export interface Controls extends Choice {
  texts: Texts;
  /** Empty if there is nothing to choose from. */
  seasons: readonly number[];
  /** The member is about to search. */
  onSearchFocus: () => void;
  onChange: (change: Partial<Choice>) => void;
}

const valueOf = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;

/**
 * A form, though nothing is sent: to fill in a field without one, Chromium goes through the whole page
 * when the field gets the focus, which takes a fifth of a second with ten thousand rows.
 */
export function renderControls(controls: Controls): TemplateResult {
  const { texts, search, order, season, seasons, onChange, onSearchFocus } = controls;
  return html`
    <form
      class="controls"
      part="controls"
      role="presentation"
      @submit=${(event: Event) => event.preventDefault()}
    >
      <input
        type="search"
        part="search"
        class="field"
        aria-label=${texts.search}
        placeholder=${texts.search}
        .value=${search}
        @focus=${onSearchFocus}
        @input=${(event: Event) => onChange({ search: valueOf(event) })}
      />
      ${
        seasons.length
          ? html`<select
              part="season"
              class="field"
              aria-label=${texts.seasons}
              @change=${(event: Event) => {
                const value = valueOf(event);
                onChange({ season: value === '' ? undefined : Number(value) });
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
        @change=${(event: Event) => onChange({ order: valueOf(event) as EpisodeOrder })}
      >
        <option value="newest" ?selected=${order === 'newest'}>${texts.newestFirst}</option>
        <option value="oldest" ?selected=${order === 'oldest'}>${texts.oldestFirst}</option>
      </select>
    </form>
  `;
}
