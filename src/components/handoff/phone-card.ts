/**
 * The way to another device, in place: the code to scan, the mail to oneself, and that it worked. Both
 * the page's card and the sheet show it. A chunk of its own, loaded on the press.
 */
import type { ElementView } from '../element/element-view.js';
import type { DeviceApps } from '../buttons/device-apps.js';
import type { ReactiveController } from 'lit';
import type { TemplateResult } from 'lit/html.js';
import { isMobile } from '../../apps/app-choice.js';
import type { App } from '../../apps/app-table.js';
import type { WatchConnectedApp } from '../connected-apps/connected-apps-controller.js';
import type { ElementHost } from '../element/element-host.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import { didAppOpen } from '../buttons/app-opened.js';
import { copyByHand, Copying, selectField } from '../buttons/copying.js';
import { askHandler, handlerOf } from '../subscription/ask-handler.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';
import { HandoffCodes, type PhoneLink } from './handoff-codes.js';
import { type Mail, mailAddress, pageAddress } from './page-address.js';
import { renderPhoneCard } from './phone-card-view.js';
import { phoneCardStyles } from './phone-card-styles.js';
import { handoffQuestion } from './request-handoff.js';

/** The card takes this from the element. */
export interface PhoneCardServices {
  readonly host: ElementHost;
  readonly subscriptionController: SubscriptionController;
  readonly apps: Pick<DeviceApps, 'platform'>;
  readonly view: () => Pick<ElementView, 'title'>;
  readonly announce: (text: string) => void;
}

export interface PhoneCardOptions {
  services: PhoneCardServices;
  texts: () => Texts;
  watchConnectedApp: WatchConnectedApp;
  /** The one app that the code opens; default: the member chooses there. */
  app?: App | undefined;
}

/** How many cards there have been, for their ids. */
let cards = 0;

/** Moves the focus to the text around an element of the card, which stays when the element goes. */
function focusText(inside: Element | null): HTMLElement | undefined {
  const text = inside?.closest<HTMLElement>('.phone-text') ?? undefined;
  text?.focus({ preventScroll: true });
  return text;
}

export class PhoneCard implements ReactiveController {
  readonly #id = `code-${++cards}`;
  #codes: HandoffCodes | undefined;
  #link: PhoneLink | undefined;
  /** The outcome, once the other device has opened the code. */
  #success = '';
  /** Where a mail leads: to a hand-off made for it, or to the page if there is none now. */
  #mail: Omit<Mail, 'title'> | undefined;
  #isAsking = false;
  /** The mail was pressed, and no mail program came. */
  #hasNoMail = false;
  readonly #copying = new Copying(() => this.options.services.host.requestUpdate());
  #leaving = new AbortController();
  /** The feed that the codes lead to. */
  #feedUrl: string | undefined;

  constructor(private readonly options: PhoneCardOptions) {
    const { host } = options.services;
    adoptStyles(host.renderRoot, phoneCardStyles);
    host.addController(this);
    this.#begin();
  }

