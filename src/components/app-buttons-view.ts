/** The app buttons as the member sees them: one clear action, the rest quiet, names always there. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { AppButton, AppButtons } from './app-buttons.js';
import { chevronGlyph, podcastGlyph } from './icons/glyphs.js';
import type { Texts } from './texts/en.js';
import { fill } from './texts/texts.js';

export interface AppButtonsView {
  buttons: AppButtons;
  texts: Texts;
  /** Path data of an app's icon, where it is there already. */
  iconOf: (appId: string) => string | undefined;
  onSelect: (button: AppButton) => void;
}

export function renderAppButtons(view: AppButtonsView): TemplateResult {
  const { primary, quiet, more, otherDevices } = view.buttons;
  const { texts } = view;
  return html`
    ${primary ? renderButton(primary, view, 'primary') : nothing}
    ${quiet.length ? renderList(quiet, view) : nothing} ${renderMore(texts.moreApps, more, view)}
    ${renderMore(texts.otherDevices, otherDevices, view)}
  `;
}

function renderMore(label: string, buttons: AppButton[], view: AppButtonsView) {
  if (buttons.length === 0) return nothing;
  return html`
    <details part="more">
      <summary part="more-summary">${label} ${chevronGlyph}</summary>
      ${renderList(buttons, view)}
    </details>
  `;
}

function renderList(buttons: AppButton[], view: AppButtonsView): TemplateResult {
  return html`<ul part="apps" class="apps">
    ${buttons.map((button) => html`<li>${renderButton(button, view, 'button')}</li>`)}
  </ul>`;
}

function renderButton(button: AppButton, view: AppButtonsView, kind: 'primary' | 'button') {
  const { app, href } = button;
  const { texts } = view;
  const verb = href ? texts.openIn : texts.setUpIn;
  const content = html`${renderIcon(view.iconOf(app.id))}
    <span>${kind === 'primary' ? fill(verb, { app: app.name }) : app.name}</span>`;
  const part = kind === 'primary' ? 'app primary' : 'app';
  const select = () => view.onSelect(button);
  return href
    ? html`<a
        part=${part}
        class=${kind}
        data-app=${app.id}
        href=${href}
        rel="noreferrer"
        @click=${select}
        >${content}</a
      >`
    : html`<button type="button" part=${part} class=${kind} data-app=${app.id} @click=${select}>
        ${content}
      </button>`;
}

/** An app's own icon, or a neutral glyph of the same size until it is there. */
function renderIcon(path: string | undefined) {
  return path
    ? html`<svg part="icon" class="logo" viewBox="0 0 24 24" aria-hidden="true">
        ${svg`<path d=${path} />`}
      </svg>`
    : podcastGlyph;
}
