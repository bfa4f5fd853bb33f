/**
 * The panel at the button that was pressed: what to do if the app did not open or takes only a pasted link, the
 * question after the member came back, and the account of a streaming-music app. Loaded when first needed.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isMobile } from '../../apps/app-choice.js';
import { forPlatform } from '../../apps/app-link.js';
import type { App } from '../../apps/app-table.js';
import { appDetails } from '../../apps/apps.js';
import { pastePlace } from '../../apps/paste-places.js';
import type { Platform } from '../../apps/platform.js';
import { renderClose } from '../buttons/panel-controls.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';

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
  /** Code of the language in which the app's own screens are named. */
  placeLanguage: string;
  streamingLinkUrl: string | undefined;
  /** Label of the button that copies the link. */
  copyLabel: string;
  /** The link is copied: what is left to do is told step by step. */
  isCopied?: boolean;
  /** Opens the app, for who has copied the link; absent where no link does. */
  href?: string | undefined;
  /** The member was there and came back: the app may not have found the podcast. */
  wasAsked?: boolean;
  /** The link, where it could not be copied. */
  field: unknown;
  texts: Texts;
  onCopy: () => void;
  onAnswer: (didOpen: boolean) => void;
  onClose: () => void;
}

/** The panel's heading says what happened, and to which app: screen readers announce it. */
export function helpTitle(
  kind: HelpKind,
  { name }: App,
  platform: Platform,
  texts: Texts,
): [title: string, rest: string] {
  const titles: Record<HelpKind, [string, string]> = {
    help: [texts.helpTitle, isMobile(platform) ? texts.helpOnPhone : texts.helpOnComputer],
    paste: [texts.pasteTitle, ''],
    ask: [texts.didItOpen, ''],
    enjoy: [texts.enjoy, ''],
    connected: [`✓ ${texts.hasPodcast}`, ''],
    connect: [texts.streamingTitle, ''],
  };
  const [title, rest] = titles[kind];
  return [fill(title, { app: name }), fill(rest, { app: name })];
}

export function renderHelp(view: HelpView): TemplateResult {
  const { app, kind, platform, texts, onClose } = view;
  const [title, rest] = helpTitle(kind, app, platform, texts);
  return html`
    <div part="help" class="panel help" role="group" aria-labelledby="help-title" tabindex="-1">
      <p id="help-title"><b>${title}</b> ${rest}</p>
      ${renderBody(view)} ${renderClose('help-close', texts.close, onClose)}
    </div>
  `;
}

function renderBody(view: HelpView): unknown {
  switch (view.kind) {
    case 'ask':
      return renderQuestion(view);
    case 'connect':
      return renderConnect(view);
    case 'connected':
      return html`<p>${view.texts.enjoy}</p>`;
    case 'enjoy':
      return nothing;
    default:
      return renderWays(view);
  }
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

/** A member without the app gets it first; one who pressed an app that takes only a pasted link has it. */
function renderWays(view: HelpView): TemplateResult {
  const { kind, copyLabel, field, onCopy } = view;
  const copy = html`<button type="button" part="help-copy" class="button" @click=${onCopy}>
    ${copyLabel}
  </button>`;
  return html`
    <div class="row">
      ${kind === 'paste' ? [copy, renderStore(view)] : [renderStore(view), copy]}
    </div>
    ${field} ${view.isCopied ? renderSteps(view) : renderPlace(view)}
  `;
}

function renderStore({ app, platform, texts }: HelpView): unknown {
  const { name, store } = appDetails(app);
  const url = forPlatform(store, platform);
  return url?.startsWith('https://')
    ? html`<a part="store" class="button" href=${url} target="_blank" rel="noopener noreferrer"
        >${fill(texts.getApp, { app: name })}</a
      >`
    : nothing;
}

/** Where to paste. A sentence that ends with the labels has no full stop after those that end in “…”. */
function placeOf({ app, platform, placeLanguage, texts }: HelpView): TemplateResult {
  const place = pastePlace(app, placeLanguage, platform);
  const text = fill(place ? texts.stepPath : texts.stepAnywhere, { app: app.name });
  const [before = '', after = ''] = text.split('{path}');
  return html`${before}${place ? html`<b dir="auto">${place}</b>` : nothing}${
    place?.endsWith('…') ? after.replace(/^[.。]/, '') : after
  }`;
}

function renderPlace(view: HelpView): TemplateResult {
  const { app, kind, texts, wasAsked } = view;
  const isLookup = app.privateFeeds === 'lookup' && wasAsked;
  const lead = isLookup
    ? fill(texts.lookup, { app: app.name })
    : kind === 'help'
      ? texts.helpHave
      : '';
  return html`<p class="muted hint">${lead} ${placeOf(view)}</p>`;
}

/** What is left to do once the link is copied. */
function renderSteps(view: HelpView): TemplateResult {
  const { app, href, texts } = view;
  const open = fill(texts.openApp, { app: app.name });
  return html`<ol class="paste-steps">
    <li>${href ? html`<a class="link" href=${href} rel="noreferrer">${open}</a>` : open}</li>
    <li>${placeOf(view)}</li>
  </ol>`;
}
