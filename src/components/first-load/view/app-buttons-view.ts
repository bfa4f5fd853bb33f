/**
 * The app buttons: one primary action, the rest quiet, each with its name. While the feed URL is on
 * its way the same pieces keep the space, with their labels hidden, so nothing moves when it comes.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { App } from '../../../apps/app-table.js';
import type { AppButton, AppButtons } from './app-buttons.js';
import { chevronGlyph, copyGlyph, phoneGlyph } from '../../icons/glyphs.js';
import type { FirstTexts } from '../../texts/en-first.js';
import { fill } from '../../texts/texts.js';

export interface AppButtonsView {
  buttons: AppButtons;
  texts: FirstTexts;
  /** Whether the buttons only keep their space: nothing can be pressed, and screen readers skip them. */
  isWaiting: boolean;
  /** Whether the lists that are folded away are rendered too. */
  hasFolded: boolean;
  /** An app's icon, once it is loaded. */
  iconOf: (app: App) => TemplateResult | undefined;
  /** Renders what belongs right below an app's button, or below the copy button (an empty id). */
  below: (appId: string) => unknown;
  /** Takes the place of the copy button where no script runs yet. */
  copyTool?: TemplateResult;
  /** The copy button's label right after copying. */
  copied: string | undefined;
  /** Whether `primary` is there because the member chose it before. */
  isRemembered: boolean;
  onSelect: (button: AppButton) => void;
  onCopy: () => void;
  onPhone: () => void;
  onForget: () => void;
}

export function renderAppButtons(view: AppButtonsView): TemplateResult {
  const { heading, primary, isForPhone, quiet, starter } = view.buttons;
  const { texts, isWaiting, below, copied } = view;
  return html`<div class=${isWaiting ? 'buttons waiting' : 'buttons'} ?inert=${isWaiting}>
    ${heading ? html`<p class="buttons-heading"><span>${texts[heading]}</span></p>` : nothing}
    ${
      primary
        ? html`${renderApp(primary, view, 'primary')} ${below(primary.app.id)}`
        : isForPhone
          ? renderPhone(view, 'primary')
          : nothing
    }
    ${quiet.length ? renderList(quiet, view) : nothing}
    ${
      starter
        ? html`<p class="muted"><span>${texts.noAppYet}</span></p>
            ${renderList([starter], view)}`
        : nothing
    }
    <div part="tools" class="tools">
      ${
        view.copyTool ??
        html`<button type="button" part="copy" class="quiet" @click=${view.onCopy}>
          ${copied ? nothing : copyGlyph} <span>${copied ? `✓ ${copied}` : texts.copyLink}</span>
        </button>`
      }
      ${isForPhone ? nothing : renderPhone(view, 'quiet')}
      ${
        view.isRemembered
          ? html`<button type="button" part="forget" class="quiet" @click=${view.onForget}>
              <span>${texts.forgetApp}</span>
            </button>`
          : nothing
      }
      ${renderMore('moreApps', 'more', view)} ${renderMore('thisComputer', 'onThisComputer', view)}
      ${renderMore('otherDevices', 'onOtherDevices', view)}
    </div>
    ${below('')}
    <p class="muted personal"><span>${texts.personal}</span></p>
  </div>`;
}

function renderPhone({ texts, onPhone }: AppButtonsView, kind: 'primary' | 'quiet') {
  return html`<button
    type="button"
    part="phone"
    class=${kind}
    aria-haspopup="dialog"
    @click=${onPhone}
  >
    ${phoneGlyph} <span>${kind === 'primary' ? texts.toPhoneTitle : texts.toPhone}</span>
  </button>`;
}

function renderMore(
  label: 'moreApps' | 'thisComputer' | 'otherDevices',
  list: 'more' | 'onThisComputer' | 'onOtherDevices',
  view: AppButtonsView,
) {
  const buttons = view.buttons[list];
  if (buttons.length === 0) return nothing;
  return html`
    <details part="more">
      <summary part="more-summary"><span>${view.texts[label]}</span> ${chevronGlyph}</summary>
      ${view.hasFolded ? renderList(buttons, view, view.texts[label]) : nothing}
    </details>
  `;
}

function renderList(buttons: AppButton[], view: AppButtonsView, label?: string): TemplateResult {
  return html`<ul part="apps" class="apps" aria-label=${label ?? nothing}>
    ${buttons.map((button) => {
      const below = view.below(button.app.id);
      return html`<li>${renderApp(button, view, 'button')}</li>
        ${below === nothing ? nothing : html`<li class="below">${below}</li>`}`;
    })}
  </ul>`;
}

function renderApp(button: AppButton, view: AppButtonsView, kind: 'primary' | 'button') {
  const { app, href, via, label: text } = button;
  const { texts, isWaiting } = view;
  const label = fill(text ? texts[text] : '{app}', { app: app.name });
  const isPrimary = kind === 'primary';
  const icon = view.iconOf(app);
  const shown = isPrimary ? label : app.name;
  const part = isPrimary ? 'app primary' : 'app';
  const id = isWaiting ? nothing : app.id;
  // The name holds what is seen (WCAG 2.5.3), and says what happens.
  const name = isPrimary ? nothing : label;
  const select = () => view.onSelect(button);
  return href
    ? html`<a
        part=${part}
        class=${kind}
        data-app=${id}
        href=${isWaiting ? nothing : href}
        aria-label=${name}
        rel="noreferrer"
        @click=${select}
        ><span part="icon" class="logo" aria-hidden="true">${icon}</span> <span>${shown}</span></a
      >`
    : html`<button
        type="button"
        part=${part}
        class=${kind}
        data-app=${id}
        aria-label=${name}
        aria-haspopup=${via === 'phone' ? 'dialog' : nothing}
        @click=${select}
      >
        <span part="icon" class="logo" aria-hidden="true">${icon}</span> <span>${shown}</span>
      </button>`;
}
