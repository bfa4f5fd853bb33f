/** The player's fold for what is rarely needed: a link to this moment, casting, the keys. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { copyByHand, type Copying } from '../../buttons/copying.js';
import { chevronGlyph } from '../../icons/later-glyphs.js';
import { renderButton } from '../player-buttons.js';
import type { PlayerView } from '../bar/bar-view.js';

const KEYS = {
  keyPlay: 'K ␣',
  keySkip: 'J L',
  keyStep: '← →',
  keySpeed: '< >',
  keyMute: 'M',
  keyJump: '0–9',
} as const;

export const renderFold = (title: string, content: unknown, isOpen = false): TemplateResult =>
  html`<details ?open=${isOpen}>
    <summary>${title}${chevronGlyph}</summary>
    ${content}
  </details>`;

export interface Extras {
  cast: () => void;
  /** The keys are for who has some: a mouse tells, or the first of them. */
  hasKeys: boolean;
  copying: Copying;
  /** The link that was copied last. */
  moment: string;
  copyMoment: () => Promise<void>;
}

export function renderExtras({ texts, player }: PlayerView, extras: Extras): TemplateResult {
  const { cast, hasKeys, copying, moment, copyMoment } = extras;
  const { apps, host } = player.services;
  const item = (part: string, content: string, onClick: () => unknown) =>
    renderButton(part, 'extra', content, onClick);
  const copyLabel = copying.label(texts.copyMoment, texts.copied);
  const keys = Object.entries(KEYS).map(
    ([name, keys]) =>
      html`<dt dir="ltr">${keys}</dt>
        <dd>${texts[name as keyof typeof KEYS]}</dd>`,
  );
  return renderFold(
    texts.more,
    html`${
      // A consume page's address holds the feed URL, or leads to nothing without it.
      host.links === 'direct' ? nothing : item('copy-moment', copyLabel, copyMoment)
    }
    ${copying.renderField(moment, texts.momentLabel, copyByHand(apps.platform, texts))}
    ${player.state.canCast ? item('cast', texts.cast, cast) : nothing}
    ${hasKeys ? renderFold(texts.keys, html`<dl>${keys}</dl>`) : nothing}`,
  );
}
