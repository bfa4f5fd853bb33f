/**
 * "Copy your link": the item itself says that it was copied, and nothing moves. The link can be read when
 * the member asks for it, and masked again, because others may see the screen.
 */
import type { DeviceApps } from '../buttons/device-apps.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { PpsAppSelectEvent } from '../events/later-events.js';
import { copyByHand, copyText, selectField } from '../buttons/copying.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import type { Texts } from '../language/texts/en.js';
import { checkGlyph } from '../icons/later-glyphs.js';
import { copyGlyph, eyeGlyph, hideGlyph, renderItem } from './sheet-item.js';

/** The item takes this from the element. */
export interface LinkItemServices {
  readonly host: EventTarget;
  readonly subscriptionController: Pick<SubscriptionController, 'subscription'>;
  readonly apps: Pick<DeviceApps, 'platform'>;
  readonly announce: (text: string) => void;
}

/** The link's host, and dots in place of the secret rest. */
export function masked(feedUrl: string): string {
  const { protocol, host } = new URL(feedUrl);
  return `${protocol}//${host}/••••••••••`;
}

export class LinkItem {
  /** The outcome of copying; `tried` once the member did something else with the link. */
  #outcome: 'copied' | 'refused' | 'tried' | undefined;
  /** Whether the field is there: copying needs none of it. */
  #isOpen = false;
  /** Whether the whole link can be read in it. */
  #isShown = false;

  /** @param update renders the item anew. */
  constructor(
    private readonly services: LinkItemServices,
    private readonly update: () => void,
    private readonly onCopied: () => void,
  ) {}

  get #feedUrl(): string | undefined {
    return this.services.subscriptionController.subscription?.feedUrl;
  }

  async #copy(texts: Texts, item: HTMLElement): Promise<void> {
    const { host, announce, apps } = this.services;
    const feedUrl = this.#feedUrl;
    if (!feedUrl) return;
    const isCopied = await copyText(feedUrl);
    this.#outcome = isCopied ? 'copied' : 'refused';
    // If the browser refuses to copy, the member copies by hand, from a field that shows the link.
    if (!isCopied) this.#isOpen = this.#isShown = true;
    this.update();
    if (!isCopied) {
      const row = item.closest('li');
      if (row) selectField(row);
    }
    announce(isCopied ? texts.linkCopied : copyByHand(apps.platform, texts));
    host.dispatchEvent(new PpsAppSelectEvent('', 'copy'));
    this.onCopied();
  }

  #toggle(texts: Texts): void {
    this.#isShown = !this.#isShown;
    this.#isOpen = true;
    if (this.#outcome === 'refused') this.#outcome = 'tried';
    this.update();
    // Some screen readers say nothing of a button that gets another name.
    this.services.announce(this.#isShown ? texts.hideLink : texts.showLink);
  }

  render(texts: Texts): TemplateResult {
    const isCopied = this.#outcome === 'copied';
    return html`<li class="link-item">
      ${renderItem({
        part: 'copy',
        glyph: isCopied ? checkGlyph : copyGlyph,
        title: isCopied ? texts.linkCopied : texts.copyLink,
        text: isCopied ? undefined : texts.copyLinkText,
        onPress: ({ currentTarget }) => void this.#copy(texts, currentTarget as HTMLElement),
      })}
      ${this.#outcome ? this.#renderToggle(texts) : nothing}
      ${this.#isOpen ? this.#renderLink(texts) : nothing}
    </li>`;
  }

  #renderToggle(texts: Texts): TemplateResult {
    const isShown = this.#isShown;
    return html`<button
      type="button"
      part="show-link"
      class="icon-button"
      aria-label=${isShown ? texts.hideLink : texts.showLink}
      @click=${() => this.#toggle(texts)}
    >
      ${isShown ? hideGlyph : eyeGlyph}
    </button>`;
  }

  #renderLink(texts: Texts): TemplateResult {
    const feedUrl = this.#feedUrl ?? '';
    return html`<div class="link-row">
      ${
        this.#outcome === 'refused'
          ? html`<p>${copyByHand(this.services.apps.platform, texts)}</p>`
          : nothing
      }
      <input
        part="link"
        class="link-field"
        readonly
        dir="ltr"
        aria-label=${texts.linkLabel}
        .value=${this.#isShown ? feedUrl : masked(feedUrl)}
      />
      <p class="muted">${texts.keepSecret}</p>
    </div>`;
  }
}
