/**
 * Resolves what the page gives into one of the element's six states. Drops late answers of an
 * earlier source, and aborts its requests when the element leaves the page.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ErrorCode } from '../errors/private-podcast-error.js';
import type { Subscription } from '../api/subscription.js';
import { isWebUrl, resolveWebUrl } from '../urls/web-url.js';
import { sendEarly } from './early-request.js';
import { PpsReadyEvent } from './events.js';
import { Latest } from './latest.js';
import type { LazyChunks } from './lazy-chunks.js';
import type { Handler, Outcome } from './resolve-subscription.js';
import { isComplete, type Source } from './source.js';

/** What the element is doing; reflected as the custom state of the same name. */
export type ElementState = 'idle' | 'resolving' | 'ready' | 'no-access' | 'expired' | 'failed';

export class SubscriptionController implements ReactiveController {
  /** What the server that rendered the page knew already: it is not asked for again. */
  given: Subscription | undefined;
  readonly #resolving = new Latest();
  #state: ElementState = 'idle';
  #failure: ErrorCode = 'bad-response';
  #subscription: Subscription | undefined;

  /** @param states the host's custom states. */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement & Source,
    private readonly states: CustomStateSet,
    private readonly chunks: LazyChunks,
  ) {
    host.addController(this);
  }

  get state(): ElementState {
    return this.#state;
  }

  /** Why it failed, in the state `failed`. */
  get failure(): ErrorCode {
    return this.#failure;
  }

  /** The resolved Subscription, in the state `ready`. */
  get subscription(): Subscription | undefined {
    return this.#subscription;
  }

  hostConnected(): void {
    this.states.add(this.#state);
    if (this.#resolving.wasAborted) void this.resolve();
  }

  hostDisconnected(): void {
    this.#resolving.abort();
  }

  /** The browser is online again: a failure of the connection is worth another try. */
  retryOnline(): void {
    if (this.#state === 'failed' && this.#failure === 'network') void this.resolve();
  }

  #enter(next: ElementState): void {
    this.states.delete(this.#state);
    this.states.add(next);
    this.#state = next;
    this.host.requestUpdate();
  }

  /** Whether to start over when the page sets `getToken` for the first time, or removes it. */
  get needsToken(): boolean {
    const { host } = this;
    return (
      !(host.token || (host.getToken && this.#subscription)) ||
      this.#state === 'expired' ||
      this.#state === 'failed'
    );
  }

  /** Starts over with what the page gives now. */
  resolve = async (): Promise<void> => {
    const { given, host } = this;
    const signal = this.#resolving.begin();
    this.#subscription = undefined;
    this.#enter(given || isComplete(host) ? 'resolving' : 'idle');
    if (this.#state === 'idle' && (host.token || host.endpoint || host.getToken)) {
      void import('./warn-of-mistakes.js').then(
        (chunk) => chunk.warnOfMistakes(host),
        () => undefined,
      );
    }
    // Off the page nothing is requested: `hostConnected` starts over when the element is back.
    if (!host.isConnected) this.#resolving.abort();
    if (this.#state === 'idle' || !host.isConnected) return;
    try {
      const feedUrl = host.feedUrl?.trim();
      // With a feed URL the buttons are there at the first rendering.
      const subscription = given ?? (isWebUrl(feedUrl) && { feedUrl, title: '', sku: '' });
      const outcome: Outcome = subscription
        ? { state: 'ready', subscription }
        : await this.#askHandler(signal);
      if (!signal.aborted) await this.#settle(outcome);
    } finally {
      this.#resolving.end(signal);
    }
  };

  async #settle(outcome: Outcome): Promise<void> {
    if (outcome.state === 'ready') {
      const { subscription } = outcome;
      this.#subscription = subscription;
      this.given = undefined;
      this.#enter('ready');
      // The event fires once the buttons are rendered.
      await this.host.updateComplete;
      if (this.#subscription === subscription) this.host.dispatchEvent(new PpsReadyEvent());
    } else {
      this.#failure = outcome.failure;
      this.#enter(outcome.state);
      if (outcome.event) this.host.dispatchEvent(outcome.event);
    }
  }

  async #askHandler(signal: AbortSignal): Promise<Outcome> {
    const handler = this.handler(signal);
    const fetchFirst = sendEarly(handler.endpoint, this.host.token, signal);
    const { resolveSubscription } = await this.chunks.get(
      () => import('./resolve-subscription.js'),
    );
    return resolveSubscription(this.host, { ...handler, fetchFirst });
  }

  /** How to reach the subscribe handler, until `signal` is aborted. */
  handler = (signal: AbortSignal): Handler => {
    return {
      endpoint: resolveWebUrl(this.host.endpoint ?? '', this.host.baseURI) ?? '',
      signal,
      onTokenExpired: (event) => {
        if (signal.aborted) return;
        // With `getToken` the token is renewed at once: there is nothing for the member to see or do.
        if (this.#state === 'resolving' && !this.host.getToken) this.#enter('expired');
        this.host.dispatchEvent(event);
        // The page set it while handling the event: the token is renewed in this run, not in another.
        if (this.#state === 'expired' && this.host.getToken) this.#enter('resolving');
      },
    };
  };

  /** The feed is gone or refused: there is nothing that an app could open. */
  markDead(): void {
    this.#subscription = undefined;
    this.#failure = 'no-feed';
    this.#enter('failed');
  }
}
