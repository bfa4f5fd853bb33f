/**
 * Acts when the member uses a button: opens an app, copies the link, continues on the phone.
 * Every tap ends in an app or in a sentence that says what to do next. Loaded once the buttons are
 * shown; help and dialog when needed.
 */
import type { DeviceApps } from '../buttons/device-apps.js';
import type { ReactiveController } from 'lit';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isOwnBrowser } from '../../apps/own-browser.js';
import { renderLost } from '../messages/lost-view.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import { panelStyles } from '../styles/panel-styles.js';
import type { SheetServices } from '../sheet/sheet.js';
import type { AppButton } from '../buttons/app-buttons.js';
import type { ButtonPlace } from '../buttons/app-buttons-view.js';
import type {
  ConnectedAppsController,
  ConnectedAppsServices,
  WatchConnectedApp,
} from '../connected-apps/connected-apps-controller.js';
import type { PhoneCard } from '../handoff/phone-card.js';
import type { ElementHost } from '../element/element-host.js';
import { rememberedApp } from '../buttons/remembered-app.js';
import { AppIcons } from '../icons/app-icons.js';
import { iconStyles } from '../icons/icon-styles.js';
import type { Texts } from '../language/texts/en.js';
import { waitingStyles } from '../styles/waiting-styles.js';
import { actionStyles } from './action-styles.js';
import { AfterTap, type AfterTapServices } from './after-tap.js';
import { PpsAppSelectEvent } from '../events/later-events.js';
import { renderConnected } from '../connected-apps/status-line.js';
import type { InAppExit } from './in-app-exit.js';
import { forgetApp, rememberApp } from '../buttons/remember-app.js';
import { showLeaving } from './leaving-page.js';
import { renderStarterDone } from './starter-view.js';

/** The actions take this from the element. */
export interface ActionServices extends AfterTapServices, ConnectedAppsServices, SheetServices {
  readonly host: ElementHost;
  readonly subscriptionController: SheetServices['subscriptionController'];
  readonly language: SheetServices['language'];
  readonly url: SheetServices['url'];
  readonly apps: DeviceApps;
}

/** A press on an app. */
interface Press {
  /** Where it was: the answer stands there. */
  place: ButtonPlace;
  /** When, in milliseconds since 1970, if it had to wait. */
  tappedAt?: number | undefined;
  /** The click on a link that leads away. */
  event?: Event;
}

/** Without a motion of its own, whatever the page's is. */
const inSight = { block: 'nearest', behavior: 'instant' } as const;

export class AppActionsController implements ReactiveController {
  /** An app's icon, once it is loaded. */
  readonly iconOf: AppIcons['iconOf'];
  /** Helps and asks after the tap on an app. */
  readonly #afterTap: AfterTap;
  /** The way out of another app's browser; `undefined` in the member's own, and until it is loaded. */
  #exit: InAppExit | undefined;
  /** The app of the store that the member went to. */
  #starter: AppButton | undefined;
  #isDisposed = false;
  /** Which apps fetch the member's feed, where the handler knows. */
  #connectedApps: ConnectedAppsController | undefined;
  /** Ends once `#connectedApps` is loaded, where there is something to load. */
  #connectedAppsLoaded: Promise<void> | undefined;
  /** The code for the phone, once the member has asked for it. */
  #phoneCard: PhoneCard | undefined;
  /** The member has asked for it, and the network has lost what it needs. */
  #isCodeLost = false;

  constructor(
    private readonly services: ActionServices,
    private readonly firstTexts: Texts,
  ) {
    const { host } = services;
    this.iconOf = new AppIcons(() => host.requestUpdate()).iconOf;
    adoptStyles(host.renderRoot, panelStyles, actionStyles, iconStyles, waitingStyles);
    const texts = () => this.#texts;
    this.#afterTap = new AfterTap(services, texts, this.#watchConnectedApp);
    if (!isOwnBrowser(navigator.userAgent, window)) void this.#loadExit(texts);
    host.addController(this);
    services.announce(firstTexts.ready);
    void this.#resume();
    const { subscription } = services.subscriptionController;
    if (subscription?.hasConnections || subscription?.canReset) {
      this.#connectedAppsLoaded = this.#loadConnectedApps();
    }
  }

