/** The chapters of the episode in the player: the current one is marked, and each plays when pressed. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fill } from '../../language/texts.js';
import { formatClock } from '../../language/formats.js';
import type { PlayerView } from '../bar/bar-view.js';

/** @param playFrom a time in seconds from the start. */
export function renderChapterList(
  { chapters, chapterIndex, player, texts }: PlayerView,
  playFrom: (seconds: number) => void,
): TemplateResult {
  const { episode } = player.state;
  const label = fill(texts.chaptersOf, { title: episode?.title ?? '' });
  return html`<div role="group" aria-label=${label}>
    <ol part="chapters" class="chapter-list">
      ${chapters.map(
        ({ start, title }, index) =>
          html`<li>
            <button
              type="button"
              part="chapter"
              class="extra"
              aria-current=${index === chapterIndex ? 'true' : nothing}
              @click=${() => playFrom(start)}
            >
              <span class="muted small">${formatClock(start)}</span>
              <span lang=${player.podcast()?.language ?? nothing} dir="auto">${title}</span>
            </button>
          </li>`,
      )}
    </ol>
  </div>`;
}
