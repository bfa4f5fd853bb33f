/** Notice shown in an in-app browser, which may not be able to open podcast apps. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { detectInAppBrowser } from '../../apps/in-app-browser.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';

export function renderInAppNotice(
  userAgent: string,
  globals: object,
  texts: Texts,
): TemplateResult | typeof nothing {
  const browser = detectInAppBrowser(userAgent, globals);
  if (!browser) return nothing;
  const { name: app = texts.anotherApp, menu } = browser;
  const exit = menu?.startsWith('dots') ? texts.exitMenu : menu ? texts.exitIcon : texts.exitAny;
  return html`<p part="in-app" class="panel">${fill(texts.inAppBrowser, { app })} ${exit}</p>`;
}
