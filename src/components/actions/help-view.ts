/**
 * The panel below an app's button: what to do if the app did not open or takes only a pasted link,
 * the question after the member came back, and the account of a streaming-music app. Loaded when
 * first needed.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { forPlatform } from '../../apps/app-link.js';
import { appDetails } from '../../apps/apps.js';
import type { App } from '../../apps/app-table.js';
import type { Platform } from '../../apps/platform.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';

/**
 * `help`: the app did not open. `paste`: it takes only a pasted link. `ask`: the member came back
 * from it. `enjoy`: it worked, the member says. `connected`: it worked, the service says. `connect`:
 * a streaming-music app wants its account connected.
 */
export type HelpKind = 'help' | 'paste' | 'ask' | 'enjoy' | 'connected' | 'connect';

export interface HelpView {
  app: App;
  kind: HelpKind;
  platform: Platform;
  streamingLinkUrl: string | undefined;
  texts: Texts;
  onCopy: () => void;
  onAnswer: (didOpen: boolean) => void;
  onClose: () => void;
}

/** The panel's heading, which screen readers announce. */
export function helpTitle(kind: HelpKind, { name }: App, texts: Texts): string {
  const titles = {
    help: texts.helpTitle,
    paste: texts.pasteTitle,
    ask: texts.didItOpen,
    enjoy: texts.enjoy,
    connected: `✓ ${texts.hasPodcast}`,
    connect: texts.streamingTitle,
  };
  return fill(titles[kind], { app: name });
}

export function renderHelp(view: HelpView): TemplateResult {
  const { app, kind, texts, onClose } = view;
  return html`
    <div part="help" class="panel" role="group" aria-labelledby="help-title">
      <h3 id="help-title">${helpTitle(kind, app, texts)}</h3>
      ${
        kind === 'ask'
          ? renderQuestion(view)
          : kind === 'connect'
            ? renderConnect(view)
            : kind === 'enjoy'
              ? nothing
              : kind === 'connected'
                ? html`<p>${texts.enjoy}</p>`
                : renderSteps(view)
      }
      <button type="button" part="help-close" class="quiet" @click=${onClose}>
        ${texts.close}
      </button>
    </div>
  `;
}

function renderQuestion({ texts, onAnswer }: HelpView): TemplateResult {
  return html`<div class="row">
    <button type="button" part="did-open" class="button" @click=${() => onAnswer(true)}>
      ${texts.didOpen}
    </button>
    <button type="button" part="did-not-open" class="button" @click=${() => onAnswer(false)}>
      ${texts.didNotOpen}
    </button>
  </div>`;
}

function renderConnect({ app, streamingLinkUrl, texts }: HelpView): TemplateResult {
  const values = { app: app.name };
  return html`<p>${fill(texts.streamingText, values)}</p>
    <div class="row">
      <a part="streaming-link" class="button" href=${streamingLinkUrl ?? nothing} rel="noreferrer"
        >${fill(texts.linkAccount, values)}</a
      >
    </div>`;
}

function renderSteps({ app, platform, texts, onCopy }: HelpView): TemplateResult {
  const { name, store, paste, privateFeeds } = appDetails(app);
  const path = forPlatform(paste, platform);
  const storeLink = forPlatform(store, platform);
  const where = fill(path ? texts.stepPath : texts.stepAnywhere, { app: name, path: path ?? '' });
  return html`
    ${privateFeeds === 'lookup' ? html`<p>${fill(texts.lookup, { app: name })}</p>` : nothing}
    <ol>
      <li>
        <button type="button" part="help-copy" class="button" @click=${onCopy}>
          ${texts.stepCopy}
        </button>
      </li>
      <li>${where}</li>
      <li>${texts.stepPaste}</li>
    </ol>
    ${
      storeLink?.startsWith('https://')
        ? html`<div class="row">
            <a
              part="store"
              class="button"
              href=${storeLink}
              target="_blank"
              rel="noopener noreferrer"
              >${fill(texts.getApp, { app: name })}</a
            >
          </div>`
        : nothing
    }
  `;
}
