/**
 * The app buttons: one decision on a phone, the way to the phone on a computer. While the feed URL is
 * on its way the same pieces keep the space, with their labels hidden, so nothing moves when it comes.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { forPlatform } from '../../apps/app-link.js';
import type { App } from '../../apps/app-table.js';
import { isInApp } from '../../apps/in-app-hint.js';
import { codeGlyph, moreGlyph, playGlyph } from '../icons/glyphs.js';
import { moreTile, renderTile, type AppIcon } from '../icons/tile.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import type { FirstTexts } from '../language/texts/en-first.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';
import { episodeCount } from '../page/episode-count.js';
import type { AppButton, AppButtons } from './app-buttons.js';

/** Keeps the space of the notice in another app's browser, until it is known which. */
export const renderInAppSpace = () =>
  isInApp(navigator.userAgent) ? html`<div class="panel in-app"></div>` : nothing;

/** Where the member pressed: the answer stands there. */
export type ButtonPlace = 'primary' | 'tiles' | 'starter';

/** The button "Listen now", once the episodes are there: its words, and the episode that it plays. */
export interface ListenView {
  /** In place of "Listen now". */
  label?: string | undefined;
  /** Below it: which episode, and after its title how long there is to hear. */
  detail?: { title: string; length: string } | undefined;
  /** The episode that a press plays or pauses. */
  episode?: ShownEpisode;
  /** In place of the one of playing. */
  glyph?: unknown;
  /** Whether there is nothing to hear. */
  isOff?: boolean;
}

export interface AppButtonsView {
  buttons: AppButtons;
  /** All texts where an app is connected. */
  texts: FirstTexts & Partial<Texts>;
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
  /** The button that plays here; `undefined` where the page leaves that to another player. */
  listen: ListenView | undefined;
  onSelect: (button: AppButton, place: ButtonPlace, event: Event) => void;
  /** @param episode what the button named. */
  onListen: (event: Event, episode?: ShownEpisode) => void;
  onMore: (event: Event) => void;
  onCode: (event: Event) => void;
  onStarter: (event: Event) => void;
}

/** Whether there is a button that plays here: with a player of its own, or no episodes for who has an app, the app is the button. */
export const hasListen = (
  { player, episodes }: { player: string | undefined; episodes: unknown },
  { isConnected }: AppButtons,
): boolean => player !== 'none' && !(isConnected && !episodeCount(episodes));

export function renderAppButtons(view: AppButtonsView): TemplateResult {
  const { buttons, texts, isWaiting, below, listen } = view;
  const { layout, isConnected, primary, tiles, more } = buttons;
  const isComputer = layout === 'computer';
  const isEquals = layout === 'equals';
  // A connected member goes on where they stopped, and opens the app second.
  const goesOn = isConnected && listen !== undefined;
  const answer = primary ? below('primary') : nothing;
  const listening =
    !listen || layout === 'one' || (view.isAsking && answer !== nothing)
      ? nothing
      : renderListen(view, listen, goesOn ? 'primary' : 'button');
  const isRow = layout === 'one' || isConnected || (isComputer && !tiles.length && more.length);
  return html`<div class=${isWaiting ? 'buttons waiting' : 'buttons'} ?inert=${isWaiting}>
    ${isEquals && tiles.length ? renderHeading(texts.chooseApp) : nothing}
    ${goesOn ? listening : nothing}
    ${primary ? html`${renderApp(primary, view, goesOn ? 'button' : 'primary')} ${answer}` : nothing}
    ${isEquals ? renderTiles(view) : nothing} ${isEquals ? renderStarter(view) : nothing}
    ${goesOn ? nothing : listening} ${isComputer ? renderPhoneCard(view) : nothing}
    ${isComputer && tiles.length ? renderHeading(texts.onThisComputer) : nothing}
    ${isRow ? renderMore(view) : isEquals ? nothing : renderTiles(view)}
  </div>`;
}

