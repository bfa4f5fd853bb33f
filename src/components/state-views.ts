/** What stands where there are no app buttons: waiting, no access, expired, failed. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ErrorCode } from '../errors/private-podcast-error.js';
import type { ElementState } from './subscribing.js';
import type { FirstTexts } from './texts/en-first.js';

/** The space that title and buttons will take, so that nothing moves when they come. */
export function renderSkeleton(): TemplateResult {
  return html`
    <div class="skeleton primary"></div>
    <div class="apps">
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
    </div>
    <div class="tools">
      <div class="skeleton quiet"></div>
      <div class="skeleton quiet"></div>
      <div class="skeleton quiet"></div>
      <div class="skeleton quiet"></div>
    </div>
  `;
}

export interface Notice {
  title: string;
  text: string;
  /** Where the publisher's own words go, in place of ours. */
  slot?: string;
  /** What the button says, where there is something to do. */
  button?: string;
}

/** What a state says in place of the app buttons; nothing where they stand or are on their way. */
export function noticeOf(
  state: ElementState,
  failure: ErrorCode,
  texts: FirstTexts,
): Notice | undefined {
  switch (state) {
    case 'no-access':
      return { title: texts.noAccessTitle, text: texts.noAccessText, slot: state };
    case 'expired':
      return { title: texts.expiredTitle, text: texts.expiredText, button: texts.renew };
    case 'failed':
      return {
        title: texts.failedTitle,
        text: failureText(texts, failure),
        slot: 'error',
        button: texts.retry,
      };
    default:
      return undefined;
  }
}

export function renderNotice(
  { title, text, slot, button }: Notice,
  onButton: () => unknown,
): TemplateResult {
  const words = html`<div part="notice" class="notice">
    <h2>${title}</h2>
    <p class="muted">${text}</p>
  </div>`;
  return html`
    ${slot ? html`<slot name=${slot}>${words}</slot>` : words}
    ${button ? renderRetry(button, onButton) : nothing}
  `;
}

/** Says that a part did not come, and asks for it again. */
export function renderLost(texts: FirstTexts, onRetry: () => void): TemplateResult {
  return html`<p class="muted">${unreachableText(texts)}</p>
    ${renderRetry(texts.retry, onRetry)}`;
}

function renderRetry(text: string, onClick: () => unknown): TemplateResult {
  return html`<div>
    <button type="button" part="retry" class="button" @click=${onClick}>${text}</button>
  </div>`;
}

/** What the member can do where nothing answers: the browser knows whether that is their own connection. */
export function unreachableText(texts: FirstTexts): string {
  return navigator.onLine ? texts.failedBusy : texts.failedOffline;
}

/** What the member can do about a failure. */
function failureText(texts: FirstTexts, code: ErrorCode): string {
  switch (code) {
    case 'network':
      return unreachableText(texts);
    case 'timeout':
    case 'unavailable':
    case 'rate-limited':
    case 'aborted':
      return texts.failedBusy;
    case 'token-expired':
    case 'token-invalid':
    case 'unauthorized':
    case 'forbidden':
      return texts.failedSignIn;
    default:
      return texts.failedSetUp;
  }
}
