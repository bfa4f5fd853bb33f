/**
 * Owns the podcast behind a feed URL: loads it, aborts when the element leaves the page, resumes
 * when it is back, and knows whether it failed. A failure costs the episodes and nothing else.
 */
import type { ReactiveController } from 'lit';
import type { Subscription } from '../../../api/subscription.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { ShownPodcast } from '../../../podcast/shown-podcast.js';
import type { ElementServices } from '../../first-load/element-services.js';
import { isSecureUrl } from '../../../urls/web-url.js';
import { PpsErrorEvent } from '../../first-load/events.js';
import { warn } from '../../shared-chunk/warn.js';
import { LatestRun } from '../../first-load/latest-run.js';
import { isDead, loadPodcast } from './load-podcast.js';

export class PodcastController implements ReactiveController {
  readonly #loading = new LatestRun();
  #podcast: ShownPodcast | undefined;
  #hasFailed = false;
  /** Dead links for which the handler has been asked once more. */
  readonly #asked = new Set<string>();

  /** The Subscription whose podcast was requested last. */
  #subscription: Subscription | undefined;

  constructor(private readonly services: ElementServices) {
    services.host.addController(this);
  }

  hostUpdate(): void {
    if (this.services.resolved.subscription !== this.#subscription) void this.load();
  }

  /** The podcast, once it is loaded. It stays when loading it again fails. */
  get podcast(): ShownPodcast | undefined {
    return this.#podcast;
  }

  /** Whether there is no podcast to show because loading it failed. */
  get hasFailed(): boolean {
    return this.#hasFailed && !this.#podcast;
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
    const { host, resolved } = this.services;
    const { subscription } = resolved;
    if (!subscription) return;
    if (subscription !== this.#subscription && !isSecureUrl(subscription.feedUrl)) {
      warn('the feed URL should be https.');
    }
    const signal = this.#loading.begin();
    this.#subscription = subscription;
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
      if (!signal.aborted) await this.#fail(error, subscription.feedUrl, signal);
    } finally {
      this.#loading.end(signal);
      host.requestUpdate();
    }
  };

  async #fail(error: unknown, feedUrl: string, signal: AbortSignal): Promise<void> {
    const { announce, chunks, host, language } = this.services;
    const code = error instanceof PrivatePodcastError ? error.code : 'unavailable';
    if (isDead(error)) {
      const load = () => import('../../handler/dead-link.js');
      const { replaceDeadLink } = await chunks.get(load);
      return replaceDeadLink(this.services, { feedUrl, code, asked: this.#asked, signal });
    }
    this.#hasFailed = true;
    announce(language.all?.episodesUnavailable ?? '');
    host.dispatchEvent(new PpsErrorEvent(code));
  }
}
