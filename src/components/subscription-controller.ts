/**
 * Resolves what the page gives into one of the element's six states. Drops late answers of an
 * earlier source, and aborts its requests when the element leaves the page.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { PrivatePodcastError, type ErrorCode } from '../errors/private-podcast-error.js';
import type { Subscription } from '../api/subscription.js';
import { PpsErrorEvent, PpsNoAccessEvent, PpsReadyEvent, PpsTokenExpiredEvent } from './events.js';
import { Latest } from './latest.js';
import { requestSubscription } from './request-subscription.js';
import {
  isComplete,
  requestWithToken,
  resolveSubscription,
  type Resolving,
  type Source,
} from './resolve-subscription.js';
import { resolveWebUrl } from '../urls/web-url.js';

/** One request to the subscribe handler; `endpoint` is its absolute URL. */
export type HandlerRequest<Answer> = (
  endpoint: string,
  token: string,
  signal: AbortSignal,
) => Promise<Answer>;

/** What the element is doing; reflected as the custom state of the same name. */
export type ElementState = 'idle' | 'resolving' | 'ready' | 'no-access' | 'expired' | 'failed';

export class SubscriptionController implements ReactiveController {
  readonly #resolving = new Latest();
  /** Aborts other requests when the element leaves the page. */
  #leaving = new AbortController();
  #state: ElementState = 'idle';
  #failure: ErrorCode = 'bad-response';
  #subscription: Subscription | undefined;

  /** @param states the host's custom states. */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement & Source,
    private readonly states: CustomStateSet,
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
    this.#leaving.abort();
    this.#leaving = new AbortController();
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
    return !this.host.token || this.#state === 'expired' || this.#state === 'failed';
  }

  /** Starts over with what the page gives now. */
  resolve = async (): Promise<void> => {
    const signal = this.#resolving.begin();
    this.#subscription = undefined;
    this.#enter(isComplete(this.host) ? 'resolving' : 'idle');
    // Off the page nothing is requested: `hostConnected` starts over when the element is back.
    if (!this.host.isConnected) this.#resolving.abort();
    if (this.#state === 'idle' || !this.host.isConnected) return;
    try {
      const subscription = await resolveSubscription(
        this.host,
        this.#withHandler(requestSubscription, signal),
      );
      if (signal.aborted) return;
      this.#subscription = subscription;
      this.#enter('ready');
      // The event fires once the buttons are rendered.
      await this.host.updateComplete;
      if (this.#subscription === subscription) this.host.dispatchEvent(new PpsReadyEvent());
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      this.#resolving.end(signal);
    }
  };

  #withHandler<Answer>(request: HandlerRequest<Answer>, signal: AbortSignal): Resolving<Answer> {
    return {
      request: (endpoint, token) =>
        request(resolveWebUrl(endpoint, this.host.baseURI) ?? '', token, signal),
      onTokenExpired: () => {
        if (signal.aborted) return;
        // With `getToken` the token is renewed at once: there is nothing for the member to see or do.
        if (this.#state === 'resolving' && !this.host.getToken) this.#enter('expired');
        this.host.dispatchEvent(new PpsTokenExpiredEvent());
      },
    };
  }

  #fail(error: unknown): void {
    this.#failure = error instanceof PrivatePodcastError ? error.code : 'bad-response';
    if (this.#failure === 'no-access') {
      this.#enter('no-access');
      this.host.dispatchEvent(new PpsNoAccessEvent());
    } else if (this.#failure === 'token-expired') {
      this.#enter('expired');
    } else {
      this.#enter('failed');
      // A mistake in the page: its developer reads the message, which holds no secret.
      if (/^(bad-input|config)$/.test(this.#failure)) reportError(error);
      this.host.dispatchEvent(new PpsErrorEvent(this.#failure));
    }
  }

  /**
   * Asks the subscribe handler for more, with the member's token.
   * @returns `undefined` if it cannot be asked now, or the element leaves the page.
   */
  ask<Answer>(request: HandlerRequest<Answer>): Promise<Answer | undefined> {
    return requestWithToken(this.host, this.#withHandler(request, this.#leaving.signal)).catch(
      () => undefined,
    );
  }
}
