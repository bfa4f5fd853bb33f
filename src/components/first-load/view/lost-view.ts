/** Shown when a chunk of the element could not be loaded: what is wrong, and a button that tries again. */
import { html, type TemplateResult } from 'lit/html.js';
import type { FirstTexts } from '../../texts/en-first.js';

export function renderLost(texts: FirstTexts, onRetry: () => void): TemplateResult {
  return html`<p class="muted" role="alert">${unreachableText(texts)}</p>
    ${renderRetry(texts.retry, onRetry)}`;
}

export function renderRetry(label: string, onClick: () => unknown): TemplateResult {
  return html`<div>
    <button type="button" part="retry" class="button" @click=${onClick}>${label}</button>
  </div>`;
}

/** Offline or a server that does not respond: the browser knows which. */
export function unreachableText(texts: FirstTexts): string {
  return navigator.onLine ? texts.failedBusy : texts.failedOffline;
}
