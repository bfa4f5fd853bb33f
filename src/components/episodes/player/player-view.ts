/** What the player shows: the bar, and behind it position, speed, sleep timer, chapters and transcript. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { chevronGlyph } from '../../icons/chevron-glyph.js';
import { playGlyph } from '../../icons/glyphs.js';
import { pauseGlyph } from '../../icons/player-glyphs.js';
import { formatClock, formatDuration } from '../../shared-chunk/format-duration.js';
import { fill } from '../../texts/texts.js';
import { spokenTime } from './spoken-time.js';
import { SKIP_BACK_S, SKIP_FORWARD_S } from './keys.js';
import { backGlyph, forwardGlyph, sleepGlyph } from './player-glyphs.js';
import type { Player } from './player.js';
import { renderExtras } from './extras-view.js';

/** The steps that people know from their apps. */
export const SPEEDS = [0.8, 1, 1.2, 1.5, 1.8, 2];
/** More chapters than that leave no room between their notches. */
const MAX_NOTCHES = 60;
const SLEEP_MINUTES = [15, 30, 45, 60];

export function renderPlayer(player: Player): TemplateResult {
  const { isExpanded, playback, cover } = player;
  const video = playback.media?.localName === 'video';
  return html`
    <div class="now">
      <div class="art">
        ${
          cover && !video ? html`<img src=${cover} alt="" referrerpolicy="no-referrer" />` : nothing
        }
        ${playback.media}
      </div>
      ${renderTitle(player)}
    </div>
    <p class="trouble" role="status">${troubleText(player)}</p>
    ${playback.hasFailed ? renderWayOut(player) : renderControls(player)}
    ${isExpanded ? renderRest(player) : nothing}
  `;
}

function renderTitle(player: Player): TemplateResult {
  const { isExpanded, texts, playback } = player;
  const { episode, podcast } = playback;
  return html`<button
    type="button"
    part="player-open"
    class="player-open"
    aria-expanded=${String(isExpanded)}
    aria-label="${episode?.title ?? ''}. ${isExpanded ? texts.collapsePlayer : texts.expandPlayer}"
    @click=${player.expand}
  >
    <span class="titles">
      <span class="strong" lang=${podcast()?.language ?? nothing} dir="auto"
        >${episode?.title}</span
      >
      <span class="muted small">${isExpanded ? chapterName(player) : timeLeft(player)}</span>
    </span>
    ${chevronGlyph}
  </button>`;
}

/** `Onomichi · chapter 2 of 6` */
function chapterName({ chapters, chapter, chapterIndex, texts, playback }: Player): unknown {
  if (!chapter) return playback.services.title();
  const place = fill(texts.chapterOf, { number: chapterIndex + 1, count: chapters.length });
  return html`<bdi>${chapter.title}</bdi> · ${place}`;
}

/** `12:04 · 31 min left` */
function timeLeft({ position, duration, playback, texts }: Player): string {
  const { language } = playback.services;
  if (duration === Infinity) return texts.live;
  const left = duration && formatDuration(duration - position, language.locale);
  const words = left && fill(texts.timeLeft, { time: left });
  return [formatClock(position), words].filter(Boolean).join(' · ');
}

function troubleText({ playback, trouble, texts }: Player): string {
  if (playback.hasFailed) return texts.notPlayable;
  if (trouble.now === 'offline') return texts.waitingForLine;
  return trouble.now ? texts.stillLoading : '';
}

/** The button of the first view opens the app that the member listens with. */
function renderWayOut({ playback }: Player): TemplateResult {
  const root = playback.services.host.renderRoot;
  const primary = root.querySelector<HTMLElement>('[part~=primary]');
  const label = primary?.innerText ?? playback.services.language.first?.chooseApp;
  return html`<button
    type="button"
    class="button"
    @click=${() => (primary ? primary.click() : root.querySelector<HTMLElement>('.actions')?.focus())}
  >
    ${label}
  </button>`;
}

