/**
 * What happens when the member uses a button: open an app, copy the link, continue on the phone.
 * Also loads the buttons' icons. Loaded once the buttons are shown; help and dialog when needed.
 */
import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { consumePageUrl } from '../../api/consume.js';
import type { Subscription } from '../../api/subscription.js';
import type { App } from '../../apps/app-table.js';
import type { Platform } from '../../apps/platform.js';
import { adoptStyles } from '../adopt-styles.js';
import type { AppButton } from '../app-buttons.js';
import type { ElementServices } from '../element-services.js';
import { AppIcons } from '../icons/app-icons.js';
import { iconStyles } from '../icons/icon-styles.js';
import { panelStyles } from '../panel-styles.js';
import { rememberApp } from '../remembered-app.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { didAppOpen } from './app-opened.js';
import { PpsAppSelectEvent } from './app-select-event.js';
import { copyText } from './copy-text.js';
import type { HandoffCodesOptions } from './handoff-codes.js';
import { renderInAppNotice } from './in-app-notice.js';
import { renderLink, type LinkView } from './link-view.js';

export interface AppActionsInput {
  feedUrl: string;
  title: string;
  /** Base URL of the consume page, if there is one. */
  consumeUrl: string | undefined;
  platform: Platform;
  /** Language of the consume page. */
  language: string;
  texts: Texts;
  /** Asks the subscribe handler for more. */
  ask: HandoffCodesOptions['ask'];
  /** Whether the handler offers hand-off. */
  handoff: Subscription['handoff'];
}

type HelpModule = typeof import('./help-view.js');

export class AppActionsController implements ReactiveController {
  /** An app's icon, once it is loaded. */
  readonly iconOf: AppIcons['iconOf'];
  #help: { app: App; didNotOpen: boolean; view: HelpModule } | undefined;
  #isDisposed = false;
  /** The link field, once the member has copied the link. */
  #link: Pick<LinkView, 'outcome' | 'isShown'> | undefined;

  constructor(
    private readonly host: LitElement,
    private readonly services: ElementServices,
  ) {
    this.iconOf = new AppIcons(() => host.requestUpdate()).iconOf;
    adoptStyles(host.renderRoot, panelStyles, iconStyles);
    host.addController(this);
  }

  hostDisconnected(): void {
    // An open dialog that moves with the element would no longer be modal.
    this.host.renderRoot.querySelector('dialog')?.close();
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.#isDisposed = true;
    this.hostDisconnected();
    this.host.removeController(this);
  }

  /** The member chose an app. The browser itself follows the link; this is what comes after. */
  async select(
    { app, href, via }: AppButton,
    remembers: boolean,
    { texts }: AppActionsInput,
  ): Promise<void> {
    if (remembers) rememberApp(app.id);
    this.host.dispatchEvent(new PpsAppSelectEvent(app.id, href ? via : 'copy'));
    if (href && via === 'consume') return;
    // Loads while the app may be opening.
    void import('./help-view.js').catch(() => undefined);
    if (!href || !(await didAppOpen(window))) await this.#openHelp(app, Boolean(href), texts);
  }

  async #openHelp(app: App, didNotOpen: boolean, texts: Texts): Promise<void> {
    const again = () => this.#openHelp(app, didNotOpen, texts);
    const view = await this.services.chunks.wait('help', import('./help-view.js'), again);
    if (!view || this.#isDisposed) return;
    this.#help = { app, didNotOpen, view };
    await this.#reveal('[part=help]');
    const title = didNotOpen ? texts.helpTitle : texts.pasteTitle;
    this.services.announce(fill(title, { app: app.name }));
  }

  /** Renders, and scrolls to what appeared, which may be below a long list of apps. */
  async #reveal(selector: string): Promise<void> {
    this.host.requestUpdate();
    await this.host.updateComplete;
    const shown = this.host.renderRoot.querySelector(`.actions > ${selector}`);
    shown?.scrollIntoView({ block: 'nearest' });
  }

  async copy({ feedUrl, texts }: AppActionsInput): Promise<void> {
    const isCopied = await copyText(feedUrl);
    if (this.#isDisposed) return;
    // Screen readers do not announce the same text again.
    this.services.announce('');
    // If the browser refuses to copy, the member copies by hand, from a field that shows the link.
    const outcome = isCopied ? texts.linkCopied : texts.linkSelected;
    this.#link = { outcome, isShown: !isCopied };
    await this.#reveal('.link');
    if (!isCopied) {
      const field = this.host.renderRoot.querySelector<HTMLInputElement>('.link-field');
      // Without focus, the keyboard's copy command would not take the selected text.
      field?.focus();
      field?.select();
    }
    this.services.announce(outcome);
    this.host.dispatchEvent(new PpsAppSelectEvent('', 'copy'));
  }

  /** Opens the dialog that takes the podcast to another device. */
  async openPhone(input: AppActionsInput): Promise<void> {
    const { feedUrl, consumeUrl, platform, language, title, texts, ask, handoff } = input;
    const again = () => this.openPhone(input);
    const chunk = await this.services.chunks.wait('dialog', import('./phone-dialog.js'), again);
    const root = this.host.renderRoot as ShadowRoot;
    if (!chunk || this.#isDisposed || !this.host.isConnected) return;
    // The member pressed twice while the chunk was loading.
    if (root.querySelector('dialog')) return;
    const page = location.href;
    const lasting = consumeUrl ? consumePageUrl(consumeUrl, feedUrl, language) : page;
    const isPhone = platform === 'ios' || platform === 'android';
    chunk.openPhoneDialog(root, {
      heading: isPhone ? texts.otherDevices : texts.toPhoneTitle,
      codes: new chunk.HandoffCodes({ ask, isOffered: handoff, lasting }),
      page,
      title,
      texts,
      announce: this.services.announce,
    });
  }

  /** The notice for a member who reads the page in an in-app browser. */
  renderNotice(texts: Texts): TemplateResult | typeof nothing {
    return renderInAppNotice(navigator.userAgent, window, texts);
  }

  /** Help and link field, once the member has asked for them. */
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
                this.#link = { outcome: undefined, isShown: !link.isShown };
                this.host.requestUpdate();
              },
            })
          : nothing
      }
    `;
  }
}
