/**
 * Continue on another device: a QR code, the share sheet, or an e-mail to oneself. What is shared
 * and mailed is the page's URL, never the feed URL. Loaded when first needed.
 */
import { html, nothing, render, type TemplateResult } from 'lit';
import { adoptStyles } from '../adopt-styles.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { phoneStyles } from './phone-styles.js';
import { renderQrCode } from './qr-code.js';

export interface PhoneDialog {
  heading: string;
  /** Content of the QR code. */
  code: Promise<Code>;
  /** URL of this page, for sharing and mailing. */
  page: string;
  title: string;
  texts: Texts;
}

interface Code {
  /** A hand-off URL, the consume page, or this page. */
  url: string;
  /** Whether the URL works only once, and for a few minutes. */
  expires: boolean;
}

/** Opens the dialog in a shadow root. Closing removes it; the browser returns the focus. */
export function openPhoneDialog(root: ShadowRoot, content: PhoneDialog): void {
  adoptStyles(root, phoneStyles);
  const dialog = document.createElement('dialog');
  dialog.part.add('dialog');
  dialog.setAttribute('aria-labelledby', 'phone-title');
  (root.querySelector('.root') ?? root).append(dialog);
  const show = (code?: Code) => {
    render(
      renderContent(content, code, () => dialog.close()),
      dialog,
    );
  };
  show();
  void content.code.then(show);
  dialog.showModal();
  // A click on the backdrop is a click on the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
}

function renderContent(
  { heading, page, title, texts }: PhoneDialog,
  code: Code | undefined,
  close: () => void,
): TemplateResult {
  const mail = new URLSearchParams({
    subject: fill(texts.emailSubject, { title }),
    body: `${texts.emailText}\n${page}`,
  });
  const share = () => {
    // The promise also rejects if the member closes the share sheet.
    navigator.share({ title, url: page }).catch(() => undefined);
  };
  return html`
    <div class="phone">
      <h3 id="phone-title">${heading}</h3>
      <div part="qr" class="qr" role="img" aria-label=${texts.qrLabel} aria-busy=${String(!code)}>
        ${code ? renderQrCode(code.url) : nothing}
      </div>
      <p>${texts.toPhoneHint} ${code?.expires ? texts.toPhoneExpires : nothing}</p>
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
          href="mailto:?${mail.toString().replaceAll('+', '%20')}"
          >${texts.email}</a
        >
        <button type="button" part="close" class="button" @click=${close}>${texts.close}</button>
      </div>
    </div>
  `;
}
