/**
 * Acts when the member uses a button: opens an app, copies the link, continues on the phone.
 * Every tap ends in an app or in a sentence that says what to do next. Loaded once the buttons are
 * shown; help and dialog when needed.
 */
import type { ReactiveController } from 'lit';
import { nothing, type TemplateResult } from 'lit/html.js';
import type { App } from '../../apps/app-table.js';
import { adoptStyles } from '../shared-chunk/adopt-styles.js';
import type { AppButton, AppButtons } from '../first-load/view/app-buttons.js';
import type { Place } from '../first-load/view/app-buttons-view.js';
import type { ConnectionsController } from '../connections/connections-controller.js';
import type { PhoneCard } from '../handoff/phone-card.js';
import type { ElementHost, ElementServices } from '../first-load/element-services.js';
import { rememberedApp } from '../first-load/remembered-app.js';
import { AppIcons } from '../icons/app-icons.js';
import { iconStyles } from '../icons/icon-styles.js';
import { panelStyles } from '../shared-chunk/panel-styles.js';
import type { Texts } from '../texts/en.js';
import { actionStyles } from './action-styles.js';
import { comingBack, didAppOpen } from './app-opened.js';
import { PpsAppSelectEvent } from './app-select-event.js';
import { copyText } from './copy-text.js';
import type { HelpKind } from './help-view.js';
import { renderInAppNotice } from './in-app-notice.js';
import { forgetApp, rememberApp } from './remember-app.js';

/** The panel at the button that was pressed. */
interface Help {
  app: App;
  place: Place;
  kind: HelpKind;
  view: typeof import('./help-view.js');
}

export class AppActionsController implements ReactiveController {
  /** An app's icon, once it is loaded. */
  readonly iconOf: AppIcons['iconOf'];
  /** The buttons that are on the page. */
  buttons: AppButtons | undefined;
  #help: Help | undefined;
  /** The kind of help that was asked for last. */
  #shown: HelpKind | undefined;
  #isDisposed = false;
  /** Whether the member pressed something: from then on nothing changes places. */
  #hasPressed = false;
  /** Which apps fetch the member's feed, where the handler knows. */
  #connections: ConnectionsController | undefined;
  /** The code for the phone, once the member has asked for it. */
  #phoneCard: PhoneCard | undefined;
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
    this.#phoneCard?.dispose();
    this.#phoneCard = undefined;
    this.#host.requestUpdate();
    // An open dialog that moves with the element would no longer be modal.
    for (const dialog of this.#host.renderRoot.querySelectorAll('dialog')) dialog.close();
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.#isDisposed = true;
    this.#connections?.dispose();
    this.hostDisconnected();
    this.#host.removeController(this);
  }

