/** Renders the element's frame: which part is where. A server renders the same frame before the script runs. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { renderCover } from './intro-view.js';

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
