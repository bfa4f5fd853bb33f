/**
 * The streaming-music app: open, link the account, manage links. Access there goes by account
 * linking, and no answer says whether it worked, so the texts claim nothing.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { isWebUrl } from '../../urls/web-url.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';

export interface StreamingView {
  /** The show in the app: the publisher's address, or the app's own link to it. */
  url: string | undefined;
  /** Where the member links their account, and manages what is linked. */
  linkUrl: string;
  texts: Texts;
}

export function renderStreaming({ url, linkUrl, texts }: StreamingView): TemplateResult {
  const link = (part: string, href: string, text: string) =>
    isWebUrl(href)
      ? html`<a part=${part} class="button" href=${href} rel="noreferrer">${text}</a>`
      : nothing;
  return html`
    <section part="streaming" class="panel">
      <h3>${fill(texts.streamingTitle, { app: 'Spotify' })}</h3>
      <p class="muted">${texts.streamingText}</p>
      <div class="row">
        ${link('streaming-open', url ?? '', fill(texts.openIn, { app: 'Spotify' }))}
        ${link('streaming-link', linkUrl, texts.linkAccount)}
      </div>
    </section>
  `;
}
