/**
 * What the member reads in place of the app buttons: no access, expired, failed. A chunk of its
 * own, because none of it is needed for the first paint.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { ErrorCode } from '../errors/private-podcast-error.js';
import { renderRetry, unreachableText } from './lost-view.js';
import type { ElementState } from './subscription-controller.js';
import type { Texts } from './texts/en.js';

export interface StateMessage {
  title: string;
  text: string;
  /** Name of the slot whose content replaces title and text. */
  slot?: string;
  /** Label of the button, if there is something the member can do. */
  button?: string;
}

/** The message of a state, or `undefined` for a state that shows the app buttons or waits for them. */
export function stateMessage(
  state: ElementState,
  failure: ErrorCode,
  texts: Texts,
): StateMessage | undefined {
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

export function renderStateMessage(
  { title, text, slot, button }: StateMessage,
  onButton: () => unknown,
): TemplateResult {
  const message = html`<div part="notice" class="notice">
    <h2>${title}</h2>
    <p class="muted">${text}</p>
  </div>`;
  return html`
    ${slot ? html`<slot name=${slot}>${message}</slot>` : message}
    ${button ? renderRetry(button, onButton) : nothing}
  `;
}

/** What the member can do about a failure. */
function failureText(texts: Texts, code: ErrorCode): string {
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