  /** After a new link the code would open the old one. */
  hostUpdate(): void {
    const { subscription } = this.options.services.subscriptionController;
    if (subscription && subscription.feedUrl !== this.#feedUrl) this.#begin();
  }

  hostDisconnected(): void {
    this.#leaving.abort();
    this.#codes?.stop();
  }

  /** Stops asking; the card is not rendered again. */
  dispose(): void {
    this.hostDisconnected();
    this.options.services.host.removeController(this);
  }

  /** Takes the member there: the whole code into sight, and the focus to what it is for. */
  async reveal(container: () => ParentNode | null): Promise<void> {
    await this.options.services.host.updateComplete;
    const card = container();
    // Focus first: it must not scroll the code out of sight again.
    card?.querySelector<HTMLElement>('.phone-text')?.focus({ preventScroll: true });
    card?.querySelector('.code-space')?.scrollIntoView({ block: 'nearest' });
  }

  /** Asks for a code, and watches for what becomes of it. */
  #begin(): void {
    this.hostDisconnected();
    this.#leaving = new AbortController();
    const { services, app } = this.options;
    const { subscriptionController } = services;
    const { subscription } = subscriptionController;
    this.#feedUrl = subscription?.feedUrl;
    this.#link = this.#mail = undefined;
    this.#success = '';
    this.#isAsking = this.#hasNoMail = false;
    this.#copying.reset();
    this.#codes = new HandoffCodes({
      handler: (signal) => handlerOf(subscriptionController, signal),
      isOffered: subscription?.handoff,
      lasting: this.#page,
      appId: app?.id,
    });
    this.#codes.start((link) => {
      this.#link = link;
      services.host.requestUpdate();
      if (link.isOpened && !this.#success) this.#opened();
    });
    this.#watchConnectedApps();
    services.host.requestUpdate();
  }

  #opened(): void {
    const { texts } = this.options;
    this.#say(this.#isOther ? texts().openedElsewhere : texts().openedOnPhone);
    // Again: what watched since the press may have given up by now.
    this.#watchConnectedApps();
  }

  #watchConnectedApps(): void {
    const { app, texts, watchConnectedApp } = this.options;
    const { signal } = this.#leaving;
    watchConnectedApp(app?.id, (name) => {
      if (!signal.aborted) this.#say(fill(texts().hasPodcast, { app: name }));
    });
  }

  #say(text: string): void {
    const { announce, host } = this.options.services;
    // The control that has the focus may go now, but not the text around it.
    focusText(host.renderRoot.activeElement);
    this.#success = text;
    host.requestUpdate();
    announce(text);
  }

  /** Whether the member is on a phone: then it is another device that scans. */
  get #isOther(): boolean {
    return isMobile(this.options.services.apps.platform);
  }

  get #page(): string {
    return pageAddress(this.options.services.host, this.options.app?.id);
  }

  /** A hand-off for a mail; `undefined` if there is none now. */
  async #askForMail(): Promise<string | undefined> {
    const { services, app } = this.options;
    const handler = handlerOf(services.subscriptionController, this.#leaving.signal);
    const endpoint = new URL(handler.endpoint);
    endpoint.searchParams.set('for', 'mail');
    const code = await askHandler({ ...handler, endpoint: endpoint.href }, handoffQuestion).catch(
      () => undefined,
    );
    return code && `${code.url}${app ? `#${app.id}` : ''}`;
  }

  /** Asks for a hand-off for the mail first, and follows the link once it leads to that. */
  async #prepareMail(event: MouseEvent): Promise<void> {
    const { host, subscriptionController } = this.options.services;
    // The second click of a double click was meant for "Show the code", which stood here before, or has been answered.
    if (event.detail > 1) {
      event.preventDefault();
      return;
    }
    if (!subscriptionController.subscription?.handoff || this.#mail) {
      void this.#awaitMail();
      return;
    }
    event.preventDefault();
    if (this.#isAsking) return;
    const link = event.currentTarget as HTMLAnchorElement;
    const { signal } = this.#leaving;
    this.#isAsking = true;
    const url = await this.#askForMail();
    this.#isAsking = false;
    if (signal.aborted) return;
    this.#mail = { url: url ?? this.#page, expires: Boolean(url) };
    host.requestUpdate();
    await host.updateComplete;
    link.click();
    // The next press asks again.
    if (!url) this.#mail = undefined;
  }

  /** Where nothing takes the mail, browsers say nothing. */
  async #awaitMail(): Promise<void> {
    const { announce, host } = this.options.services;
    const { signal } = this.#leaving;
    const didOpen = await didAppOpen(window, undefined, signal);
    if (didOpen || signal.aborted || this.#hasNoMail) return;
    this.#hasNoMail = true;
    host.requestUpdate();
    announce(this.options.texts().noMail);
  }

  async #copyMail(): Promise<void> {
    const { announce, apps, host } = this.options.services;
    const focused = host.renderRoot.activeElement;
    const isCopied = await this.#copying.copy(this.#mail?.url ?? this.#page);
    const texts = this.options.texts();
    announce(isCopied ? texts.copied : copyByHand(apps.platform, texts));
    await host.updateComplete;
    const ways = focused?.closest('.phone-links');
    if (!isCopied && ways) selectField(ways);
  }

  #renew = ({ currentTarget }: Event): void => {
    const card = focusText(currentTarget as Element)?.parentNode ?? null;
    this.#begin();
    void this.reveal(() => card);
  };

  #share = (): void => {
    const link = this.#link;
    const { title } = this.options.services.view();
    const shared = { title, url: link?.expires ? link.url : this.#page };
    // The promise also rejects if the member closes the share sheet.
    navigator.share(shared).catch(() => undefined);
  };

  get #heading(): string {
    const { app } = this.options;
    const texts = this.options.texts();
    if (app) return fill(this.#isOther ? texts.onOtherDevice : texts.onPhone, { app: app.name });
    return this.#isOther ? texts.scanOtherTitle : texts.scanTitle;
  }

  render(): TemplateResult {
    const texts = this.options.texts();
    const mail = this.#mail ?? { url: this.#page, expires: false };
    return renderPhoneCard({
      id: this.#id,
      heading: this.#heading,
      success: this.#success,
      link: this.#link,
      expires:
        (this.#link?.expires ??
          this.options.services.subscriptionController.subscription?.handoff) === true,
      texts,
      mail: mailAddress({ title: this.options.services.view().title, ...mail }, texts),
      onMail: (event) => void this.#prepareMail(event),
      copyMail: this.#hasNoMail
        ? {
            label: this.#copying.label(texts.noMail, texts.copied),
            field: this.#copying.renderField(
              mail.url,
              texts.email,
              copyByHand(this.options.services.apps.platform, texts),
            ),
            onPress: () => void this.#copyMail(),
          }
        : undefined,
      share: 'share' in navigator ? this.#share : undefined,
      onRenew: this.#renew,
    });
  }
}
