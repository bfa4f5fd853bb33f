/**
 * After the tap on an app: help where nothing happened, the question when the member comes back, and the answer to
 * it. It stands at the button that was pressed, one at a time, until it is closed or another is pressed.
 */
import type { DeviceApps } from '../buttons/device-apps.js';
import { nothing, type TemplateResult } from 'lit/html.js';
import { appTable, type App } from '../../apps/app-table.js';
import { languageOf } from '../../languages/languages.js';
import type { WatchConnectedApp } from '../connected-apps/connected-apps-controller.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import type { LanguageController } from '../language/language-controller.js';
import type { AppButton } from '../buttons/app-buttons.js';
import type { ButtonPlace } from '../buttons/app-buttons-view.js';
import type { Texts } from '../language/texts/en.js';
import { PpsAppSelectEvent } from '../events/later-events.js';
import { awayAndBack, comingBack, didAppOpen } from '../buttons/app-opened.js';
import { copyByHand, Copying, selectField } from '../buttons/copying.js';
import type { HelpKind } from './help-view.js';
import type { ExitServices } from './in-app-exit.js';
import { forgetTap, rememberedTap } from './remembered-tap.js';

/** It takes this from the element. */
export interface AfterTapServices extends ExitServices {
  readonly subscriptionController: Pick<SubscriptionController, 'subscription'>;
  readonly language: Pick<LanguageController, 'code'>;
  readonly chunks: LazyChunks;
  readonly apps: DeviceApps;
  /** Where the member connects the account of a streaming-music app, as the page or the Subscription gives it. */
  readonly url: (name: 'streamingLinkUrl') => string | undefined;
}

interface Help {
  app: App;
  kind: HelpKind;
  place: ButtonPlace;
  view: typeof import('./help-view.js');
  /** Whether it follows the question. */
  wasAsked: boolean;
}

