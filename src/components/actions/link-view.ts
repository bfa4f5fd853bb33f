/** The member's feed link: masked until asked for, because a page may be looked at by others. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Texts } from '../texts/en.js';

export interface LinkView {
  feedUrl: string;
  /** What happened to it, as long as it is so. */
  words: string | undefined;
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
  const { feedUrl, words, isShown, texts, onToggle } = view;
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
      <button type="button" part="show-link" class="quiet" @click=${onToggle}>
        ${isShown ? texts.hideLink : texts.showLink}
      </button>
    </div>
    <p class="muted">${texts.keepSecret}</p>
  `;
}
