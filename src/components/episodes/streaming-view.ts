/**
 * The streaming-music app: open the show there, or link the account. Access there depends on the
 * linked account, and no answer tells whether linking worked, so the texts claim nothing.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';

export interface StreamingView {
  /** Absolute http(s) URL of the show in the app. */
  url: string | undefined;
  /** Absolute http(s) URL of the page where the member links their account. */
  linkUrl: string | undefined;
  texts: Texts;
}

export function renderStreaming({
  url,
  linkUrl,
  texts,
}: StreamingView): TemplateResult | typeof nothing {
  if (!url && !linkUrl) return nothing;
  const app = 'Spotify';
  const link = (part: string, href: string, text: string) =>
    html`<a part=${part} class="button" href=${href} rel="noreferrer">${text}</a>`;
  return html`
    <section part="streaming" class="panel">
      <h3>${fill(texts.streamingTitle, { app })}</h3>
      <p class="muted">${fill(texts.streamingText, { app })}</p>
      <div class="row">
        ${url ? link('streaming-open', url, fill(texts.openIn, { app })) : nothing}
        ${linkUrl ? link('streaming-link', linkUrl, fill(texts.linkAccount, { app })) : nothing}
      </div>
    </section>
  `;
}