  /**
   * The member chose an app. The browser itself follows the link; this is what comes after.
   * @param place where they pressed.
   */
  async select(button: AppButton, place: Place): Promise<void> {
    const { app, href, via } = button;
    this.#hasPressed = true;
    this.#watching.abort();
    this.#watching = new AbortController();
    this.#help = undefined;
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new PpsAppSelectEvent(app.id, via));
    if (app.privateFeeds === 'account') {
      if (this.services.streamingLink()) await this.#show(app, place, 'connect');
      return;
    }
    if (!this.#host.forgetApp) rememberApp(app.id);
    this.#connections?.watch(app.id, () => {
      this.#watching.abort();
      void this.#show(app, place, 'connected');
    });
    if (via === 'consume') return;
    if (!href) return this.#show(app, place, 'paste');
    await this.#watch(app, place, this.#watching.signal);
  }

  /** The member went to the store for their first app. */
  getStarter(app: App): void {
    this.#hasPressed = true;
    this.#host.dispatchEvent(new PpsAppSelectEvent(app.id, 'direct'));
  }

  /** Opens the sheet with everything else. */
  async openMore(buttons: AppButtons): Promise<void> {
    this.#hasPressed = true;
    this.buttons = buttons;
    const { Sheet } = await this.services.chunks.get(() => import('../sheet/sheet.js'));
    const host = this.#host;
    // The member pressed twice while the chunk was loading.
    if (this.#isDisposed || !host.isConnected || host.renderRoot.querySelector('dialog')) return;
    new Sheet({
      services: this.services,
      buttons: () => this.buttons ?? buttons,
      texts: () => this.#texts,
      connections: () => this.#connections,
      iconOf: this.iconOf,
      isRemembered: () => this.#isRemembered,
      onSelect: (button) => {
        // What comes after stands on the page, where the member pressed "More".
        void this.select(button, this.buttons?.layout === 'one' ? 'primary' : 'tiles');
      },
      onForget: () => this.#forgetApp(),
    });
  }

  /** Whether the button on the page is there because the member chose it before. */
  get #isRemembered(): boolean {
    const { layout, primary } = this.buttons ?? {};
    const { forgetApp, preferredApp } = this.#host;
    if (!primary || layout === 'one' || forgetApp || preferredApp) return false;
    // An app that every such phone has would be the button all the same.
    return !primary.app.preinstalled && primary.app.id === rememberedApp();
  }

  #forgetApp(): void {
    forgetApp();
    this.services.onForgotten();
    this.services.announce(this.#texts.chooseApp);
  }

  /** After a tap on an app's own link: it stayed closed, or the member came back from it. */
  async #watch(app: App, place: Place, signal: AbortSignal): Promise<void> {
    // Loads while the app may be opening.
    void import('./help-view.js').catch(() => undefined);
    const opened = await didAppOpen(window);
    if (opened) await comingBack(window, signal);
    if (!signal.aborted) await this.#show(app, place, opened ? 'ask' : 'help');
  }

  async #show(app: App, place: Place, kind: HelpKind): Promise<void> {
    const shown = (this.#shown = kind);
    const view = await this.services.chunks.get(() => import('./help-view.js'));
    // Meanwhile something else may be known of the tap.
    if (this.#isDisposed || shown !== this.#shown) return;
    this.#help = { app, place, kind, view };
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

  async copy(): Promise<void> {
    const { subscription } = this.services.resolved;
    if (!subscription) return;
    const isCopied = await copyText(subscription.feedUrl);
    if (this.#isDisposed) return;
    this.services.announce(isCopied ? this.#texts.linkCopied : this.#texts.linkSelected);
    this.#host.dispatchEvent(new PpsAppSelectEvent('', 'copy'));
  }

  /** Shows the code that takes the podcast to the phone, in the page's card. */
  async showCode(): Promise<void> {
    this.#hasPressed = true;
    const { PhoneCard } = await this.services.chunks.get(() => import('../handoff/phone-card.js'));
    // The member may have pressed twice while the chunk was loading.
    if (this.#isDisposed || !this.#host.isConnected || this.#phoneCard) return;
    this.#phoneCard = new PhoneCard({
      services: this.services,
      texts: () => this.#texts,
      connections: () => this.#connections,
    });
    await this.#phoneCard.reveal(() => this.#host.renderRoot.querySelector('[part=phone-card]'));
  }

  /** Who is connected, for the status line. */
  get status(): TemplateResult | undefined {
    return this.#connections?.renderStatus(this.#texts);
  }

  /** Id of the app that has the podcast. Once the member has pressed something, nothing changes places. */
  get connectedApp(): string | undefined {
    return this.#hasPressed ? undefined : this.#connections?.latest?.app;
  }

  /** What takes the place of the closed phone card. */
  get phoneCard(): TemplateResult | undefined {
    return this.#phoneCard?.render();
  }

  /** The notice for a member who reads the page in an in-app browser. */
  renderNotice(): TemplateResult | typeof nothing {
    return renderInAppNotice(navigator.userAgent, window, this.#texts);
  }

  /** The answer to a press, at the button that was pressed. */
  renderBelow(place: Place): TemplateResult | typeof nothing {
    const help = this.#help;
    if (help?.place !== place) return nothing;
    return help.view.renderHelp({
      ...help,
      platform: this.services.platform,
      streamingLinkUrl: this.services.streamingLink(),
      texts: this.#texts,
      onCopy: () => void this.copy(),
      onAnswer: (didOpen) => void this.#show(help.app, place, didOpen ? 'enjoy' : 'help'),
      onClose: this.#closeHelp,
    });
  }
}
