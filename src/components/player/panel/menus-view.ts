/** The menus for speed and sleep timer: the browser's own, which show all their values at once. */
import { html, type TemplateResult } from 'lit/html.js';
import { formatDuration } from '../../language/formats.js';
import { sleepGlyph } from '../player-buttons.js';
import type { PlayerView } from '../bar/bar-view.js';
import { sleepLeft } from '../features/sleep-timer.js';
import type { Sleep } from '../player-store.js';

/** The steps that people know from their apps. */
export const SPEEDS = [0.8, 1, 1.2, 1.5, 1.8, 2];
const SLEEP_MINUTES = [15, 30, 45, 60];

type Option = readonly [value: string | number, label: string];

const renderMenu = (
  part: string,
  label: string,
  options: readonly Option[],
  chosen: string | number | undefined,
  onChoose: (value: string) => void,
): TemplateResult =>
  html`<select
    part=${part}
    aria-label=${label}
    @change=${({ target }: Event) => onChoose((target as HTMLSelectElement).value)}
  >
    ${options.map(
      ([value, text]) =>
        html`<option value=${value} .selected=${value === chosen}>${text}</option>`,
    )}
  </select>`;

export function renderSpeed(
  { player, texts, locale }: PlayerView,
  setSpeed: (speed: number) => void,
): TemplateResult {
  const { playbackRate: rate = 1 } = player.state.media ?? {};
  const speeds = [...new Set([...SPEEDS, rate])]
    .sort((a, b) => a - b)
    .map((speed) => [speed, `${speed.toLocaleString(locale)}×`] as const);
  return renderMenu('speed', texts.speed, speeds, rate, (value) => setSpeed(Number(value)));
}

/** A moon, or the minutes that are left: the menu lies over it and is not seen. */
export function renderSleep(
  { player, texts, locale }: PlayerView,
  setSleep: (chosen: Sleep['chosen'] | undefined) => void,
): TemplateResult {
  const { sleep } = player.state;
  const chosen = sleep?.chosen ?? '';
  const left = sleepLeft(sleep);
  const minutes = SLEEP_MINUTES.map((it) => [it, formatDuration(it * 60, locale)] as const);
  const options: Option[] = [['', texts.sleepOff], ...minutes, ['end', texts.sleepEnd]];
  return html`<label class=${chosen ? 'sleep on' : 'sleep'}
    >${left === undefined ? sleepGlyph : formatDuration(left, locale)}
    ${renderMenu('sleep', texts.sleepTimer, options, chosen, (value) =>
      setSleep(value === 'end' ? value : Number(value) || undefined),
    )}
  </label>`;
}
