/** Cover, title and author, and the space for them while they are loading. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownPodcast } from '../../../podcast/shown-podcast.js';
import { podcastGlyph } from '../../icons/glyphs.js';
import type { FirstTexts } from '../../texts/en-first.js';
import { fill } from '../../texts/texts.js';

/** A cover that cannot be loaded is hidden: the glyph behind it shows. */
const showIfLoaded = ({ type, target }: Event) => {
  (target as EventTarget & { hidden: boolean }).hidden = type === 'error';
};

export function renderCover(image: string | undefined): TemplateResult {
  return html`<div class="cover" part="cover">
    ${podcastGlyph}
    ${
      image
        ? html`<img
            part="cover-image"
            src=${image}
            alt=""
            referrerpolicy="no-referrer"
            @load=${showIfLoaded}
            @error=${showIfLoaded}
          />`
        : nothing
    }
  </div>`;
}

const line = html`<span class="skeleton line"></span>`;

/**
 * @param title from the Subscription, before the podcast is loaded.
 * @param isWaiting whether the podcast is still loading.
 * @param texts `undefined` while the texts of the page's language are loading.
 */
export function renderIntro(
  title: string | undefined,
  podcast: ShownPodcast | undefined,
  isWaiting: boolean,
  texts: FirstTexts | undefined,
  eyebrow = texts?.eyebrow,
): TemplateResult {
  const { author, language } = podcast ?? {};
  return html`<div class="intro">
    <p part="eyebrow" class="eyebrow">${eyebrow ?? line}</p>
    <h2 part="title" lang=${language ?? nothing} dir="auto" aria-hidden=${!title && isWaiting}>
      ${podcast?.title || title || (isWaiting ? line : texts?.eyebrow)}
    </h2>
    <p part="author" class="muted" dir="auto">
      ${author && texts ? fill(texts.by, { author }) : isWaiting ? line : nothing}
    </p>
  </div>`;
}
