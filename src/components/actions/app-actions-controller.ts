/**
 * Acts when the member uses a button: opens an app, copies the link, continues on the phone.
 * Every tap ends in an app or in a sentence that says what to do next. Loaded once the buttons are
 * shown; help and dialog when needed.
 */
import type { ReactiveController } from 'lit';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { App } from '../../apps/app-table.js';
import { consumePageUrl } from '../../urls/consume-page-url.js';
import { adoptStyles } from '../shared-chunk/adopt-styles.js';
import type { AppButton } from '../first-load/view/app-buttons.js';
import type { ConnectionsController } from '../connections/connections-controller.js';
import type { ElementHost, ElementServices } from '../first-load/element-services.js';
import { AppIcons } from '../icons/app-icons.js';
import { iconStyles } from '../icons/icon-styles.js';
import { panelStyles } from '../shared-chunk/panel-styles.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { actionStyles } from './action-styles.js';
import { comingBack, didAppOpen } from './app-opened.js';
import { PpsAppSelectEvent } from './app-select-event.js';
import { copyText } from './copy-text.js';
import type { HelpKind } from './help-view.js';
import { renderInAppNotice } from './in-app-notice.js';
import { renderLink, type LinkView } from './link-view.js';
import { forgetApp, rememberApp } from './remember-app.js';

/** The panel below an app's button. */
interface Help {
  app: App;
  kind: HelpKind;
  view: typeof import('./help-view.js');
}

/** How long the copy button says that the link was copied. */
const COPIED_MS = 4000;

export class AppActionsController implements ReactiveController {
  /** An app's icon, once it is loaded. */
  readonly iconOf: AppIcons['iconOf'];
  #help: Help | undefined;
  /** The kind of help that was asked for last. */
  #shown: HelpKind | undefined;
  #isDisposed = false;
  /** The link field, once the member has copied the link. */
  #link: Pick<LinkView, 'outcome' | 'isShown'> | undefined;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the link was copied a moment ago. */
  #isCopied = false;
  /** Which apps fetch the member's feed, where the handler knows. */
  #connections: ConnectionsController | undefined;
  /** Ends the watch over the tap before this one. */
  #watching = new AbortController();

  constructor(
    private readonly services: ElementServices,
    private readonly firstTexts: Texts,
  ) {
    const { host } = services;
    this.iconOf = new AppIcons(() => host.requestUpdate()).iconOf;
    adoptStyles(host.renderRoot, panelStyles, actionStyles, iconStyles);
    host.addController(this);
    services.announce(firstTexts.ready);
    const { subscription } = services.resolved;
    if (subscription?.hasConnections || subscription?.canReset) void this.#loadConnections();
  }

