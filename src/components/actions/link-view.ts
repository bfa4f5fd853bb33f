/** The member's feed link: masked until asked for, because a page may be looked at by others. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Texts } from '../texts/en.js';

export interface LinkView {
  feedUrl: string;
  /** Whether it was copied; else it is selected, to be copied by hand. */
  isCopied: boolean;
  /** Whether the link is shown in clear. */
  isShown: boolean;
  texts: Texts;
  onToggle: () => void;
}

/** The link's host, and dots for what is secret. */
export function masked(feedUrl: string): string {
  const { protocol, host } = new URL(feedUrl);
  return `${protocol}//${host}/••••••••••`;
}

export function renderLink(view: LinkView): TemplateResult {
  const { feedUrl, isCopied, isShown, texts, onToggle } = view;
  const words = isCopied ? texts.linkCopied : isShown && texts.linkSelected;
  return html`
    ${words ? html`<p>${words}</p>` : nothing}
    <div class="link">
      <input
        part="link"
        class="link-field"
        readonly
        dir="ltr"
        aria-label=${texts.linkLabel}
        .value=${isShown ? feedUrl : masked(feedUrl)}
      />
      <button
        type="button"
        part="show-link"
        class="quiet"
        aria-pressed=${isShown ? 'true' : 'false'}
        @click=${onToggle}
      >
        ${isShown ? texts.hideLink : texts.showLink}
      </button>
    </div>
    <p class="muted">${texts.keepSecret}</p>
  `;
}
