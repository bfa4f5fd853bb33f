/**
 * Help for an app that did not open, or that only takes a pasted link: install it, copy the link,
 * paste it here. Loaded when first needed.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { forPlatform } from '../../apps/app-link.js';
import { appDetails } from '../../apps/apps.js';
import type { App } from '../../apps/app-table.js';
import type { Platform } from '../../apps/platform.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';

export interface HelpView {
  app: App;
  platform: Platform;
  /** Whether a link should have opened the app, and did not. */
  didNotOpen: boolean;
  texts: Texts;
  onCopy: () => void;
}

/** The platform whose store and menus the help names: this one, or the app's own if it does not run here. */
function platformOf(app: App, platform: Platform): Platform {
  return app.platforms.includes(platform) ? platform : (app.platforms[0] ?? platform);
}

export function renderHelp({ app, platform, didNotOpen, texts, onCopy }: HelpView): TemplateResult {
  const { name, store, paste, privateFeeds } = appDetails(app);
  const target = platformOf(app, platform);
  const path = forPlatform(paste, target);
  const storeLink = forPlatform(store, target);
  const where = fill(path ? texts.stepPath : texts.stepAnywhere, { app: name, path: path ?? '' });
  return html`
    <div part="help" class="panel" role="group" aria-label=${name}>
      <h3>${fill(didNotOpen ? texts.helpTitle : texts.pasteTitle, { app: name })}</h3>
      ${privateFeeds === 'lookup' ? html`<p>${fill(texts.lookup, { app: name })}</p>` : nothing}
      <ol>
        <li>${texts.stepCopy}</li>
        <li>${where}</li>
        <li>${texts.stepPaste}</li>
      </ol>
      <div class="row">
        <button type="button" part="help-copy" class="button" @click=${onCopy}>
          ${texts.copyLink}
        </button>
        ${
          storeLink?.startsWith('https://')
            ? html`<a
                part="store"
                class="button"
                href=${storeLink}
                target="_blank"
                rel="noopener noreferrer"
                >${fill(texts.getApp, { app: name })}</a
              >`
            : nothing
        }
      </div>
    </div>
  `;
}
