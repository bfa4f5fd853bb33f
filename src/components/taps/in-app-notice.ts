/** Notice in a browser inside another app, which may not open podcast apps: the way out into the member's own. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { InAppBrowser } from '../../apps/in-app-browser.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';

export interface InAppNotice {
  browser: InAppBrowser;
  /** Opens this page in the phone's browser, on Android; elsewhere its address is copied. */
  intent: string | undefined;
  /** Label of the button that copies. */
  copyLabel: string;
  /** The address, where it could not be copied. */
  field?: unknown;
  texts: Texts;
  onCopy: () => void;
}

export function renderInAppNotice(view: InAppNotice): TemplateResult {
  const { browser, intent, copyLabel, field, texts, onCopy } = view;
  const { name: app } = browser;
  return html`<div part="in-app" class="panel in-app">
    <p class="small">
      ${app ? fill(texts.inAppBrowser, { app }) : texts.inAnotherApp}
      ${wayOut(browser, intent, texts)}
    </p>
    <div class="row">
      ${
        intent
          ? html`<a part="exit" class="button" href=${intent}>${texts.openInBrowser}</a>`
          : html`<button type="button" part="exit" class="button" @click=${onCopy}>
              ${copyLabel}
            </button>`
      }
    </div>
    ${field ?? nothing}
  </div>`;
}

/** Where the app has its own “Open in browser”. Beside our button, one that nobody knows is not worth a line. */
function wayOut({ menu }: InAppBrowser, intent: string | undefined, texts: Texts): unknown {
  const words = {
    'dots-top': texts.exitTop,
    'dots-bottom': texts.exitBottom,
    'icon-bottom': texts.exitIcon,
  };
  return menu ? words[menu] : intent ? nothing : texts.exitAny;
}
