/**
 * Owns the podcast behind a feed URL: loads it, aborts when the element leaves the page, resumes
 * when it is back, and knows whether it failed. A failure costs the episodes and nothing else.
 */
import type { ReactiveController } from 'lit';
import type { Subscription } from '../../api/subscription.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { ShownPodcast } from '../../podcast/shown-podcast.js';
import type { ElementServices } from '../element-services.js';
import { isSecureUrl } from '../../urls/web-url.js';
import { PpsErrorEvent } from '../events.js';
import { warn } from '../warn.js';
import { Latest } from '../latest.js';
import { isDead, loadPodcast } from './load-podcast.js';

export class PodcastController implements ReactiveController {
  readonly #loading = new Latest();
  #podcast: ShownPodcast | undefined;
  #hasFailed = false;

  /** Where the podcast was requested last. */
  #source = '';

  constructor(
    private readonly services: ElementServices,
    private readonly subscription: Subscription,
  ) {
    services.host.addController(this);
    if (!isSecureUrl(subscription.feedUrl)) warn('the feed URL should be https.');
  }

  /** The page names another parser, or the member has another link. */
  hostUpdate(): void {
    if (this.#source !== this.#currentSource) void this.load();
  }

  get #currentSource(): string {
    const { parserFormat, parserUrl } = this.services.host;
    return `${parserFormat} ${parserUrl} ${this.subscription.feedUrl}`;
  }

  /** The podcast, once it is loaded. It stays when loading it again fails. */
  get podcast(): ShownPodcast | undefined {
    return this.#podcast;
  }

  /** Whether there is no podcast to show because loading it failed. */
  get hasFailed(): boolean {
    return this.#hasFailed && !this.#podcast;
  }

  get feedUrl(): string {
    return this.subscription.feedUrl;
  }

  hostConnected(): void {
    if (this.#loading.wasAborted) void this.load();
  }

  hostDisconnected(): void {
    this.#loading.abort();
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.#loading.abort();
    this.services.host.removeController(this);
  }

  /** Loads the podcast from the parser that the page names, else from the handler's, else from the feed. */
  load = async (): Promise<void> => {
    const { subscription } = this;
    const { host } = this.services;
    const signal = this.#loading.begin();
    this.#source = this.#currentSource;
    this.#hasFailed = false;
    // The element left the page while this chunk was loading: `hostConnected` starts over.
    if (!host.isConnected) this.#loading.abort();
    host.requestUpdate();
    try {
      const source = {
        feedUrl: subscription.feedUrl,
        parserUrl: host.parserUrl || subscription.parserUrl,
        parserFormat: host.parserFormat || subscription.parserFormat,
      };
      const podcast = await loadPodcast(source, host.baseURI, signal);
      if (!signal.aborted) this.#podcast = podcast;
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      this.#loading.end(signal);
      host.requestUpdate();
    }
  };

  #fail(error: unknown): void {
    this.#hasFailed = true;
    const code = error instanceof PrivatePodcastError ? error.code : 'unavailable';
    if (isDead(error)) this.services.resolved.markDead();
    else this.services.announce(this.services.language.all?.episodesUnavailable ?? '');
    this.services.host.dispatchEvent(new PpsErrorEvent(code));
  }
}
