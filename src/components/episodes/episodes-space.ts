/** The space of the episodes, from the first rendering on, so that nothing below moves when they come. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { episodeCount } from '../page/episode-count.js';
import type { Texts } from '../language/texts/en.js';

/** The most rows that are worth keeping space for. */
const MAX_ROWS = 5;

/**
 * @param wanted how many episodes the page wants, as it gives it.
 * @param texts `undefined` until all are loaded.
 */
export function renderEpisodesSpace(
  wanted: unknown,
  texts?: Texts,
): TemplateResult | typeof nothing {
  const count = episodeCount(wanted);
  if (count <= 0) return nothing;
  return html`<section>
    <div class="episode-head">${texts ? html`<h3>${texts.episodes}</h3>` : nothing}</div>
    ${Array.from(
      { length: Math.min(count, MAX_ROWS) },
      () => html`<div class="row-space skeleton"></div>`,
    )}
  </section>`;
}