function renderControls(player: Player): TemplateResult {
  const { isExpanded, texts, playback, seekBy, toggle } = player;
  const { isPlaying, episode } = playback;
  const label = fill(isPlaying ? texts.pause : texts.play, { title: episode?.title ?? '' });
  return html`
    ${isExpanded ? renderPosition(player) : html`<div class="line"></div>`}
    <div class="transport">
      ${isExpanded ? renderSpeed(player) : nothing}
      <button
        type="button"
        part="back"
        class="skip"
        aria-label=${texts.skipBack}
        @click=${() => seekBy(-SKIP_BACK_S)}
      >
        ${backGlyph}
      </button>
      <button type="button" part="play" class="play playing" aria-label=${label} @click=${toggle}>
        ${isPlaying ? pauseGlyph : playGlyph}
      </button>
      <button
        type="button"
        part="forward"
        class="skip"
        aria-label=${texts.skipForward}
        @click=${() => seekBy(SKIP_FORWARD_S)}
      >
        ${forwardGlyph}
      </button>
      ${isExpanded ? renderSleep(player) : nothing}
    </div>
  `;
}

/** The slider is the browser's own and not seen: what is drawn below it also has the chapters' notches. */
function renderPosition(player: Player): TemplateResult {
  const { duration, position, said, texts, playback, drag, dropAt } = player;
  const { locale } = playback.services.language;
  if (!duration || duration === Infinity) {
    return html`<p class="times muted small">${timeLeft(player)}</p>`;
  }
  const spoken = fill(texts.positionOf, {
    time: spokenTime(said, locale),
    duration: spokenTime(duration, locale),
  });
  return html`<div class="seek">
      <div class="line"></div>
      <svg class="notches" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <path d=${notchesOf(player)} />
      </svg>
      <input
        type="range"
        part="seek"
        min="0"
        max=${Math.ceil(duration)}
        step="1"
        aria-label=${texts.position}
        aria-valuetext=${spoken}
        .value=${String(Math.floor(said))}
        @input=${drag}
        @change=${dropAt}
      />
    </div>
    <p class="times muted small">
      <span>${formatClock(position)}</span><span>−${formatClock(duration - position)}</span>
    </p>`;
}

/** A gap where each chapter but the first begins; none where there are too many to be told apart. */
function notchesOf({ chapters, duration = NaN }: Player): string {
  if (chapters.length > MAX_NOTCHES) return '';
  const shares = chapters.map(({ start }) => start / duration);
  return shares.flatMap((share) => (share > 0 && share < 1 ? `M${share} 0V1` : [])).join('');
}

function renderSpeed({ texts, playback, setSpeed }: Player): TemplateResult {
  const rate = playback.media?.playbackRate;
  const { locale } = playback.services.language;
  return html`<select
    part="speed"
    class="choice strong"
    aria-label=${texts.speed}
    @change=${({ target }: Event) => setSpeed(Number((target as HTMLSelectElement).value))}
  >
    ${SPEEDS.map(
      (speed) =>
        html`<option value=${speed} .selected=${speed === rate}>
          ${speed.toLocaleString(locale)}×
        </option>`,
    )}
  </select>`;
}

function renderSleep({ texts, sleep, playback, setSleep }: Player): TemplateResult {
  const { locale } = playback.services.language;
  const { chosen, left } = sleep;
  const option = (value: string, label: string, isChosen: boolean) =>
    html`<option value=${value} .selected=${isChosen}>${label}</option>`;
  const choose = ({ target }: Event) => {
    const { value } = target as HTMLSelectElement;
    setSleep(value === 'end' ? value : Number(value) || undefined);
  };
  return html`<label class="sleep">
    ${left === undefined ? sleepGlyph : html`<span class="small">${formatDuration(left, locale)}</span>`}
    <select part="sleep" aria-label=${texts.sleepTimer} @change=${choose}>
      ${option('', texts.sleepOff, chosen === undefined)}
      ${SLEEP_MINUTES.map((minutes) =>
        option(String(minutes), formatDuration(minutes * 60, locale), chosen === minutes),
      )}
      ${option('end', texts.sleepEnd, chosen === 'end')}
    </select>
  </label>`;
}

/** It scrolls; the controls above it stay. */
function renderRest(player: Player): TemplateResult {
  const { chapters, chapterList, texts } = player;
  return html`<div class="rest" tabindex="-1">
      ${
        chapters.length
          ? html`<details class="chapters-fold" open>
              <summary>${texts.chapters}</summary>
              ${chapterList}
            </details>`
          : nothing
      }
    </div>
    ${renderExtras(player)}`;
}
