/**
 * Continue on another device: a QR code, the share sheet, or an e-mail to oneself. Where the
 * handler makes hand-off codes, all three carry one; the feed URL is never shared or mailed.
 * Loaded when first needed.
 */
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { adoptStyles } from '../shared-chunk/adopt-styles.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { HandoffCodes, type PhoneLink } from './handoff-codes.js';
import { phoneStyles } from './phone-styles.js';
import { renderQrCode } from './qr-code.js';

export { HandoffCodes };

export interface PhoneDialog {
  heading: string;
  /** Where the code leads. */
  codes: HandoffCodes;
  /** URL of this page: shared and mailed if there is no hand-off. */
  page: string;
  title: string;
  texts: Texts;
  announce: (text: string) => void;
}

/**
 * Opens the dialog in a shadow root. Closing removes it; the browser returns the focus.
 * @returns how to say that it worked.
 */
export function openPhoneDialog(
  root: ShadowRoot,
  content: PhoneDialog,
): { confirm: (text: string) => void } {
  adoptStyles(root, phoneStyles);
  const dialog = document.createElement('dialog');
  dialog.part.add('dialog');
  dialog.setAttribute('aria-labelledby', 'phone-title');
  dialog.setAttribute('aria-describedby', 'phone-hint');
  dialog.tabIndex = -1;
  (root.querySelector('.root') ?? root).append(dialog);

  const { codes, texts, announce } = content;
  let shown: PhoneLink | undefined;
  let success = '';
  const update = () => {
    render(
      renderContent(content, shown, success, () => dialog.close()),
      dialog,
    );
  };
  const say = (text: string) => {
    success = text;
    update();
    announce(text);
  };
  const show = (link: PhoneLink) => {
    shown = link;
    update();
    if (link.isOpened && !success) say(texts.openedOnPhone);
  };
  update();
  codes.start(show);
  dialog.showModal();
  // To the dialog itself: its name and hint are read, and nothing scrolls out of sight.
  dialog.focus();
  // A click on the backdrop is a click on the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    codes.stop();
    dialog.remove();
  });
  return { confirm: say };
}

function renderContent(
  { heading, page, title, texts }: PhoneDialog,
  link: PhoneLink | undefined,
  success: string,
  close: () => void,
): TemplateResult {
  const shared = link?.expires ? link.url : page;
  const mail = new URLSearchParams({
    subject: fill(texts.emailSubject, { title }),
    body: `${texts.emailText}\n${shared}`,
  });
  const share = () => {
    // The promise also rejects if the member closes the share sheet.
    navigator.share({ title, url: shared }).catch(() => undefined);
  };
  return html`
    <div class="phone">
      <h3 id="phone-title">${heading}</h3>
      <div part="qr" class="qr" role="img" aria-label=${texts.qrLabel} aria-busy=${String(!link)}>
        ${link ? renderQrCode(link.url) : nothing}
      </div>
      <div class="phone-text">
        <p id="phone-hint">${success ? html`<strong>✓ ${success}</strong>` : texts.toPhoneHint}</p>
        ${link?.expires && !success ? html`<p class="muted">${texts.toPhoneExpires}</p>` : nothing}
        <div class="row">
          ${
            'share' in navigator
              ? html`<button type="button" part="share" class="button" @click=${share}>
                  ${texts.share}
                </button>`
              : nothing
          }
          <a
            part="email"
            class="button"
            rel="noreferrer"
            href=${`mailto:?${mail.toString().replaceAll('+', '%20')}`}
            >${texts.email}</a
          >
          <button type="button" part="close" class="button" @click=${close}>${texts.close}</button>
        </div>
      </div>
    </div>
  `;
}
