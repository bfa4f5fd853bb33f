/** After the store: the way to open the first app, in the place of the way to get it. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AppButton } from '../first-load/view/app-buttons.js';
import { appLabel } from '../first-load/view/app-buttons-view.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';

export function renderStarterDone(
  button: AppButton,
  texts: Texts,
  onSelect: (button: AppButton) => void,
): TemplateResult {
  const { app, href } = button;
  const [before, after] = texts.starterDone.split('{open}');
  const label = fill(appLabel(button, texts), { app: app.name });
  const select = () => onSelect(button);
  return html`<span
    >${before}${
      href
        ? html`<a
            part="starter"
            class="link"
            data-app=${app.id}
            href=${href}
            rel="noreferrer"
            @click=${select}
            >${label}</a
          >`
        : html`<button
            part="starter"
            class="link"
            type="button"
            data-app=${app.id}
            @click=${select}
          >
            ${label}
          </button>`
    }${after ?? nothing}</span
  >`;
}
