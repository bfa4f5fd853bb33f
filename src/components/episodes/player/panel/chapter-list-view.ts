/** The chapters of the episode in the player: the current one is marked, and each plays when pressed. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fill } from '../../../texts/texts.js';
import { formatClock } from '../../../shared-chunk/format-duration.js';
import type { ShownPlayer } from '../bar/player-view.js';

interface ChapterList {
  player: ShownPlayer;
  /** @param seconds from the start. */
  playFrom: (seconds: number) => void;
}

export function renderChapterList({ player, playFrom }: ChapterList): TemplateResult {
  const { chapters, chapterIndex, playback, texts } = player;
  const { episode, podcast } = playback;
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
              <span lang=${podcast()?.language ?? nothing} dir="auto">${title}</span>
            </button>
          </li>`,
      )}
    </ol>
  </div>`;
}