/** A view that takes over from the one that a server rendered is hidden until it is complete. */
async function showOnceVisible(panel: HTMLElement): Promise<void> {
  while (panel.isConnected && !panel.getClientRects().length)
    await new Promise(requestAnimationFrame);
  panel.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

export class AfterTap {
  #help: Help | undefined;
  /** Stands for the panel that is to be shown next: meanwhile more may be known of the tap. */
  #next: object | undefined;
  /** Ends the watch over the tap before this one. */
  #watching = new AbortController();
  readonly #copying: Copying;
  /** The link was copied for this tap: the way to paste it stays. */
  #isCopied = false;

  constructor(
    private readonly services: AfterTapServices,
    private readonly texts: () => Texts,
    private readonly watchConnectedApp: WatchConnectedApp,
  ) {
    this.#copying = new Copying(() => this.services.host.requestUpdate());
  }

  /** Whether the panel asks something of the member, so that nothing else should. */
  get isOpen(): boolean {
    return this.#help !== undefined && !/enjoy|connected/.test(this.#help.kind);
  }

  /** The member followed a button of this device. */
  begin({ app, href, via }: AppButton, place: ButtonPlace, tappedAt?: number): void {
    this.end();
    if (app.privateFeeds === 'account') {
      if (this.services.url('streamingLinkUrl')) void this.#show(app, place, 'connect');
      return;
    }
    this.#awaitConnectedApp(app, place, tappedAt);
    if (!href) return void this.#show(app, place, 'paste');
    // Loads while the app may be opening.
    void import('./help-view.js').catch(() => undefined);
    void this.#watch(app, place, via, this.#watching.signal);
  }

  /**
   * The page was left for an app, and is loaded anew now that the member comes back to it.
   * @returns whether it was.
   */
  resume(): boolean {
    const { apps, host } = this.services;
    const kept = rememberedTap(host);
    const app = (apps.rows ?? appTable).find(({ id }) => id === kept?.appId);
    const button = app && host.renderRoot.querySelector(`[data-app="${app.id}"]`);
    if (!button) return false;
    const place = button.matches('[part~=primary]') ? 'primary' : 'tiles';
    this.#awaitConnectedApp(app, place, kept?.at);
    void this.#show(app, place, 'ask');
    return true;
  }

  /** Closes what is open, and forgets the tap. */
  end(): void {
    this.#watching.abort();
    this.#watching = new AbortController();
    this.#next = this.#help = undefined;
    this.#isCopied = false;
    document.removeEventListener('keydown', this.#onKey);
    this.#copying.reset();
  }

  /** The service sees the app fetch the feed: nobody needs to be asked. */
  #awaitConnectedApp(app: App, place: ButtonPlace, since?: number): void {
    const watching = this.#watching;
    const onConnected = () => {
      // The member closed the answer, or pressed another app.
      if (watching.signal.aborted) return;
      watching.abort();
      void this.#show(app, place, 'connected');
    };
    this.watchConnectedApp(app.id, onConnected, since);
  }

  async #watch(
    app: App,
    place: ButtonPlace,
    via: AppButton['via'],
    signal: AbortSignal,
  ): Promise<void> {
    let isBack = true;
    if (via === 'consume') await awayAndBack(window, signal);
    else if ((isBack = await didAppOpen(window, undefined, signal)))
      await comingBack(window, signal);
    if (!signal.aborted) await this.#show(app, place, isBack ? 'ask' : 'help');
  }

  async #show(app: App, place: ButtonPlace, kind: HelpKind, wasAsked = false): Promise<void> {
    const next = (this.#next = {});
    const { announce, apps, chunks, host } = this.services;
    if (kind === 'ask') forgetTap();
    const view = await chunks.get(() => import('./help-view.js'));
    if (next !== this.#next) return;
    // A member who answered goes on where they are; one who did not is told.
    const isAnswer = Boolean(host.renderRoot.activeElement?.closest('[part=help]'));
    this.#help = { app, kind, place, view, wasAsked };
    document.addEventListener('keydown', this.#onKey);
    host.requestUpdate();
    await host.updateComplete;
    const panel = host.renderRoot.querySelector<HTMLElement>('[part=help]');
    if (panel) void showOnceVisible(panel);
    if (isAnswer) panel?.focus({ preventScroll: true });
    else announce(view.helpTitle(kind, app, apps.platform, this.texts()).join(' '));
  }

  /** The focus goes back to the button; that of an app in the sheet is "More". */
  #close = (): void => {
    const appId = this.#help?.app.id;
    const isStarter = this.#help?.place === 'starter';
    this.end();
    const root = this.services.host.renderRoot;
    const button = isStarter ? '[part=starter]' : `[data-app="${appId}"]`;
    (
      root.querySelector<HTMLElement>(button) ?? root.querySelector<HTMLElement>('[part=more]')
    )?.focus();
  };

  /** The focus is at the button, in the panel, or in Safari nowhere. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { renderRoot } = this.services.host;
    const path = event.composedPath();
    const isHere =
      path[0] === document.body ||
      path.some((node) => node instanceof Element && node.matches('.actions'));
    if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return;
    if (!renderRoot.querySelector('dialog[open]')) this.#close();
  };

  async #copy(): Promise<void> {
    const { announce, apps, host, subscriptionController } = this.services;
    const { subscription } = subscriptionController;
    if (!subscription) return;
    const isCopied = await this.#copying.copy(subscription.feedUrl);
    this.#isCopied ||= isCopied;
    host.requestUpdate();
    host.dispatchEvent(new PpsAppSelectEvent('', 'copy'));
    const texts = this.texts();
    announce(isCopied ? texts.linkCopied : copyByHand(apps.platform, texts));
    await host.updateComplete;
    const panel = host.renderRoot.querySelector('[part=help]');
    if (!isCopied && panel) selectField(panel);
  }

  render(place: ButtonPlace): TemplateResult | typeof nothing {
    const help = this.#help;
    if (help?.place !== place) return nothing;
    const { apps, language, subscriptionController, url } = this.services;
    const { platform } = apps;
    const { app, kind, view, wasAsked } = help;
    const texts = this.texts();
    const { primary, tiles, more } = apps.buttons;
    return view.renderHelp({
      app,
      kind,
      platform,
      // An English page is read on phones in any language; another one mostly in its own.
      placeLanguage: language.code === 'en' ? languageOf(navigator.language) : language.code,
      streamingLinkUrl: url('streamingLinkUrl'),
      isCopied: this.#isCopied,
      href: [primary, ...tiles, ...more].find((it) => it?.app.id === app.id)?.href,
      wasAsked,
      copyLabel: this.#copying.label(texts.copyLink, texts.copied),
      field: this.#copying.renderField(
        subscriptionController.subscription?.feedUrl ?? '',
        texts.linkLabel,
        copyByHand(platform, texts),
      ),
      texts,
      onCopy: () => void this.#copy(),
      onAnswer: (didOpen) => void this.#show(app, place, didOpen ? 'enjoy' : 'help', true),
      onClose: this.#close,
    });
  }
}