  get #host(): ElementHost {
    return this.services.host;
  }

  get #texts(): Texts {
    return this.services.language.all ?? this.firstTexts;
  }

  async #loadConnections(): Promise<void> {
    const load = () => import('../connections/connections-controller.js');
    const { ConnectionsController } = await this.services.chunks.get(load);
    if (this.#isDisposed) return;
    this.#connections = new ConnectionsController(this.services);
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#watching.abort();
    clearTimeout(this.#copiedTimer);
    // An open dialog that moves with the element would no longer be modal.
    this.#host.renderRoot.querySelector('dialog')?.close();
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.#isDisposed = true;
    this.#connections?.dispose();
    this.hostDisconnected();
    this.#host.removeController(this);
  }

  /** The member chose an app. The browser itself follows the link; this is what comes after. */
  async select(button: AppButton): Promise<void> {
    const { app, href, via } = button;
    this.#watching.abort();
    this.#watching = new AbortController();
    this.#help = undefined;
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new PpsAppSelectEvent(app.id, via));
    if (via === 'phone') return this.openPhone(button);
    if (app.privateFeeds === 'account') {
      if (this.services.streamingLink()) await this.#show(app, 'connect');
      return;
    }
    if (!this.#host.forgetApp) rememberApp(app.id);
    this.#connections?.watch(app.id, () => {
      this.#watching.abort();
      void this.#show(app, 'connected');
    });
    if (via === 'consume') return;
    if (!href) return this.#show(app, 'paste');
    await this.#watch(app, this.#watching.signal);
  }

  forgetApp(): void {
    forgetApp();
    this.services.onForgotten();
  }

  /** After a tap on an app's own link: it stayed closed, or the member came back from it. */
  async #watch(app: App, signal: AbortSignal): Promise<void> {
    // Loads while the app may be opening.
    void import('./help-view.js').catch(() => undefined);
    const opened = await didAppOpen(window);
    if (opened) await comingBack(window, signal);
    if (!signal.aborted) await this.#show(app, opened ? 'ask' : 'help');
  }

  async #show(app: App, kind: HelpKind): Promise<void> {
    const shown = (this.#shown = kind);
    const view = await this.services.chunks.get(() => import('./help-view.js'));
    // Meanwhile something else may be known of the tap.
    if (this.#isDisposed || shown !== this.#shown) return;
    this.#help = { app, kind, view };
    await this.#reveal('[part=help]');
    this.services.announce(view.helpTitle(kind, app, this.#texts));
  }

  /** Renders, and scrolls to what appeared. */
  async #reveal(selector: string): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector(selector)?.scrollIntoView({ block: 'nearest' });
  }

  #closeHelp = (): void => {
    const appId = this.#help?.app.id;
    this.#help = undefined;
    this.#host.requestUpdate();
    this.#host.renderRoot.querySelector<HTMLElement>(`[data-app="${appId}"]`)?.focus();
  };

  /** Shows the link, as the server's view did when the member opened it there. */
  showLink(): void {
    this.#link ??= { outcome: undefined, isShown: true };
    this.#host.requestUpdate();
  }

  async copy(): Promise<void> {
    const texts = this.#texts;
    const { subscription } = this.services.resolved;
    if (!subscription) return;
    const isCopied = await copyText(subscription.feedUrl);
    if (this.#isDisposed) return;
    this.#isCopied = isCopied;
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => {
      this.#isCopied = false;
      this.#host.requestUpdate();
    }, COPIED_MS);
    // If the browser refuses to copy, the member copies by hand, from a field that shows the link.
    const outcome = isCopied ? texts.linkCopied : texts.linkSelected;
    this.#link = { outcome, isShown: !isCopied };
    await this.#reveal('.link');
    if (!isCopied) {
      const field = this.#host.renderRoot.querySelector<HTMLInputElement>('.link-field');
      // Without focus, the keyboard's copy command would not take the selected text.
      field?.focus();
      field?.select();
    }
    this.services.announce(outcome);
    this.#host.dispatchEvent(new PpsAppSelectEvent('', 'copy'));
  }

  /**
   * Opens the dialog that takes the podcast to another device.
   * @param button of the one app to open there; default: the member chooses there
   */
  async openPhone({ app, label }: Partial<AppButton> = {}): Promise<void> {
    const chunk = await this.services.chunks.get(() => import('../handoff/phone-dialog.js'));
    const root = this.#host.renderRoot;
    if (this.#isDisposed || !this.#host.isConnected) return;
    // The member pressed twice while the chunk was loading.
    if (root.querySelector('dialog')) return;
    const { language, platform, resolved, title } = this.services;
    const { subscription } = resolved;
    if (!subscription) return;
    const { feedUrl, handoff } = subscription;
    const texts = this.#texts;
    const consumeUrl = this.services.consumePage();
    const page = location.href;
    const lasting = consumeUrl ? consumePageUrl(consumeUrl, feedUrl, language.code, app?.id) : page;
    const isPhone = platform === 'ios' || platform === 'android';
    const dialog = chunk.openPhoneDialog(root, {
      heading: app
        ? fill(label ? texts[label] : '{app}', { app: app.name })
        : isPhone
          ? texts.otherDevices
          : texts.toPhoneTitle,
      codes: new chunk.HandoffCodes({
        handler: resolved.handler,
        isOffered: handoff,
        lasting,
        appId: app?.id,
      }),
      page,
      title: title(),
      texts,
      announce: this.services.announce,
    });
    this.#connections?.watch(app?.id, (name) =>
      dialog.confirm(fill(texts.hasPodcast, { app: name })),
    );
  }

  /** Replaces the line above the title, once an app is connected. */
  get eyebrow(): string | undefined {
    return this.#connections?.line(this.#texts);
  }

  /** The copy button's label right after copying. */
  get copiedLabel(): string | undefined {
    return this.#isCopied ? this.#texts.copied : undefined;
  }

  /** The notice for a member who reads the page in an in-app browser. */
  renderNotice(): TemplateResult | typeof nothing {
    return renderInAppNotice(navigator.userAgent, window, this.#texts);
  }

  /** The panel below an app's button, or with an empty id the link field below the copy button. */
  renderBelow(appId: string): TemplateResult | typeof nothing {
    return appId
      ? this.#renderHelp(appId)
      : html`${this.#renderLink()} ${this.#connections?.render(this.#texts)}`;
  }

  #renderHelp(appId: string): TemplateResult | typeof nothing {
    const help = this.#help;
    if (help?.app.id !== appId) return nothing;
    return help.view.renderHelp({
      ...help,
      platform: this.services.platform,
      streamingLinkUrl: this.services.streamingLink(),
      texts: this.#texts,
      onCopy: () => void this.copy(),
      onAnswer: (didOpen) => void this.#show(help.app, didOpen ? 'enjoy' : 'help'),
      onClose: this.#closeHelp,
    });
  }

  #renderLink(): TemplateResult | typeof nothing {
    const link = this.#link;
    const feedUrl = this.services.resolved.subscription?.feedUrl;
    if (!link || !feedUrl) return nothing;
    const onToggle = () => {
      const isShown = !link.isShown;
      this.#link = { outcome: undefined, isShown };
      this.#host.requestUpdate();
      // Some screen readers say nothing of a button that gets another name.
      this.services.announce(isShown ? this.#texts.hideLink : this.#texts.showLink);
    };
    return html`<div class="copied">
      ${renderLink({ feedUrl, ...link, texts: this.#texts, onToggle })}
    </div>`;
  }
}
