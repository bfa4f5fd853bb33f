/**
 * The sheet behind "More": the further apps of this device, the way to another one, the link itself
 * and a new one. A native dialog; a chunk of its own, loaded on the press.
 */
import type { ElementView } from '../element/element-view.js';
import type { DeviceApps } from '../buttons/device-apps.js';
import { rememberedApp } from '../buttons/remembered-app.js';
import { streamingButton } from '../buttons/streaming-button.js';
import type { AppIcons } from '../icons/app-icons.js';
import type { ReactiveController, TemplateResult } from 'lit';
import { render } from 'lit/html.js';
import type { PhoneCard, PhoneCardServices } from '../handoff/phone-card.js';
import { PpsAppSelectEvent } from '../events/later-events.js';
import type {
  ConnectedAppsController,
  WatchConnectedApp,
} from '../connected-apps/connected-apps-controller.js';
import type { ElementHost } from '../element/element-host.js';
import type { LanguageController } from '../language/language-controller.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import type { AppButton } from '../buttons/app-buttons.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';
import type { PlayerTexts } from '../language/texts/player/en.js';
import { loadPlayerTexts } from '../language/texts/player/player-texts.js';
import { forgetListening, hasListened } from '../player/remembered-listening.js';
import { byMark } from './app-order.js';
import { LinkItem, type LinkItemServices } from './link-item.js';
import { openDialog } from './open-dialog.js';
import { askForReset } from './reset-dialog.js';
import { sheetStyles } from './sheet-styles.js';
import { renderSheet } from './sheet-view.js';

/** The sheet takes this from the element. */
export interface SheetServices extends LinkItemServices, PhoneCardServices {
  readonly host: ElementHost;
  readonly subscriptionController: PhoneCardServices['subscriptionController'];
  readonly language: LanguageController;
  readonly chunks: LazyChunks;
  readonly apps: DeviceApps;
  readonly view: () => ElementView;
  /** A URL of the show in a streaming-music app, as the page or the Subscription gives it. */
  readonly url: (name: 'streamingUrl' | 'streamingLinkUrl') => string | undefined;
}

/** The sheet takes this from the element; all of it may change while the sheet is open. */
export interface SheetSource {
  services: SheetServices;
  texts: () => Texts;
  connectedApps: () => ConnectedAppsController | undefined;
  watchConnectedApp: WatchConnectedApp;
  /** An app's mark, once it is loaded. */
  iconOf: AppIcons['iconOf'];
  /** Whether the member chose an app before, and can take that back. */
  isRemembered: () => boolean;
  /** The member chose an app of this device: what comes after stands on the page. */
  onSelect: (button: AppButton) => void;
  onForget: () => void;
}

export class Sheet implements ReactiveController {
  readonly #dialog: HTMLDialogElement;
  readonly #link: LinkItem;
  /** Read once: a press is remembered before the browser follows it, and its link must stay under the finger. */
  readonly #chosen = rememberedApp();
  /** The app that has fetched the feed while the sheet was open. */
  #connected: string | undefined;
  /** The member is on the way to another device: the code for it, once it is asked for. */
  #isElsewhere = false;
  #card: PhoneCard | undefined;
  #codeFor: AppButton | undefined;
  #isClosed = false;
  /** The player's texts, where something was heard that can be forgotten. */
  #playerTexts: Partial<PlayerTexts> = {};
  /** What was heard is forgotten, and the sheet says so. */
  #isForgotten = false;

