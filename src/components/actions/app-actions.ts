/**
 * What a member does with the buttons: open an app, copy the link, take the podcast to their
 * phone; and the buttons' icons. Loaded as soon as the buttons stand; help and dialog when needed.
 */
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { consumePageUrl } from '../../api/consume.js';
import type { App } from '../../apps/app-table.js';
import type { Platform } from '../../apps/platform.js';
import { adoptStyles } from '../adopt-styles.js';
import type { AppButton } from '../app-buttons.js';
import { AppIcons } from '../icons/app-icons.js';
import { iconStyles } from '../icons/icon-styles.js';
import { panelStyles } from '../panel-styles.js';
import type { Parts } from '../parts.js';
import { rememberApp } from '../remembered-app.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { PpsAppSelectEvent } from './app-select-event.js';
import { copyText } from './copy-text.js';
import { stayedHere } from './did-it-open.js';
import { renderInAppNotice } from './in-app-notice.js';
import { renderLink, type LinkView } from './link-view.js';

export interface AppActionsInput {
  feedUrl: string;
  title: string;
  /** Base address of the consume page, where there is one. */
  consumeUrl: string | undefined;
  platform: Platform;
  /** Language of the consume page. */
  language: string;
  texts: Texts;
}

type HelpModule = typeof import('./help-view.js');

export class AppActions {
  /** An app's icon, once it is loaded. */
  readonly iconOf: AppIcons['iconOf'];
  #help: { app: App; didNotOpen: boolean; view: HelpModule } | undefined;
  #hasLeft = false;
  /** The link, once the member asked for it. */
  #link: Pick<LinkView, 'words' | 'isShown'> | undefined;

  constructor(
    private readonly host: LitElement,
    private readonly announce: (text: string) => void,
    private readonly parts: Parts,
  ) {
    this.iconOf = new AppIcons(() => host.requestUpdate()).iconOf;
    adoptStyles(host.renderRoot, panelStyles, iconStyles);
  }

  /** The member chose an app. The link itself is followed by the browser: here is only what comes after. */
  async select(
    { app, href, via }: AppButton,
    remembers: boolean,
    { texts }: AppActionsInput,
  ): Promise<void> {
    if (remembers) rememberApp(app.id);
    this.host.dispatchEvent(new PpsAppSelectEvent(app.id, href ? via : 'copy'));
    if (href && via === 'consume') return;
    // On its way while the app may open.
    void import('./help-view.js').catch(() => undefined);
    if (!href || (await stayedHere(window))) await this.#openHelp(app, Boolean(href), texts);
  }

  async #openHelp(app: App, didNotOpen: boolean, texts: Texts): Promise<void> {
    const again = () => this.#openHelp(app, didNotOpen, texts);
    const view = await this.parts.load('help', import('./help-view.js'), again);
    if (!view || this.#hasLeft) return;
    this.#help = { app, didNotOpen, view };
    await this.#show('[part=help]');
    this.announce(fill(didNotOpen ? texts.helpTitle : texts.pasteTitle, { app: app.name }));
  }

  /** What opens may stand below a long list of apps: it is brought into sight, and no further. */
  async #show(selector: string): Promise<void> {
    this.host.requestUpdate();
    await this.host.updateComplete;
    const shown = this.host.renderRoot.querySelector(`.actions > ${selector}`);
    shown?.scrollIntoView({ block: 'nearest' });
  }

  async copy({ feedUrl, texts }: AppActionsInput): Promise<void> {
    const isCopied = await copyText(feedUrl);
    if (this.#hasLeft) return;
    // The same words again would not be heard.
    this.announce('');
    // Where the browser refuses, the member copies by hand: from a link in clear.
    const words = isCopied ? texts.linkCopied : texts.linkSelected;
    this.#link = { words, isShown: !isCopied };
    await this.#show('.link');
    if (!isCopied) {
      const field = this.host.renderRoot.querySelector<HTMLInputElement>('.link-field');
      // Selecting alone leaves the focus elsewhere, and with it what the keyboard copies.
      field?.focus();
      field?.select();
    }
    this.announce(words);
    this.host.dispatchEvent(new PpsAppSelectEvent('', 'copy'));
  }

  /** @param handoff an address that leads another device to the consume page once, where there is one. */
  async openPhone(input: AppActionsInput, handoff: Promise<string | undefined>): Promise<void> {
    const { feedUrl, consumeUrl, platform, language, title, texts } = input;
    const again = () => this.openPhone(input, handoff);
    const part = await this.parts.load('dialog', import('./phone-dialog.js'), again);
    const root = this.host.renderRoot as ShadowRoot;
    // The member pressed again, or is gone from here, while the dialog was on its way.
    if (!part || this.#hasLeft || !this.host.isConnected || root.querySelector('dialog')) return;
    const page = location.href;
    const lasting = consumeUrl ? consumePageUrl(consumeUrl, feedUrl, language) : page;
    const isPhone = platform === 'ios' || platform === 'android';
    part.openPhoneDialog(root, {
      heading: isPhone ? texts.otherDevices : texts.toPhoneTitle,
      code: handoff.then((once) => ({ address: once ?? lasting, expires: Boolean(once) })),
      page,
      title,
      texts,
    });
  }

  /** Another podcast, or none, takes the place of this one. */
  leave(): void {
    this.#hasLeft = true;
    this.host.renderRoot.querySelector('dialog')?.close();
  }

  /** A word to who reads the page inside another app. */
  renderNotice(texts: Texts): TemplateResult | typeof nothing {
    return renderInAppNotice(navigator.userAgent, texts);
  }

  /** Help and link, where the member asked for them. */
  render(input: AppActionsInput): TemplateResult {
    const { feedUrl, texts } = input;
    const link = this.#link;
    return html`
      ${this.#help?.view.renderHelp({
        ...this.#help,
        ...input,
        onCopy: () => void this.copy(input),
      })}
      ${
        link
          ? renderLink({
              feedUrl,
              ...link,
              texts,
              onToggle: () => {
                this.#link = { ...link, words: undefined, isShown: !link.isShown };
                this.host.requestUpdate();
              },
            })
          : nothing
      }
    `;
  }
}
