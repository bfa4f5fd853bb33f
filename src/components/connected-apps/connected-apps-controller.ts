/**
 * Which apps fetch the member's feed, as far as the service says, and a new link for a leaked one. A
 * chunk of its own, loaded only where the handler offers either. Where it fails, nothing changes.
 */
import type { ReactiveController } from 'lit';
import type { ConnectedApp } from '../../api/subscription.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import type { ElementHost } from '../element/element-host.js';
import { LatestOnly } from '../loading/latest-only.js';
import { askHandler, handlerOf, type HandlerQuestion } from '../subscription/ask-handler.js';
import { PpsConnectedEvent } from '../events/later-events.js';
import { poll } from './poll.js';
import { connectedAppsQuestion, resetQuestion } from './request-connected-apps.js';

/**
 * Watches for an app to fetch the feed.
 * @param appId of the one app that counts; default: any.
 * @param onConnected called once, with the app's name.
 * @param since when the member tapped, in milliseconds since 1970: what is fetched later is news.
 * Default: now, and what the handler has said before is none.
 */
export type WatchConnectedApp = (
  appId: string | undefined,
  onConnected: (name: string) => void,
  since?: number,
) => void;

/** It takes this from the element. */
export interface ConnectedAppsServices {
  readonly host: ElementHost;
  readonly subscriptionController: SubscriptionController;
}

export class ConnectedAppsController implements ReactiveController {
  /** As the Subscription named them, until the handler has answered; `undefined` if it named none. */
  #apps: readonly ConnectedApp[] | undefined;
  readonly #watching = new LatestOnly();
  #leaving = new AbortController();

  /** The first answer since the element is on the page: it may tell already what is watched for. */
  #answered: Promise<void> | undefined;

  constructor(private readonly services: ConnectedAppsServices) {
    this.#apps = services.subscriptionController.subscription?.connections;
    services.host.addController(this);
  }

  /** Whether the handler knows which apps fetch the feed. */
  get #areOffered(): boolean {
    return Boolean(this.services.subscriptionController.subscription?.hasConnections);
  }

  hostConnected(): void {
    if (this.#areOffered) this.#answered = this.#refresh(this.#leaving.signal);
  }

  hostDisconnected(): void {
    this.#watching.abort();
    this.#leaving.abort();
    this.#leaving = new AbortController();
  }

  dispose(): void {
    this.hostDisconnected();
    this.services.host.removeController(this);
  }

  /** The app that fetched the feed last. */
  get latest(): ConnectedApp | undefined {
    return this.#apps?.[0];
  }

  /** The apps that fetch the feed, the latest first. */
  get apps(): readonly ConnectedApp[] {
    return this.#apps ?? [];
  }

  watch: WatchConnectedApp = (appId, onConnected, since) => {
    if (!this.#areOffered) return;
    const signal = this.#watching.begin();
    const known = since === undefined ? this.#apps : undefined;
    const tappedAt = since ?? Date.now();
    const isNews = ({ name, lastFetchedAt }: ConnectedApp) =>
      known
        ? !known.some((one) => one.name === name && one.lastFetchedAt === lastFetchedAt)
        : Date.parse(lastFetchedAt) >= tappedAt;
    const look = () => {
      const found = this.apps.find((one) => (!appId || one.app === appId) && isNews(one));
      if (!found || signal.aborted) return false;
      this.services.host.dispatchEvent(new PpsConnectedEvent(found.app ?? ''));
      onConnected(found.name);
      return true;
    };
    const ask = async () => {
      await this.#refresh(signal);
      return look();
    };
    void this.#answered?.then(() => (look() ? undefined : poll(ask, signal)));
  };

  async #refresh(signal: AbortSignal): Promise<void> {
    const apps = await this.#ask(connectedAppsQuestion, signal);
    if (!apps || signal.aborted) return;
    this.#apps = apps;
    this.services.host.requestUpdate();
  }

  /** @returns `undefined` if the handler cannot be asked now. */
  #ask<Answer>(
    question: HandlerQuestion<Answer>,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    return askHandler(handlerOf(this.services.subscriptionController, signal), question).catch(
      () => undefined,
    );
  }

  /** Puts a new link in the place of the old one. @returns whether there is one. */
  async reset(): Promise<boolean> {
    const { signal } = this.#leaving;
    const renewed = await this.#ask(resetQuestion, signal);
    // The element left the page meanwhile, and the old link may be dead: what is true now is asked for.
    if (signal.aborted) void this.services.subscriptionController.resolve();
    if (!renewed) return false;
    // An answer that is still on its way is about the old link.
    this.hostDisconnected();
    this.#apps = [];
    this.services.subscriptionController.replace(renewed);
    return true;
  }
}
