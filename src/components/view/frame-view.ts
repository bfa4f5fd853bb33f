/**
 * Renders the element's frame, which part is where, and the podcast in it: cover, title, author and status, and the
 * space for them while they are loading. A server renders the same before the script runs.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ElementView } from '../element/element-view.js';
import { lockGlyph, podcastGlyph } from '../icons/glyphs.js';
import type { FirstTexts } from '../language/texts/en-first.js';

export interface Frame {
  locale: string;
  dir: 'ltr' | 'rtl';
  isBusy: boolean;
  /** URL of the cover; `null` for no room for one. */
  cover: string | null | undefined;
  intro: unknown;
  actions: unknown;
  episodes: unknown;
}

export function renderFrame(frame: Frame): TemplateResult {
  return html`
    <div
      class="root"
      part="root"
      lang=${frame.locale}
      dir=${frame.dir}
      aria-busy=${String(frame.isBusy)}
    >
      <slot name="header"></slot>
      <div class="head">
        ${frame.cover === null ? nothing : renderCover(frame.cover)} ${frame.intro}
        <div class="actions" tabindex="-1">${frame.actions}</div>
      </div>
      ${frame.episodes}
      <slot name="footer"></slot>
      <div class="status" aria-live="polite" aria-atomic="true"></div>
    </div>
  `;
}

function renderCover(image: string | undefined): TemplateResult {
  return html`<div class="picture cover" part="cover">
    ${podcastGlyph}
    ${
      image
        ? html`<img part="cover-image" src=${image} alt="" referrerpolicy="no-referrer" />`
        : nothing
    }
  </div>`;
}

/** The space of a line of text. */
export const line = html`<span class="skeleton line"></span>`;

export interface Intro extends Omit<ElementView, 'cover'> {
  /** `undefined` while the texts of the page's language are loading. */
  texts: FirstTexts | undefined;
  /** The app that is connected, once one is known. */
  status: unknown;
}

export function renderIntro(intro: Intro): TemplateResult | typeof nothing {
  const { title, wasUntitled, podcast, isWaiting, isAlone, texts, status } = intro;
  if (isAlone && !title) return nothing;
  const { author, language } = podcast ?? {};
  return html`<div class=${wasUntitled ? 'intro untitled' : 'intro'}>
    <h2 part="title" lang=${language ?? nothing} dir="auto" aria-hidden=${!title && isWaiting}>
      ${title || (isWaiting ? line : texts?.yourPodcast)}
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
