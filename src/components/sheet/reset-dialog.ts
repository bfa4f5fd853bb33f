/**
 * The way to a new link in place of a leaked one: asked once, with what it does to the member's apps,
 * because nothing brings the old link back. A chunk of its own, loaded when the member asks for it.
 */
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { listOf } from '../connected-apps/apps-in-words.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';
import { openDialog } from './open-dialog.js';

/** `asking` first; then `working`, and `done` or `failed`, which can be tried again. */
type Step = 'asking' | 'working' | 'done' | 'failed';

export interface ResetQuestion {
  /** Names of the apps that have the old link; empty if they are not known. */
  apps: readonly string[];
  texts: Texts;
  /** BCP 47 tag of the texts. */
  locale: string;
  /** Gets the new link. @returns whether there is one. */
  reset: () => Promise<boolean>;
  announce: (text: string) => void;
}

/** Asks the member. @returns whether they have a new link, once the dialog is closed. */
export function askForReset(root: ShadowRoot, given: ResetQuestion): Promise<boolean> {
  const { texts, announce, reset } = given;
  const names = [...new Set(given.apps)];
  const question = { ...given, apps: names.length > MAX_NAMED ? [] : names };
  return new Promise((resolve) => {
    let step: Step = 'asking';
    const dialog = openDialog(root, {
      name: 'reset-panel',
      labelledBy: 'reset-title',
      describedBy: 'reset-text',
      canClose: () => step !== 'working',
      onClose: () => resolve(step === 'done'),
    });
    const show = (next: Step, focused: string) => {
      step = next;
      render(
        renderStep(step, question, confirm, () => dialog.close()),
        dialog,
      );
      (dialog.querySelector<HTMLElement>(focused) ?? dialog).focus();
    };
    const confirm = async () => {
      // A button that is disabled must not have the focus.
      dialog.focus();
      show('working', 'dialog');
      if (await reset()) {
        show('done', '[part=reset-cancel]');
        announce([`${texts.resetDone}.`, ...nextSteps(question)].join(' '));
      } else {
        show('failed', '[part=reset-confirm]');
        announce(texts.resetFailed);
      }
    };
    show('asking', 'dialog');
  });
}

/** More apps than one reads about, such as those of a link that went around, are all apps. */
const MAX_NAMED = 8;

/** The steps that the member takes in each app after a reset. */
function nextSteps({ apps, texts }: ResetQuestion): string[] {
  return apps.length ? apps.map((app) => fill(texts.resetAgain, { app })) : [texts.resetAgainAny];
}

/** What cannot be undone is not the button that invites. */
function renderStep(
  step: Step,
  question: ResetQuestion,
  confirm: () => Promise<void>,
  close: () => void,
): TemplateResult {
  const { apps, texts, locale } = question;
  const isDone = step === 'done';
  const isWorking = step === 'working';
  const stops = apps.length
    ? fill(texts.resetStops, { apps: listOf(apps, locale) })
    : texts.resetStopsAll;
  return html`
    <div class="dialog-body" aria-busy=${String(isWorking)}>
      <h3 id="reset-title">${isDone ? texts.resetDone : texts.resetTitle}</h3>
      <div id="reset-text">
        ${isDone ? nextSteps(question).map((text) => html`<p>${text}</p>`) : html`<p>${stops}</p>`}
      </div>
      ${step === 'failed' ? html`<p class="failure">${texts.resetFailed}</p>` : nothing}
      <div class="row">
        ${
          isDone
            ? nothing
            : html`<button
                type="button"
                part="reset-confirm"
                class="button"
                ?disabled=${isWorking}
                @click=${() => void confirm()}
              >
                <span>${texts.newLink}</span>
              </button>`
        }
        <button
          type="button"
          part="reset-cancel"
          class="button primary"
          ?disabled=${isWorking}
          @click=${close}
        >
          <span>${isDone ? texts.close : texts.cancel}</span>
        </button>
      </div>
      <div class="status" aria-live="polite" aria-atomic="true"></div>
    </div>
  `;
}
