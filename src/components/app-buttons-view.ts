/**
 * The app buttons: one primary action, the rest quiet, each with its name. While the feed URL is on
 * its way the same pieces keep the space, with their labels hidden, so nothing moves when it comes.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../apps/app-table.js';
import type { AppButton, AppButtons } from './app-buttons.js';
import { chevronGlyph, copyGlyph, phoneGlyph } from './icons/glyphs.js';
import type { FirstTexts } from './texts/en-first.js';
import { fill } from './texts/texts.js';

export interface AppButtonsView {
  buttons: AppButtons;
  texts: FirstTexts;
  /** Whether the buttons only keep their space: nothing can be pressed, and screen readers skip them. */
  isWaiting: boolean;
  /** An app's icon, once it is loaded. */
  iconOf: (app: App) => TemplateResult | undefined;
  onSelect: (button: AppButton) => void;
  onCopy: () => void;
  onPhone: () => void;
}

export function renderAppButtons(view: AppButtonsView): TemplateResult {
  const { primary, quiet, more, otherDevices } = view.buttons;
  const { texts, isWaiting } = view;
  return html`<div class=${isWaiting ? 'buttons waiting' : 'buttons'} ?inert=${isWaiting}>
    ${primary ? renderApp(primary, view, 'primary') : renderPhone(view, 'primary')}
    ${quiet.length ? renderList(quiet, view) : nothing}
    <div part="tools" class="tools">
      <button type="button" part="copy" class="quiet" @click=${view.onCopy}>
        ${copyGlyph} <span>${texts.copyLink}</span>
      </button>
      ${primary ? renderPhone(view, 'quiet') : nothing} ${renderMore(texts.moreApps, more, view)}
      ${renderMore(texts.otherDevices, otherDevices, view)}
    </div>
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

function renderMore(label: string, buttons: AppButton[], view: AppButtonsView) {
  if (buttons.length === 0) return nothing;
  return html`
    <details part="more">
      <summary part="more-summary"><span>${label}</span> ${chevronGlyph}</summary>
      ${renderList(buttons, view)}
    </details>
  `;
}

function renderList(buttons: AppButton[], view: AppButtonsView): TemplateResult {
  return html`<ul part="apps" class="apps">
    ${buttons.map((button) => html`<li>${renderApp(button, view, 'button')}</li>`)}
  </ul>`;
}

function renderApp(button: AppButton, view: AppButtonsView, kind: 'primary' | 'button') {
  const { app, href } = button;
  const { texts, isWaiting } = view;
  const isPrimary = kind === 'primary';
  const label = fill(href ? texts.openIn : texts.setUpIn, { app: app.name });
  const content = html`${view.iconOf(app) ?? iconSpace}
    <span>${isPrimary ? label : app.name}</span>`;
  const part = isPrimary ? 'app primary' : 'app';
  const id = isWaiting ? nothing : app.id;
  const select = () => view.onSelect(button);
  return href
    ? html`<a
        part=${part}
        class=${kind}
        data-app=${id}
        href=${isWaiting ? nothing : href}
        rel="noreferrer"
        @click=${select}
        >${content}</a
      >`
    : html`<button type="button" part=${part} class=${kind} data-app=${id} @click=${select}>
        ${content}
      </button>`;
}

/** Keeps the space of an icon that is on its way. */
const iconSpace = html`<span class="logo"></span>`;
