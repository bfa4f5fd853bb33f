/** A message in place of the app buttons: one heading, one sentence, and the step to take. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { NextStep, StateMessage } from './state-message.js';

export interface MessageView {
  message: StateMessage;
  /** Whether the podcast's title stands above. */
  isTitled: boolean;
  /** Where the step `contact` leads. */
  contact: string | undefined;
  /** No step can be taken now. They keep their focus. */
  isWorking: boolean;
  onStep: (does: NextStep['does']) => void;
}

/** The names by which a publisher restyles a step. */
const parts: Record<NextStep['does'], string> = {
  retry: 'retry',
  reload: 'retry',
  'use-link': 'retry',
  contact: 'contact',
  'ask-for-link': 'reset',
  'make-link': 'reset-confirm',
  cancel: 'reset-cancel',
};

/** @param isTitled whether the podcast's title stands above, whose section this is then. */
function renderNotice(title: string, text: string, isTitled: boolean): TemplateResult {
  return html`<div part="notice" class="notice">
    ${isTitled ? html`<h3>${title}</h3>` : html`<h2>${title}</h2>`}
    <p class="muted">${text}</p>
  </div>`;
}

/** A publisher's offer to a member without access replaces the steps as well: it has its own. */
export function renderMessage(view: MessageView): TemplateResult {
  const { title, text, slot, steps, goesOn } = view.message;
  // The button that invites is never the one that cannot be undone.
  const filled = goesOn ? undefined : steps.find(({ does }) => does !== 'make-link');
  const notice = renderNotice(title, text, view.isTitled);
  const buttons = steps.length
    ? html`<div class="buttons steps">
        ${steps.map((step) => renderStep(step, step === filled, view))}
      </div>`
    : nothing;
  return html`<div class="buttons">
    ${
      slot === 'no-access'
        ? html`<slot name=${slot}>${notice} ${buttons}</slot>`
        : html`${slot ? html`<slot name=${slot}>${notice}</slot>` : notice} ${buttons}`
    }
  </div>`;
}

function renderStep({ label, does }: NextStep, isFilled: boolean, view: MessageView) {
  const look = isFilled ? 'primary' : 'button';
  const { contact, isWorking, onStep } = view;
  if (does === 'contact') {
    return html`<a part="contact" class=${look} href=${contact ?? nothing}>
      <span>${label}</span>
    </a>`;
  }
  // The second click of a double click was meant for the button that stood there before.
  const press = ({ detail }: MouseEvent) => {
    if (detail < 2 && !isWorking) onStep(does);
  };
  return html`<button
    type="button"
    part=${parts[does]}
    class=${look}
    aria-disabled=${isWorking || nothing}
    @click=${press}
  >
    <span>${label}</span>
  </button>`;
}
