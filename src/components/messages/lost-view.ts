/** Shown when a chunk of the element could not be loaded: what is wrong, and a button that tries again. */
import { html, type TemplateResult } from 'lit/html.js';
import type { FirstTexts } from '../language/texts/en-first.js';

/**
 * Offline or a server that does not respond: the browser knows which. Offline, it goes on by itself.
 * @param look of the button: quiet beside the app buttons, and while it goes on by itself.
 */
export function renderLost(
  texts: FirstTexts,
  onRetry: () => void,
  look = 'button',
): TemplateResult {
  return html`<div class="buttons">
    <p class="muted" role="alert">
      ${navigator.onLine ? texts.failedBusy : `${texts.offlineTitle}. ${texts.failedOffline}`}
    </p>
    <button
      type="button"
      part="retry"
      class=${navigator.onLine ? look : 'button'}
      @click=${onRetry}
    >
      <span>${texts.retry}</span>
    </button>
  </div>`;
}