const renderHeading = (text: string) => html`<p class="strong"><span>${text}</span></p>`;

function renderListen(
  { texts, onListen }: AppButtonsView,
  { label, detail, episode, glyph, isOff }: ListenView,
  look: string,
) {
  return html`<button
    type="button"
    part="listen"
    class=${look}
    ?disabled=${isOff}
    @click=${(event: Event) => onListen(event, episode)}
  >
    ${glyph ?? playGlyph}
    <span
      >${label ?? texts.listen}
      ${detail ? html`<small><bdi>${detail.title}</bdi>${detail.length && ` · ${detail.length}`}</small>` : nothing}</span
    >
  </button>`;
}

function renderPhoneCard({ buttons, phoneCard, texts, onCode }: AppButtonsView) {
  const { isConnected, primary } = buttons;
  const control = html`<button
    type="button"
    part="phone"
    class=${primary || isConnected ? 'button' : 'primary'}
    @click=${onCode}
  >
    <span>${texts.showCode}</span>
  </button>`;
  return html`<div part="phone-card" class="panel phone-card">
    ${
      phoneCard ??
      (isConnected
        ? html`<div class="phone-text">
              <p class="strong"><span>${texts.anotherDevice}</span></p>
              <p class="muted small"><span>${texts.anotherDeviceText}</span></p>
            </div>
            ${control}`
        : html`<div class="code-space">${codeGlyph}</div>
            <div class="phone-text">
              <p class="strong"><span>${texts.phoneTitle}</span></p>
              ${control}
            </div>`)
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

/** Where no tiles stand, one quiet line opens everything. */
function renderMore({ buttons, texts, below, onMore }: AppButtonsView): TemplateResult {
  const { layout, isConnected } = buttons;
  const isOne = layout === 'one';
  const label = isConnected ? texts.sheetTitle : texts.appsOfThisComputer;
  return html`<button
      type="button"
      part="more"
      class=${isOne ? 'link' : 'link muted'}
      aria-haspopup="dialog"
      @click=${onMore}
    >
      ${isOne ? nothing : moreGlyph} <span>${isOne ? texts.otherApps : label}</span>
    </button>
    ${isOne ? nothing : below('tiles')}`;
}

/** The way to a first app: to its store, and afterwards to the app. */
function renderStarter(view: AppButtonsView): TemplateResult | typeof nothing {
  const { buttons, texts, below } = view;
  const { starter } = buttons;
  if (!starter) return nothing;
  const answer = below('starter');
  return html`<div class="starter">
    ${
      answer === nothing
        ? html`<p class="muted small"><span>${texts.starterOffer}</span></p>
            <a
              part="starter"
              class="button"
              href=${forPlatform(starter.store, 'android') ?? nothing}
              target="_blank"
              rel="noopener noreferrer"
              @click=${view.onStarter}
              ><span>${fill(texts.getApp, { app: starter.name })}</span></a
            >`
        : answer
    }
  </div>`;
}

/** The words of a button of an app, for eyes or for ears. */
export function appLabel({ via }: AppButton, texts: FirstTexts): string {
  return via === 'copy' ? texts.setUpIn : texts.openIn;
}

function renderApp(button: AppButton, view: AppButtonsView, kind: 'primary' | 'button' | 'app') {
  const { app, href } = button;
  const { buttons, texts, isWaiting } = view;
  const isPrimary = kind !== 'app';
  const text = (isPrimary && buttons.isConnected && texts.openApp) || appLabel(button, texts);
  const label = fill(text, { app: app.name });
  const part = isPrimary ? 'app primary' : 'app';
  const id = isWaiting ? nothing : app.id;
  // The name holds what is seen (WCAG 2.5.3), and says what happens.
  const name = isPrimary ? nothing : label;
  const select = (event: Event) => view.onSelect(button, isPrimary ? 'primary' : 'tiles', event);
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
