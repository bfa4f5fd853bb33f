/** The way to a new link in place of a leaked one: offered, asked once, done. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { listOf } from './connection-line.js';

export type ResetStep = 'closed' | 'asking' | 'working' | 'done' | 'failed';

export interface ResetView {
  step: ResetStep;
  /** Names of the apps that have the old link. */
  apps: readonly string[];
  texts: Texts;
  locale: string;
  onStep: (step: ResetStep) => void;
  onConfirm: () => void;
}

export function renderReset(view: ResetView): TemplateResult {
  const { step, texts, onStep } = view;
  if (step === 'closed') {
    return html`<button type="button" part="reset" class="quiet" @click=${() => onStep('asking')}>
      ${texts.resetOffer}
    </button>`;
  }
  return html`<div
    part="reset-panel"
    class="panel"
    role="group"
    tabindex="-1"
    aria-labelledby="reset-title"
    aria-busy=${String(step === 'working')}
  >
    ${step === 'done' ? renderDone(view) : renderQuestion(view)}
  </div>`;
}

function renderQuestion({ step, apps, texts, locale, onStep, onConfirm }: ResetView) {
  const consequence = apps.length
    ? fill(texts.resetStops, { apps: listOf(apps, locale) })
    : texts.resetStopsAll;
  const isWorking = step === 'working';
  return html`
    <h3 id="reset-title">${texts.resetConfirm}</h3>
    <p>${consequence}</p>
    ${step === 'failed' ? html`<p>${texts.resetFailed}</p>` : nothing}
    <div class="row">
      <button
        type="button"
        part="reset-confirm"
        class="button"
        ?disabled=${isWorking}
        @click=${onConfirm}
      >
        ${texts.resetConfirm}
      </button>
      <button
        type="button"
        part="reset-cancel"
        class="button"
        ?disabled=${isWorking}
        @click=${() => onStep('closed')}
      >
        ${texts.cancel}
      </button>
    </div>
  `;
}

function renderDone({ apps, texts, onStep }: ResetView) {
  return html`
    <h3 id="reset-title">${texts.resetDone}</h3>
    ${
      apps.length
        ? html`<ul>
            ${apps.map((app) => html`<li>${fill(texts.resetAgain, { app })}</li>`)}
          </ul>`
        : html`<p>${texts.resetAgainAny}</p>`
    }
    <div class="row">
      <button type="button" part="reset-cancel" class="button" @click=${() => onStep('closed')}>
        ${texts.close}
      </button>
    </div>
  `;
}
