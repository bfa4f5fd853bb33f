/** Cover, title, author and status, and the space for them while they are loading. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownPodcast } from '../../podcast/shown-podcast.js';
import { lockGlyph, podcastGlyph } from '../icons/glyphs.js';
import type { FirstTexts } from '../language/texts/en-first.js';

export function renderCover(image: string | undefined): TemplateResult {
  return html`<div class="picture cover" part="cover">
    ${podcastGlyph}
    ${
      image
        ? html`<img part="cover-image" src=${image} alt="" referrerpolicy="no-referrer" />`
        : nothing
    }
  </div>`;
}

const line = html`<span class="skeleton line"></span>`;

export interface Intro {
  /** From the Subscription or the page, before the podcast is loaded. */
  title: string | undefined;
  /** Whether the title was not known from the start: there is room for two lines of it. */
  wasUntitled?: boolean;
  podcast: ShownPodcast | undefined;
  /** Whether the podcast is still loading. */
  isWaiting: boolean;
  /** `undefined` while the texts of the page's language are loading. */
  texts: FirstTexts | undefined;
  /** The app that is connected, once one is known. */
  status: unknown;
  /** Whether a message is all there is: no author and no status will come. */
  isAlone?: boolean;
}

export function renderIntro(intro: Intro): TemplateResult | typeof nothing {
  const { title, wasUntitled, podcast, isWaiting, isAlone, texts, status } = intro;
  if (isAlone && !title) return nothing;
  const { author, language } = podcast ?? {};
  return html`<div class=${wasUntitled ? 'intro untitled' : 'intro'}>
    <h2 part="title" lang=${language ?? nothing} dir="auto" aria-hidden=${!title && isWaiting}>
      ${podcast?.title || title || (isWaiting ? line : texts?.yourPodcast)}
    </h2>
    ${
      isAlone
        ? nothing
        : html`<p part="author" class="muted" dir="auto">
              ${author ?? (isWaiting ? line : nothing)}
            </p>
            <p part="status" class="muted personal">
              ${status ?? (texts ? html`${lockGlyph} <span>${texts.personal}</span>` : line)}
            </p>`
    }
  </div>`;
}
