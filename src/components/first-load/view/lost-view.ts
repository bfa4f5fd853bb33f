/** Shown when a chunk of the element could not be loaded: what is wrong, and a button that tries again. */
import { html, type TemplateResult } from 'lit/html.js';
import type { FirstTexts } from '../../texts/en-first.js';

/**
 * What stands in place of the app buttons.
 * @param isTitled whether the podcast's title stands above, whose section this is then.
 */
export function renderNotice(title: string, text: string, isTitled: boolean): TemplateResult {
  return html`<div part="notice" class="notice">
    ${isTitled ? html`<h3>${title}</h3>` : html`<h2>${title}</h2>`}
    <p class="muted">${text}</p>
  </div>`;
}

/**
 * @param isAlone whether nothing else can be done: beside the app buttons it is a quiet button.
 * @param isTitled as for the notice.
 */
export function renderLost(
  texts: FirstTexts,
  onRetry: () => void,
  isAlone = false,
  isTitled = true,
): TemplateResult {
  const { title, text } = unreachable(texts);
  return html`<div class="buttons">
    <div role="alert">${renderNotice(title, text, isTitled)}</div>
    <div class="buttons steps">
      <button
        type="button"
        part="retry"
        class=${isAlone && navigator.onLine ? 'primary' : 'button'}
        @click=${onRetry}
      >
        <span>${texts.retry}</span>
      </button>
    </div>
  </div>`;
}

/** Offline or a server that does not respond: the browser knows which. Offline, it goes on by itself. */
export function unreachable(texts: FirstTexts): { title: string; text: string } {
  return navigator.onLine
    ? { title: texts.failedTitle, text: texts.failedBusy }
    : { title: texts.offlineTitle, text: texts.failedOffline };
}