  constructor(private readonly source: SheetSource) {
    const { services } = source;
    const { host } = services;
    this.#link = new LinkItem(services, this.#update, () => {
      // The page's own help takes no part: whichever app it is, the sheet says so.
      source.watchConnectedApp(undefined, () => undefined);
    });
    adoptStyles(host.renderRoot, sheetStyles);
    this.#dialog = openDialog(host.renderRoot, {
      name: 'dialog',
      labelledBy: 'sheet-title',
      onClose: this.#end,
    });
    host.addEventListener('pps-connected', this.#onConnected);
    host.addController(this);
    this.#update();
    if (hasListened()) void this.#loadPlayerTexts();
  }

  close = (): void => this.#dialog.close();

  hostUpdated(): void {
    this.#update();
  }

  #end = (): void => {
    const { host } = this.source.services;
    this.#isClosed = true;
    this.#card?.dispose();
    host.removeEventListener('pps-connected', this.#onConnected);
    host.removeController(this);
  };

  /** Without them the sheet does without the button. */
  async #loadPlayerTexts(): Promise<void> {
    const { language } = this.source.services;
    const texts = await loadPlayerTexts(language.code).catch(() => undefined);
    // The page's own texts are among all of them.
    this.#playerTexts = { ...texts, ...language.all };
    if (!this.#isClosed) this.#update();
  }

  #onConnected = (): void => {
    const { connectedApps, services, texts } = this.source;
    const name = connectedApps()?.latest?.name;
    // The code says it itself.
    if (!name || this.#card) return;
    this.#connected = fill(texts().hasPodcast, { app: name });
    this.#update();
    services.announce(this.#connected);
  };

  #update = (): void => {
    render(this.#render(), this.#dialog);
  };

  get #streaming(): AppButton | undefined {
    const { apps, subscriptionController, url, view } = this.source.services;
    const { feedUrl } = subscriptionController.subscription ?? {};
    if (!feedUrl) return undefined;
    const { platform, rows } = apps;
    const { spotifyId } = view().podcast?.externalIds ?? {};
    return streamingButton(
      { feedUrl, streamingUrl: url('streamingUrl'), spotifyId, platform },
      rows,
    );
  }

  /** In the publisher's order where they name the apps. */
  get #apps(): AppButton[] {
    const { buttons } = this.source.services.apps;
    const { host } = this.source.services;
    const streaming = this.#streaming;
    const apps = [...buttons.more, ...(streaming ? [streaming] : [])];
    if (String(host.apps).trim()) return apps;
    return byMark(apps, host.forgetApp ? undefined : this.#chosen);
  }

  #render(): TemplateResult {
    const { source } = this;
    const { subscriptionController } = source.services;
    const texts = source.texts();
    return renderSheet({
      texts,
      apps: this.#apps,
      elsewhere: source.services.apps.buttons.elsewhere,
      platform: source.services.apps.platform,
      iconOf: source.iconOf,
      connected: this.#connected,
      isElsewhere: this.#isElsewhere,
      code: this.#card?.render(),
      isLost: source.services.chunks.areMissing,
      link: this.#link.render(texts),
      canReset: Boolean(subscriptionController.subscription?.canReset && source.connectedApps()),
      streaming: this.#streaming,
      streamingLink: source.services.url('streamingLinkUrl'),
      isRemembered: source.isRemembered(),
      forgetting: {
        label: this.#playerTexts.forgetListening,
        done: this.#isForgotten ? this.#playerTexts.forgotten : undefined,
      },
      onSelect: (button) => {
        // First: what the press brings is shown and said on the page.
        this.close();
        source.onSelect(button);
      },
      onElsewhere: () => this.#goElsewhere(),
      onBack: () => this.#goBack(),
      onCode: (button) => {
        const { app, via } = button;
        source.services.host.dispatchEvent(new PpsAppSelectEvent(app.id, via));
        void this.#showCode(button);
      },
      onReset: () => void this.#reset(texts),
      onForget: () => {
        this.close();
        source.onForget();
      },
      onForgetListening: () => this.#forgetListening(),
      onRetry: () => {
        // The button goes, and the page's own is behind the sheet.
        this.#turn('#sheet-title');
        source.services.chunks.retry();
      },
      onClose: this.close,
    });
  }

  #goElsewhere(): void {
    this.#isElsewhere = true;
    void this.#showCode(undefined);
    this.#turn('#sheet-title');
  }

  /** The rows on the page show it, too. */
  #forgetListening(): void {
    const { announce, host } = this.source.services;
    forgetListening();
    this.#isForgotten = true;
    this.#update();
    this.#dialog.querySelector<HTMLElement>('.forgotten')?.focus();
    announce(this.#playerTexts.forgotten ?? '');
    host.requestUpdate();
  }

  #goBack(): void {
    this.#isElsewhere = false;
    this.#card?.dispose();
    this.#card = this.#codeFor = undefined;
    this.#turn('[part=phone]');
  }

  /** Shows another view from its beginning, and takes the focus along. */
  #turn(focused: string): void {
    this.#update();
    this.#dialog.scrollTo(0, 0);
    this.#dialog.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  }

  /** @param button of the one app that the code opens; default: the member chooses there. */
  async #showCode(button: AppButton | undefined): Promise<void> {
    const { services, texts, watchConnectedApp } = this.source;
    this.#codeFor = button;
    const { PhoneCard } = await services.chunks.get(() => import('../handoff/phone-card.js'));
    // Meanwhile the member may have gone on.
    if (this.#isClosed || !this.#isElsewhere || button !== this.#codeFor) return;
    this.#card?.dispose();
    this.#card = new PhoneCard({ services, texts, watchConnectedApp, app: button?.app });
    if (button) this.#turn('.phone-text');
  }

  async #reset(texts: Texts): Promise<void> {
    const { services, connectedApps } = this.source;
    const its = connectedApps();
    if (!its) return;
    const isNew = await askForReset(services.host.renderRoot, {
      apps: its.apps.map(({ name }) => name),
      texts,
      locale: services.language.locale,
      reset: () => its.reset(),
      announce: services.announce,
    });
    // The podcast is added again from the page.
    if (isNew) this.close();
  }
}
