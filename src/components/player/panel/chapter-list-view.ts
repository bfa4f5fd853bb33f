/** The chapters of the episode in the player: the current one is marked, and each plays when pressed. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fill } from '../../language/texts.js';
import { formatClock } from '../../language/formats.js';
import type { ShownBar } from '../bar/bar-view.js';

interface ChapterList {
  bar: ShownBar;
  /** @param seconds from the start. */
  playFrom: (seconds: number) => void;
}

export function renderChapterList({ bar, playFrom }: ChapterList): TemplateResult {
  const { chapters, chapterIndex, playback, texts } = bar;
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
