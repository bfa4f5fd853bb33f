/** After the store: the way to open the first app, in the place of the way to get it. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AppButton } from '../buttons/app-buttons.js';
import { appLabel } from '../buttons/app-buttons-view.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';
import { renderAppControl } from '../buttons/panel-controls.js';

export function renderStarterDone(
  button: AppButton,
  texts: Texts,
  onSelect: (button: AppButton) => void,
): TemplateResult {
  const [before, after] = texts.starterDone.split('{open}');
  const control = renderAppControl(button, {
    part: 'starter',
    look: 'link',
    content: fill(appLabel(button, texts), { app: button.app.name }),
    onSelect: () => onSelect(button),
  });
  return html`<span>${before}${control}${after ?? nothing}</span>`;
}
