/** What is rarely needed of the player: a link to this moment, casting, the keys, forgetting, closing. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { copyByHand } from '../../actions/copying.js';
import type { Player } from './player.js';

const KEYS = [
  ['Space K', 'keyPlay'],
  ['J L', 'keySkip'],
  ['← →', 'keyStep'],
  ['< >', 'keySpeed'],
  ['M', 'keyMute'],
  ['0–9', 'keyJump'],
] as const;

export function renderExtras(player: Player): TemplateResult {
  const { texts, playback, canCast } = player;
  const { host } = playback.services;
  // A consume page's address holds the feed URL, or leads to nothing without it.
  const hasMoment = host.links !== 'direct';
  return html`<details class="extras">
    <summary>${texts.more}</summary>
    ${hasMoment ? renderMoment(player) : nothing}
    ${canCast ? item('cast', texts.cast, player.cast) : nothing}
    ${item('forget-listening', texts.forgetListening, player.forget)}
    ${item('player-close', texts.closePlayer, player.close)}
    <p class="strong">${texts.keys}</p>
    <dl>
      ${KEYS.map(
        ([keys, name]) =>
          html`<div>
            <dt dir="ltr">${keys}</dt>
            <dd>${texts[name]}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

const item = (part: string, label: string, onClick: () => unknown) =>
  html`<button type="button" part=${part} class="extra" @click=${onClick}>${label}</button>`;

function renderMoment({ texts, playback, copying, moment, copyMoment }: Player): TemplateResult {
  return html`${item('copy-moment', copying.label(texts.copyMoment, texts.copied), copyMoment)}
  ${copying.renderField(moment, texts.momentLabel, copyByHand(playback.services.platform, texts))}`;
}
