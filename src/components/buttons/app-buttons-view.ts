/**
 * The app buttons: one decision on a phone, the way to the phone on a computer. While the feed URL is
 * on its way the same pieces keep the space, with their labels hidden, so nothing moves when it comes.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { forPlatform } from '../../apps/app-link.js';
import type { App } from '../../apps/app-table.js';
import { isInApp } from '../../apps/in-app-hint.js';
import { codeGlyph, playGlyph } from '../icons/glyphs.js';
import { moreTile, renderTile, type AppIcon } from '../icons/tile.js';
import type { FirstTexts } from '../language/texts/en-first.js';
import { fill } from '../language/texts.js';
import type { AppButton, AppButtons } from './app-buttons.js';

/** Keeps the space of the notice in another app's browser, until it is known which. */
export const renderInAppSpace = () =>
  isInApp(navigator.userAgent) ? html`<div class="panel in-app"></div>` : nothing;

/** Where the member pressed: the answer stands there. */
export type ButtonPlace = 'primary' | 'tiles' | 'starter';

export interface AppButtonsView {
  buttons: AppButtons;
  texts: FirstTexts;
  /** Whether the buttons only keep their space: nothing can be pressed, and screen readers skip them. */
  isWaiting: boolean;
  /** The colour and mark of an app's tile, once they are loaded. */
  iconOf: (app: App) => AppIcon | undefined;
  /** Renders the answer to a press in a place; `nothing` if there is none. */
  below: (place: ButtonPlace) => unknown;
  /** The way to the phone after the member asked for it. */
  phoneCard: unknown;
  /** Whether an answer in the place of "Listen now" asks something of the member. */
  isAsking: boolean;
  /** Whether the page leaves playing to the element. */
  hasPlayer: boolean;
  /** Whether an episode plays that "Listen now" pauses; `undefined` if there is nothing to hear. */
  isListening: boolean | undefined;
  /** The glyph of "Listen now" where it is not that of playing. */
  listenGlyph: unknown;
  onSelect: (button: AppButton, place: ButtonPlace) => void;
  onListen: () => void;
  onMore: () => void;
  onCode: () => void;
  onStarter: () => void;
}

export function renderAppButtons(view: AppButtonsView): TemplateResult {
  const { buttons, texts, isWaiting, below } = view;
  const { layout, primary, tiles } = buttons;
  const isComputer = layout === 'computer';
  const answer = primary ? below('primary') : nothing;
  return html`<div class=${isWaiting ? 'buttons waiting' : 'buttons'} ?inert=${isWaiting}>
    ${layout === 'equals' && tiles.length ? renderHeading(texts.chooseApp) : nothing}
    ${primary ? html`${renderApp(primary, view, 'primary')} ${answer}` : nothing}
    ${layout === 'equals' ? renderTiles(view) : nothing}
    ${layout === 'equals' ? renderStarter(view) : nothing}
    ${
      layout === 'one'
        ? html`<button
            type="button"
            part="more"
            class="link"
            aria-haspopup="dialog"
            @click=${view.onMore}
          >
            <span>${texts.otherApps}</span>
          </button>`
        : !view.hasPlayer || (view.isAsking && answer !== nothing)
          ? nothing
          : renderListen(view)
    }
    ${isComputer ? renderPhoneCard(view) : nothing}
    ${isComputer && tiles.length ? renderHeading(texts.onThisComputer) : nothing}
    ${layout === 'one' || layout === 'equals' ? nothing : renderTiles(view)}
  </div>`;
}

const renderHeading = (text: string) => html`<p class="strong"><span>${text}</span></p>`;

function renderListen({ texts, isListening, listenGlyph, onListen }: AppButtonsView) {
  return html`<button
    type="button"
    part="listen"
    class="button"
    ?disabled=${isListening === undefined}
    @click=${onListen}
  >
    ${listenGlyph ?? playGlyph} <span>${isListening ? texts.pauseListening : texts.listen}</span>
  </button>`;
}

function renderPhoneCard({ buttons, phoneCard, texts, onCode }: AppButtonsView) {
  return html`<div part="phone-card" class="panel phone-card">
    ${
      phoneCard ??
      html`<div class="code-space">${codeGlyph}</div>
        <div class="phone-text">
          <p class="strong"><span>${texts.phoneTitle}</span></p>
          <button
            type="button"
            part="phone"
            class=${buttons.primary ? 'button' : 'primary'}
            @click=${onCode}
          >
            <span>${texts.showCode}</span>
          </button>
        </div>`
    }
  </div>`;
}

/** The last tile opens everything else. */
function renderTiles(view: AppButtonsView): TemplateResult {
  return html`<ul part="apps" class="apps">
      ${view.buttons.tiles.map((button) => html`<li>${renderApp(button, view, 'app')}</li>`)}
      <li>
        <button type="button" part="more" class="app" aria-haspopup="dialog" @click=${view.onMore}>
          ${moreTile} <span>${view.texts.more}</span>
        </button>
      </li>
    </ul>
    ${view.below('tiles')}`;
}

/** The way to a first app: to its store, and afterwards to the app. */
function renderStarter(view: AppButtonsView): TemplateResult | typeof nothing {
  const { buttons, texts, below } = view;
  const { starter } = buttons;
  if (!starter) return nothing;
  const answer = below('starter');
  const [before, after] = texts.starterOffer.split('{get}');
  return html`<div class="starter muted small">
    ${
      answer === nothing
        ? html`<span
            >${before}<a
              part="starter"
              class="link"
              href=${forPlatform(starter.store, 'android') ?? nothing}
              target="_blank"
              rel="noopener noreferrer"
              @click=${view.onStarter}
              >${fill(texts.getApp, { app: starter.name })}</a
            >${after}</span
          >`
        : answer
    }
  </div>`;
}

/** The words of a button of an app, for eyes or for ears. */
export function appLabel({ via }: AppButton, texts: FirstTexts): string {
  return via === 'copy' ? texts.setUpIn : texts.openIn;
}

function renderApp(button: AppButton, view: AppButtonsView, kind: 'primary' | 'app') {
  const { app, href } = button;
  const { texts, isWaiting } = view;
  const label = fill(appLabel(button, texts), { app: app.name });
  const isPrimary = kind === 'primary';
  const part = isPrimary ? 'app primary' : 'app';
  const id = isWaiting ? nothing : app.id;
  // The name holds what is seen (WCAG 2.5.3), and says what happens.
  const name = isPrimary ? nothing : label;
  const select = () => view.onSelect(button, isPrimary ? 'primary' : 'tiles');
  const content = html`${renderTile(view.iconOf(app))}
    <span>${isPrimary ? label : app.name}</span>`;
  return href
    ? html`<a
        part=${part}
        class=${kind}
        data-app=${id}
        href=${isWaiting ? nothing : href}
        aria-label=${name}
        rel="noreferrer"
        @click=${select}
        >${content}</a
      >`
    : html`<button
        type="button"
        part=${part}
        class=${kind}
        data-app=${id}
        aria-label=${name}
        @click=${select}
      >
        ${content}
      </button>`;
}
