/**
 * The least that a Lit element can do with a feed URL: check it with zod/mini, and link it to six apps.
 * It has no language, no device, no state and no episodes. What ours takes longer is the price of those.
 */
import { css, html, LitElement } from 'lit';
import * as z from 'zod/mini';

const url = z.url({ protocol: /^https?$/ });
const text = z.string();
const optionalUrl = z.optional(url);

const subscription = z.object({
  feedUrl: url,
  title: text,
  sku: text,
  consumeUrl: optionalUrl,
  parserUrl: optionalUrl,
  parserFormat: z.optional(text),
  streamingUrl: optionalUrl,
  streamingLinkUrl: optionalUrl,
  handoff: z.optional(z.boolean()),
  canReset: z.optional(z.boolean()),
  hasConnections: z.optional(z.boolean()),
});

const apps: Record<string, string> = {
  AntennaPod: 'pcast:https://',
  'Podcast Addict': 'podcastaddict://',
  'Pocket Casts': 'pktc://subscribehttps/',
  'Podcast Republic': 'podcastrepublic://subscribe/',
  Podkicker: 'podkicker://subscribe/',
  'Player FM': 'playerfm://',
};

class BareElement extends LitElement {
  static override styles = css`
    :host {
      display: block;
    }
    ul {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 0.5em;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    a {
      display: flex;
      align-items: center;
      min-height: 44px;
      padding: 0.25em 0.5em;
      border: 1px solid;
      border-radius: 0.75rem;
      color: inherit;
      text-decoration: none;
    }
  `;

  static override properties = { feedUrl: { attribute: 'feed-url' } };

  feedUrl = '';

  override render() {
    const { data } = subscription.safeParse({
      feedUrl: this.feedUrl,
      title: 'A show',
      sku: 'sid:1',
    });
    if (!data) return html`<p>There is no podcast here.</p>`;
    const bare = data.feedUrl.replace(/^https?:\/\//, '');
    return html`<h2>${data.title}</h2>
      <ul>
        ${Object.entries(apps).map(
          ([name, link]) => html`<li><a href=${link + bare} rel="noreferrer">${name}</a></li>`,
        )}
      </ul>`;
  }
}

customElements.define('bare-element', BareElement);
