/** The words of the states without app buttons: no access, expired, failed. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import { renderRetry, unreachableText } from '../first-load/view/lost-view.js';
import type { ElementState } from '../first-load/subscription-controller.js';
import type { Texts } from '../texts/en.js';

export interface StateMessage {
  title: string;
  text: string;
  /** Name of the slot whose content replaces title and text. */
  slot?: string;
  /** Label of the button, if there is something the member can do. */
  button?: string;
  /** The page has to bring something new: the button reloads it. */
  reloads?: boolean;
}

/**
 * The message of a state, or `undefined` for a state that shows the app buttons or waits for them.
 * @param canRenew whether the page can get another token by itself.
 */
export function stateMessage(
  state: ElementState,
  failure: ErrorCode,
  canRenew: boolean,
  texts: Texts,
): StateMessage | undefined {
  switch (state) {
    case 'no-access':
      return { title: texts.noAccessTitle, text: texts.noAccessText, slot: state };
    case 'expired':
      return {
        title: texts.expiredTitle,
        text: texts.expiredText,
        button: texts.renew,
        reloads: !canRenew,
      };
    case 'failed':
      return failureMessage(failure, texts);
    default:
      return undefined;
  }
}

function failureMessage(failure: ErrorCode, texts: Texts): StateMessage {
  if (failure === 'unauthorized') {
    return {
      title: texts.loggedOutTitle,
      text: texts.loggedOutText,
      button: texts.logIn,
      reloads: true,
    };
  }
  return failure === 'no-feed'
    ? {
        title: texts.deadTitle,
        text: texts.deadText,
        slot: 'error',
        button: texts.reload,
        reloads: true,
      }
    : {
        title: texts.failedTitle,
        text: failureText(texts, failure),
        slot: 'error',
        button: texts.retry,
      };
}

export function renderStateMessage(
  { title, text, slot, button, reloads }: StateMessage,
  tryAgain: () => unknown,
): TemplateResult {
  const message = html`<div part="notice" class="notice">
    <h2>${title}</h2>
    <p class="muted">${text}</p>
  </div>`;
  return html`
    ${slot ? html`<slot name=${slot}>${message}</slot>` : message}
    ${button ? renderRetry(button, reloads ? () => location.reload() : tryAgain) : nothing}
  `;
}

/** The text for screen readers: the page's own words, if it has put some in the slot. */
export function spokenMessage({ title, text, slot }: StateMessage, host: HTMLElement): string {
  const own = slot && host.querySelector(`:scope > [slot="${slot}"]`)?.textContent.trim();
  return own || `${title}. ${text}`;
}

/** The member's next step after a failure. */
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
    case 'forbidden':
      return texts.failedSignIn;
    default:
      return texts.failedSetUp;
  }
}
