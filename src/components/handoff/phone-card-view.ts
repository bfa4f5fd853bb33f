/** The way to another device shows the code and what to do with it, or that it worked. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkGlyph } from '../icons/later-glyphs.js';
import { glyph } from '../icons/glyphs.js';
import type { Texts } from '../language/texts/en.js';
import type { PhoneLink } from './handoff-codes.js';
import { renderQrCode } from './qr-code.js';

export interface PhoneCardView {
  /** Begins the ids of its elements: two cards may stand in one shadow tree. */
  id: string;
  heading: string;
  /** Takes the place of all else, once the code was opened; empty before. */
  success: string;
  /** The link in the code, once it is known. */
  link: PhoneLink | undefined;
  /** Whether it works once, and for a few minutes, as far as that is known. */
  expires: boolean;
  texts: Texts;
  /** The `mailto:` URL. */
  mail: string;
  onMail: (event: MouseEvent) => void;
  /** The way on for who has pressed the mail and has no mail program, and what it copies if refused. */
  copyMail: { label: string; field: unknown; onPress: () => void } | undefined;
  /** Opens the share sheet; `undefined` if the browser has none. */
  share: (() => void) | undefined;
  onRenew: (event: Event) => void;
}

const mailGlyph = glyph('M4 5.5h16v13H4zM4.5 6.5l7.5 6 7.5-6');
const shareGlyph = glyph('M12 15V4M8 7.5 12 3.5l4 4M7.5 11H5v9.5h14V11h-2.5');

export function renderPhoneCard(view: PhoneCardView): TemplateResult {
  const { id, success } = view;
  return html`${success ? html`<div class="code-space done">${checkGlyph}</div>` : renderCode(view)}
    <div
      class="phone-text"
      role="group"
      tabindex="-1"
      aria-labelledby=${`${id}-title`}
      aria-describedby=${`${id}-hint`}
    >
      <p class="strong" id=${`${id}-title`}>${success || view.heading}</p>
      ${success ? renderRenew(view) : renderWays(view)}
    </div>`;
}

function renderCode({ link, texts }: PhoneCardView) {
  return html`<div
    part="qr"
    class="code-space qr"
    role="img"
    aria-label=${texts.qrLabel}
    aria-busy=${String(!link)}
  >
    ${link ? renderQrCode(link.url) : nothing}
  </div>`;
}

function renderWays({ id, expires, texts, mail, onMail, copyMail, share }: PhoneCardView) {
  return html`<p class="muted small" id=${`${id}-hint`}>
      ${texts.scanText} ${expires ? texts.scanExpires : nothing}
    </p>
    <div class="phone-links small">
      <a part="email" class="link" rel="noreferrer" href=${mail} @click=${onMail}
        >${mailGlyph} <span>${texts.email}</span></a
      >
      ${
        share
          ? html`<button type="button" part="share" class="link" @click=${share}>
              ${shareGlyph} <span>${texts.share}</span>
            </button>`
          : nothing
      }
      ${
        copyMail
          ? html`<button type="button" class="link no-mail" @click=${copyMail.onPress}>
                <span>${copyMail.label}</span>
              </button>
              ${copyMail.field}`
          : nothing
      }
    </div>`;
}

/** The code that was opened would lead nowhere any more. */
const renderRenew = ({ texts, onRenew }: PhoneCardView) =>
  html`<div class="phone-links small">
    <button type="button" part="new-code" class="link" @click=${onRenew}>
      <span>${texts.newCode}</span>
    </button>
  </div>`;
