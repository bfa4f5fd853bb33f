/**
 * From what the page gives to one of the element's six states: a reactive controller that
 * keeps the state, drops what an earlier source brings late, and aborts with the page.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { PrivatePodcastError, type ErrorCode } from '../errors/private-podcast-error.js';
import type { Subscription } from '../api/subscription.js';
import { PpsErrorEvent, PpsNoAccessEvent, PpsReadyEvent, PpsTokenExpiredEvent } from './events.js';
import { Latest } from './latest.js';
import { requestSubscription } from './request-subscription.js';
import { isComplete, resolveSubscription, type Source } from './resolve-subscription.js';
import { resolveWebUrl } from '../urls/web-url.js';

/** What the element is doing; reflected as the custom state of the same name. */
export type ElementState = 'idle' | 'resolving' | 'ready' | 'no-access' | 'expired' | 'failed';

export class Subscribing implements ReactiveController {
  readonly #resolving = new Latest();
  /** Breaks off what is asked for beside the resolving when the element leaves the page. */
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

  /** What was resolved, in the state `ready`. */
  get subscription(): Subscription | undefined {
    return this.#subscription;
  }

  hostConnected(): void {
    this.states.add(this.#state);
    window.addEventListener('online', this.#backOnline);
    // What was under way when the element left the page was broken off: it begins anew.
    if (this.#resolving.isBrokenOff) void this.resolve();
  }

  hostDisconnected(): void {
    window.removeEventListener('online', this.#backOnline);
    this.#resolving.abort();
    this.#leaving.abort();
    this.#leaving = new AbortController();
  }

  #backOnline = (): void => {
    if (this.#state === 'failed' && this.#failure === 'network') void this.resolve();
  };

  #enter(next: ElementState): void {
    this.states.delete(this.#state);
    this.states.add(next);
    this.#state = next;
    this.host.requestUpdate();
  }

  /** Whether a way to a token is of use that was not there before, or is there no more. */
  get wantsToken(): boolean {
    return !this.host.token || this.#state === 'expired' || this.#state === 'failed';
  }

  /** Begins anew with what the page gives now. */
  resolve = async (): Promise<void> => {
    const signal = this.#resolving.begin();
    this.#subscription = undefined;
    this.#enter(isComplete(this.host) ? 'resolving' : 'idle');
    // Off the page nothing is asked for: `hostConnected` begins when it is back.
    if (!this.host.isConnected) this.#resolving.abort();
    if (this.#state === 'idle' || !this.host.isConnected) return;
    try {
      const subscription = await this.#request(signal);
      if (signal.aborted) return;
      this.#subscription = subscription;
      this.#enter('ready');
      // The event comes once what is known has been rendered.
      await this.host.updateComplete;
      if (this.#subscription === subscription) this.host.dispatchEvent(new PpsReadyEvent());
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      this.#resolving.end(signal);
    }
  };

  #request(signal: AbortSignal): Promise<Subscription> {
    return resolveSubscription(this.host, {
      request: (endpoint, token) =>
        requestSubscription(resolveWebUrl(endpoint, this.host.baseURI) ?? '', token, signal),
      onTokenExpired: () => {
        if (signal.aborted) return;
        // With `getToken` it is renewed at once: nothing for the member to see or do.
        if (this.#state === 'resolving' && !this.host.getToken) this.#enter('expired');
        this.host.dispatchEvent(new PpsTokenExpiredEvent());
      },
    });
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
      // The page's own mistake: for its developer, in words that hold no secret.
      if (/^(bad-input|config)$/.test(this.#failure)) reportError(error);
      this.host.dispatchEvent(new PpsErrorEvent(this.#failure));
    }
  }

  /**
   * A hand-off address works once and not for long: each asking gets a fresh one. Undefined where
   * the handler gives none, or cannot be asked now.
   */
  async handoff(): Promise<string | undefined> {
    if (!this.#subscription?.handoffUrl) return undefined;
    const fresh = await this.#request(this.#leaving.signal).catch(() => undefined);
    return fresh?.handoffUrl;
  }
}
