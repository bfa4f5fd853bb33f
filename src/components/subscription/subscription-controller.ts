/**
 * Resolves what the page gives into one of the element's six states. Drops late answers of an
 * earlier source, and aborts its requests when the element leaves the page.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import type { Subscription } from '../../api/subscription.js';
import { isWebUrl, resolveWebUrl } from '../../urls/web-url.js';
import { PpsReadyEvent } from '../events/first-events.js';
import { sendEarly } from './handler-request.js';
import type { Resolution } from './resolve-subscription.js';
import { LatestOnly } from '../loading/latest-only.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import { isComplete, type PageSource } from '../page/page-source.js';

/** The element's state, reflected as the custom state of the same name. */
export type ElementState = 'idle' | 'resolving' | 'ready' | 'no-access' | 'expired' | 'failed';

/** Its fields are for reading. */
export class SubscriptionController implements ReactiveController {
  state: ElementState = 'idle';
  /** Why there is no Subscription, once that is settled. */
  failure: ErrorCode | undefined;
  /** The resolved Subscription, in the state `ready`. */
  subscription: Subscription | undefined;
  /** The Subscription that the current one replaces: the same podcast under an older link. */
  replaced: Subscription | undefined;
  /** The Subscription whose feed is gone or refused, in the state `failed`. */
  dead: Subscription | undefined;
  /** The Subscription of the first view that a server has rendered, if it has. */
  rendered: Subscription | undefined;
  /** The same, until it is in use: it is not requested again. */
  #served: Subscription | undefined;
  readonly #resolving = new LatestOnly();

  /** @param states the host's custom states. */
  constructor(
    readonly host: ReactiveControllerHost & HTMLElement & PageSource & { renderRoot: ParentNode },
    private readonly states: CustomStateSet,
    private readonly chunks: LazyChunks,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#readServed();
    this.states.add(this.state);
    if (this.#resolving.wasAborted) void this.resolve();
  }

  hostDisconnected(): void {
    this.#resolving.abort();
  }

  #readServed(): void {
    const data = this.host.renderRoot.querySelector('script');
    if (!data) return;
    data.remove();
    this.#served = this.rendered = JSON.parse(data.text) as Subscription;
  }

  /** The browser is online again: a failure of the connection is worth another try. */
  retryOnline(): void {
    if (this.failure === 'network') void this.resolve();
  }

  /** Reflects another state. */
  enter(next: ElementState, failure?: ErrorCode): void {
    this.failure = failure;
    this.states.delete(this.state);
    this.states.add(next);
    this.state = next;
    this.host.requestUpdate();
  }

  /** Whether to start over when the page sets `getToken` for the first time, or removes it. */
  get needsToken(): boolean {
    const { host } = this;
    return (
      !(host.token || (host.getToken && this.subscription)) || /expired|failed/.test(this.state)
    );
  }

  /** Starts over with what the page gives now. */
  resolve = async (): Promise<void> => {
    const { host } = this;
    const served = this.#served;
    const signal = this.#resolving.begin();
    this.subscription = this.replaced = this.dead = undefined;
    this.enter(served || isComplete(host) ? 'resolving' : 'idle');
    // Off the page nothing is requested: `hostConnected` starts over when the element is back.
    if (!host.isConnected) this.#resolving.abort();
    if (this.state === 'idle' || !host.isConnected) return;
    try {
      const feedUrl = host.feedUrl?.trim();
      // With a feed URL the buttons are there at the first rendering.
      const subscription = served ?? (isWebUrl(feedUrl) && { feedUrl, title: '', sku: '' });
      const outcome: Resolution = subscription
        ? { state: 'ready', subscription }
        : await this.#askHandler(signal);
      if (!signal.aborted) await this.settle(outcome);
    } finally {
      this.#resolving.end(signal);
    }
  };

  /** Shows what became of the source. */
  async settle(outcome: Resolution): Promise<void> {
    if (outcome.state === 'ready') {
      const { subscription } = outcome;
      this.subscription = subscription;
      this.#served = this.dead = undefined;
      this.enter('ready');
      // The event fires once the buttons are rendered.
      await this.host.updateComplete;
      if (this.subscription === subscription) this.host.dispatchEvent(new PpsReadyEvent());
    } else {
      this.dead = outcome.failure === 'no-feed' ? this.subscription : undefined;
      this.subscription = undefined;
      this.enter(outcome.state, outcome.failure);
      if (outcome.event) this.host.dispatchEvent(outcome.event);
    }
  }

  /** URL of the subscribe handler; empty for none. */
  get endpoint(): string {
    return resolveWebUrl(this.host.endpoint ?? '', this.host.baseURI) ?? '';
  }

  async #askHandler(signal: AbortSignal): Promise<Resolution> {
    const { host } = this;
    // A wrong feed URL is a mistake: what the page gives beside it is not asked instead.
    let sent = host.feedUrl ? undefined : sendEarly(this.endpoint, host.token, signal);
    const { resolveSubscription } = await this.chunks.get(
      () => import('./resolve-subscription.js'),
      // The connection that lost the chunk may have lost the answer too: then it is asked for again.
      () => void sent?.(signal).catch(() => (sent = undefined)),
    );
    return resolveSubscription(this, signal, sent);
  }

  /** Puts a Subscription with a new link to the same podcast in the place of the current one. */
  replace(next: Subscription): void {
    this.replaced = this.subscription;
    this.subscription = next;
    this.host.requestUpdate();
  }
}
