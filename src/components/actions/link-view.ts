/** The member's feed link: masked until the member asks for it, because others may see the screen. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Texts } from '../texts/en.js';

export interface LinkView {
  feedUrl: string;
  /** Whether copying worked, right after the member tried. */
  outcome: string | undefined;
  /** Whether the whole link can be read. */
  isShown: boolean;
  texts: Texts;
  onToggle: () => void;
}

/** The link's host, and dots in place of the secret rest. */
export function masked(feedUrl: string): string {
  const { protocol, host } = new URL(feedUrl);
  return `${protocol}//${host}/••••••••••`;
}

export function renderLink(view: LinkView): TemplateResult {
  const { feedUrl, outcome, isShown, texts, onToggle } = view;
  return html`
    ${outcome ? html`<p>${outcome}</p>` : nothing}
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
