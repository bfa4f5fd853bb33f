/** The bar of the player; once it is expanded, the panel's pieces stand around its buttons. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownChapter } from '../../../podcast/shown-podcast.js';
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
import type { ShownPlayback } from '../shown-playback.js';
import { isSilent } from '../recording/media-state.js';
import type { Trouble } from '../recording/recording-trouble.js';

/** The player, as its views see it. Times are in seconds. */
export interface ShownBar {
  readonly playback: ShownPlayback;
  readonly texts: Texts & PlayerTexts;
  readonly element: HTMLElement;
  /** URL of the picture. */
  readonly cover: string | undefined;
  readonly position: number;
  /** `undefined` if it is unknown, infinite for a live recording. */
  readonly duration: number | undefined;
  readonly timeLeft: string;
  readonly chapters: readonly ShownChapter[];
  readonly chapter: ShownChapter | undefined;
  /** -1 before the first chapter. */
  readonly chapterIndex: number;
  readonly trouble: { readonly now: Trouble };
  /** The pieces of the panel, while it is open. */
  readonly expanded: ShownPanel | undefined;
  expand: () => Promise<void>;
  toggle: () => void;
  seekTo: (seconds: number) => void;
  seekBy: (seconds: number) => void;
  close: () => void;
  update: () => void;
  /** The chapter has changed. */
  tellSystem: () => void;
}

export interface ShownPanel {
  renderPosition: () => TemplateResult;
  renderSpeed: () => TemplateResult;
  renderSleep: () => TemplateResult;
  renderChapter: () => unknown;
  renderRest: () => TemplateResult;
}

type PositionOf = Pick<ShownBar, 'position' | 'duration' | 'playback' | 'texts'>;

export function renderPlayer(bar: ShownBar): TemplateResult {
  const { playback, cover, expanded, texts, close } = bar;
  const { media, hasFailed } = playback;
  const image = html`<img src=${cover ?? nothing} alt="" referrerpolicy="no-referrer" />`;
  return html`
    <div class="now">
      <div class="picture art">
        ${media?.localName === 'audio' ? [podcastGlyph, cover ? image : nothing] : nothing} ${media}
      </div>
      ${renderTitle(bar)}
    </div>
    <p class="trouble" role="status">${troubleText(bar)}</p>
    ${hasFailed ? renderWayOut(bar) : renderControls(bar)}
    ${expanded?.renderRest() ?? renderClose('player-close', texts.closePlayer, close)}
  `;
}

function renderTitle({ expanded, texts, playback, expand, timeLeft }: ShownBar): TemplateResult {
  const { title = '' } = playback.episode ?? {};
  const lang = playback.podcast()?.language ?? nothing;
  // The button lies above the texts: its name says what it does, and does not change with the time.
  return html`<div class="head-open">
    <span class="titles">
      <span class="strong" lang=${lang} dir="auto">${title}</span>
      <span class="muted small">${expanded ? expanded.renderChapter() : timeLeft}</span>
    </span>
    ${expanded ? chevronGlyph : nothing}
    <button
      type="button"
      part="player-open"
      class="player-open"
      aria-expanded=${String(Boolean(expanded))}
      aria-label="${title}. ${expanded ? texts.collapsePlayer : texts.expandPlayer}"
      @click=${expand}
    ></button>
  </div>`;
}

/** `31 min left`; of a live recording that it is one, and of one whose length is unknown where it is. */
export function timeLeftOf({ position, duration = 0, playback, texts }: PositionOf): string {
  if (duration === Infinity) return texts.live;
  const time = formatDuration(duration - position, playback.services.language.locale);
  return time ? fill(texts.timeLeft, { time }) : formatClock(position);
}

function troubleText({ playback, trouble, texts }: ShownBar): string {
  if (playback.hasFailed) return texts.notPlayable;
  if (playback.isRefused) return texts.pressPlay;
  if (trouble.now === 'offline') return texts.waitingForLine;
  return trouble.now ? texts.stillLoading : '';
}

/** The button of the first view opens the app that the member listens with; without one they choose. */
function renderWayOut({ playback, texts }: ShownBar): TemplateResult {
  const root = playback.services.host.renderRoot;
  const primary = root.querySelector<HTMLElement>('[part~=primary]');
  const choose = () => root.querySelector<HTMLElement>('.actions')?.focus();
  return renderButton('way-out', 'button', primary?.innerText ?? texts.chooseApp, () =>
    primary ? primary.click() : choose(),
  );
}

/** Time runs from left to right in every language, as on the players that people know. */
function renderControls({ expanded, texts, playback, seekBy, toggle }: ShownBar): TemplateResult {
  const { isPlaying, episode, media } = playback;
  const label = fill(isPlaying ? texts.pause : texts.play, { title: episode?.title ?? '' });
  const skip = (part: string, seconds: number, glyph: TemplateResult, name: string) =>
    renderButton(part, 'icon-button', glyph, () => seekBy(seconds), name);
  return html`
    ${expanded ? expanded.renderPosition() : html`<div class="progress" dir="ltr"></div>`}
    <div class="transport" dir="ltr">
      ${expanded?.renderSpeed()} ${skip('back', -SKIP_BACK_S, skipBackGlyph, texts.skipBack)}
      ${renderButton('play', 'play playing', isPlaying ? pauseGlyph : playGlyph, toggle, label, isSilent(media))}
      ${skip('forward', SKIP_FORWARD_S, skipForwardGlyph, texts.skipForward)}
      ${expanded?.renderSleep()}
    </div>
  `;
}
