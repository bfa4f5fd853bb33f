/** The bar of the player; once it is expanded, the panel's pieces stand around its buttons. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { chevronGlyph, pauseGlyph } from '../../icons/later-glyphs.js';
import { playGlyph, podcastGlyph } from '../../icons/glyphs.js';
import { renderClose } from '../../buttons/panel-controls.js';
import { formatClock, formatDuration } from '../../language/formats.js';
import { fill } from '../../language/texts.js';
import type { Texts } from '../../language/texts/en.js';
import type { PlayerTexts } from '../../language/texts/player/en.js';
import {
  skipBackGlyph,
  skipForwardGlyph,
  renderButton,
  SKIP_BACK_S,
  SKIP_FORWARD_S,
} from '../player-buttons.js';
import type { Playback } from '../playback.js';
import { isSilent } from '../features/recording-trouble.js';
import type { Reading } from '../reading.js';

/** The bar shows this. Times are in seconds. */
export interface PlayerView extends Reading {
  player: Playback;
  texts: Texts & PlayerTexts;
  /** BCP 47 tag. */
  locale: string;
  /** `31 min left` */
  timeLeft: string;
}

/** The pieces of the panel, which stand around the bar's buttons. */
export interface PanelPieces {
  chapter: unknown;
  position: unknown;
  speed: unknown;
  sleep: unknown;
  rest: unknown;
}

/**
 * @param panel while it is open.
 * @param expand opens or closes it.
 */
export function renderPlayer(
  view: PlayerView,
  panel: PanelPieces | undefined,
  expand: () => void,
): TemplateResult {
  const { player, cover, texts } = view;
  const { media } = player.state;
  const image = html`<img src=${cover ?? nothing} alt="" referrerpolicy="no-referrer" />`;
  return html`
    <div class="now">
      <div class="picture art">
        ${media?.localName === 'audio' ? [podcastGlyph, cover ? image : nothing] : nothing} ${media}
      </div>
      ${renderTitle(view, panel, expand)}
    </div>
    <p class="trouble" role="status">${troubleText(view)}</p>
    ${player.hasFailed ? renderWayOut(view) : renderControls(view, panel)}
    ${panel?.rest ?? renderClose('player-close', texts.closePlayer, player.close)}
  `;
}

function renderTitle(
  { texts, player, timeLeft }: PlayerView,
  panel: PanelPieces | undefined,
  expand: () => void,
): TemplateResult {
  const { title = '' } = player.state.episode ?? {};
  const lang = player.podcast()?.language ?? nothing;
  // The button lies above the texts: its name says what it does, and does not change with the time.
  return html`<div class="head-open">
    <span class="titles">
      <span class="strong" lang=${lang} dir="auto">${title}</span>
      <span class="muted small" dir="auto">${panel ? panel.chapter : timeLeft}</span>
    </span>
    ${panel ? chevronGlyph : nothing}
    <button
      type="button"
      part="player-open"
      class="player-open"
      aria-expanded=${String(Boolean(panel))}
      aria-label="${title}. ${panel ? texts.collapsePlayer : texts.expandPlayer}"
      @click=${expand}
    ></button>
  </div>`;
}

/** Of a live recording that it is one, and of one whose length is unknown where it is. */
export function timeLeftOf({ position, duration = 0, locale, texts }: PlayerView): string {
  if (duration === Infinity) return texts.live;
  const time = formatDuration(duration - position, locale);
  return time ? fill(texts.timeLeft, { time }) : formatClock(position);
}

function troubleText({ player, texts }: PlayerView): string {
  const { isRefused, trouble } = player.state;
  if (player.hasFailed) return texts.notPlayable;
  if (isRefused) return texts.pressPlay;
  if (trouble === 'offline') return texts.waitingForLine;
  return trouble ? texts.stillLoading : '';
}

/** The button of the first view opens the app that the member listens with; without one they choose. */
function renderWayOut({ player, texts }: PlayerView): TemplateResult {
  const root = player.services.host.renderRoot;
  const primary = root.querySelector<HTMLElement>('[part~=primary]');
  const choose = () => root.querySelector<HTMLElement>('.actions')?.focus();
  return renderButton('way-out', 'button', primary?.innerText ?? texts.chooseApp, () =>
    primary ? primary.click() : choose(),
  );
}

/** Time runs from left to right in every language, as on the players that people know. */
function renderControls(
  { texts, player, position }: PlayerView,
  panel: PanelPieces | undefined,
): TemplateResult {
  const { episode, media } = player.state;
  const { isPlaying } = player;
  const label = fill(isPlaying ? texts.pause : texts.play, { title: episode?.title ?? '' });
  const toggle = () => episode && player.toggle(episode);
  const skip = (part: string, seconds: number, glyph: TemplateResult, name: string) =>
    renderButton(part, 'icon-button', glyph, () => player.seekTo(position + seconds), name);
  return html`
    ${panel ? panel.position : html`<div class="progress" dir="ltr"></div>`}
    <div class="transport" dir="ltr">
      ${panel?.speed} ${skip('back', -SKIP_BACK_S, skipBackGlyph, texts.skipBack)}
      ${renderButton('play', 'play playing', isPlaying ? pauseGlyph : playGlyph, toggle, label, isSilent(media))}
      ${skip('forward', SKIP_FORWARD_S, skipForwardGlyph, texts.skipForward)} ${panel?.sleep}
    </div>
  `;
}