  get #host(): ElementHost {
    return this.services.host;
  }

  get #texts(): Texts {
    return this.services.language.all ?? this.firstTexts;
  }

  async #loadExit(texts: () => Texts): Promise<void> {
    const { InAppExit } = await this.services.chunks.get(() => import('./in-app-exit.js'));
    this.#exit = new InAppExit(this.services, texts);
    this.#host.requestUpdate();
  }

  async #loadConnectedApps(): Promise<void> {
    const load = () => import('../connected-apps/connected-apps-controller.js');
    const { ConnectedAppsController } = await this.services.chunks.get(load);
    if (this.#isDisposed) return;
    this.#connectedApps = new ConnectedAppsController(this.services);
    this.#host.requestUpdate();
  }

  /** The member may tap before it is loaded. */
  readonly #watchConnectedApp: WatchConnectedApp = async (appId, onConnected, since) => {
    const tappedAt = since ?? (this.#connectedApps ? undefined : Date.now());
    await this.#connectedAppsLoaded;
    if (this.#isDisposed || !this.#host.isConnected) return;
    this.#connectedApps?.watch(appId, onConnected, tappedAt);
  };

  /** The member comes back to the page, which was loaded anew. */
  async #resume(): Promise<void> {
    await this.#host.updateComplete;
    if (!this.#isDisposed) this.#afterTap.resume();
  }

  hostDisconnected(): void {
    this.#afterTap.end();
    this.#phoneCard?.dispose();
    this.#phoneCard = undefined;
    this.#host.requestUpdate();
    // An open dialog that moves with the element would no longer be modal.
    for (const dialog of this.#host.renderRoot.querySelectorAll('dialog')) dialog.close();
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.#isDisposed = true;
    this.#connectedApps?.dispose();
    this.hostDisconnected();
    this.#host.removeController(this);
  }

  /** The member chose an app. The browser itself follows the link; this is what comes after. */
  select(button: AppButton, { place, tappedAt, event }: Press): void {
    const { app, via } = button;
    this.#host.dispatchEvent(new PpsAppSelectEvent(app.id, via));
    if (!this.#host.forgetApp && app.privateFeeds !== 'account') rememberApp(app.id);
    this.#afterTap.begin(button, place, tappedAt);
    if (via === 'consume' && event) showLeaving(event);
  }

  /** The member went to the store for their first app: the way to open it takes the place of the way to the store. */
  async getStarter(): Promise<void> {
    const { starter, tiles, more } = this.services.apps.buttons;
    // The browser first follows the link, which then goes.
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#isDisposed) return;
    const isFocused = this.#host.renderRoot.activeElement?.matches('[part=starter]');
    this.#starter = [...tiles, ...more].find(({ app }) => app.id === starter?.id);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (isFocused) this.#host.renderRoot.querySelector<HTMLElement>('[part=starter]')?.focus();
  }

  /** Nobody learns of a failure that is out of sight. */
  readonly #showFailure = async (place: string): Promise<void> => {
    await this.#host.updateComplete;
    const { renderRoot } = this.#host;
    renderRoot.querySelector(`${place} [part=retry]`)?.scrollIntoView(inSight);
  };

  /** Opens the sheet with everything else. */
  async openMore(): Promise<void> {
    // Asked for together: the browser would find the one named in the other, a round trip later.
    const [{ Sheet }] = await this.services.chunks.get(
      () => Promise.all([import('../sheet/sheet.js'), import('../page/page-ground.js')]),
      () => void this.#showFailure('.actions'),
    );
    const host = this.#host;
    // The member pressed twice while the chunk was loading.
    if (this.#isDisposed || !host.isConnected || host.renderRoot.querySelector('dialog')) return;
    new Sheet({
      services: this.services,
      texts: () => this.#texts,
      connectedApps: () => this.#connectedApps,
      watchConnectedApp: this.#watchConnectedApp,
      iconOf: this.iconOf,
      isRemembered: () => this.#isRemembered,
      onSelect: (button) => {
        // The answer stands on the page, where the member pressed "More".
        this.select(button, {
          place: this.services.apps.buttons.layout === 'one' ? 'primary' : 'tiles',
        });
      },
      onForget: () => this.#forgetApp(),
    });
  }

  /** Whether the button on the page is there because the member chose it before. */
  get #isRemembered(): boolean {
    const { layout, primary } = this.services.apps.buttons;
    const { forgetApp, preferredApp } = this.#host;
    if (!primary || layout === 'one' || forgetApp || preferredApp) return false;
    // An app that every such phone has would be the button all the same.
    return !primary.app.preinstalled && primary.app.id === rememberedApp();
  }

  #forgetApp(): void {
    forgetApp();
    this.services.apps.forget();
    this.services.announce(this.#texts.chooseApp);
  }

  /** Shows the code that takes the podcast to the phone, in the page's card. */
  async showCode(): Promise<void> {
    const { PhoneCard } = await this.services.chunks.get(
      () => import('../handoff/phone-card.js'),
      () => void this.#loseCode(),
    );
    this.#isCodeLost = false;
    // The member may have pressed twice while the chunk was loading.
    if (this.#isDisposed || !this.#host.isConnected || this.#phoneCard) return;
    this.#phoneCard = new PhoneCard({
      services: this.services,
      texts: () => this.#texts,
      watchConnectedApp: this.#watchConnectedApp,
    });
    await this.#phoneCard.reveal(() => this.#host.renderRoot.querySelector('[part=phone-card]'));
  }

  /** The failure stands where the member pressed. */
  async #loseCode(): Promise<void> {
    const { renderRoot } = this.#host;
    const hasFocus = Boolean(renderRoot.activeElement?.closest('[part=phone-card]'));
    this.#isCodeLost = true;
    this.#host.requestUpdate();
    await this.#showFailure('[part=phone-card]');
    if (hasFocus) renderRoot.querySelector<HTMLElement>('[part=phone-card] [part=retry]')?.focus();
  }

  /** The status line, once it is known which apps are connected. */
  get status(): TemplateResult | undefined {
    const { apps, host, language, subscriptionController } = this.services;
    // On the consume page, why there is one more tap.
    const { again } = host.dataset;
    if (again && apps.buttons.layout === 'one') return html`<span>${again}</span>`;
    const connected = this.#connectedApps?.apps ?? subscriptionController.subscription?.connections;
    return renderConnected(connected ?? [], this.#texts, language.locale);
  }

  /** The card with the code takes the place of the closed one. */
  get phoneCard(): TemplateResult | undefined {
    if (!this.#isCodeLost) return this.#phoneCard?.render();
    return html`<div class="code-space"></div>
      <div class="phone-text lost">${renderLost(this.#texts, this.services.chunks.retry)}</div>`;
  }

  /** The notice for a member who reads the page in an in-app browser. */
  renderNotice(): TemplateResult | typeof nothing | undefined {
    return this.#exit?.render();
  }

  /** The answer to a press, at the button that was pressed. */
  renderBelow(place: ButtonPlace): TemplateResult | typeof nothing {
    const answer = this.#afterTap.render(place);
    if (place !== 'starter' || !this.#starter) return answer;
    const open = renderStarterDone(this.#starter, this.#texts, (button) =>
      this.select(button, { place: 'starter' }),
    );
    return html`${open} ${answer}`;
  }

  /** Whether the answer asks something of the member, so that "Listen now" makes room for it. */
  get isAsking(): boolean {
    return this.#afterTap.isOpen;
  }
}
