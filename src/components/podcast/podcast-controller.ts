/**
 * Owns the podcast behind a feed URL: loads it, aborts when the element leaves the page, resumes
 * when it is back, and knows whether it failed. A failure costs the episodes and nothing else.
 */
import type { ReactiveController } from 'lit';
import type { Subscription } from '../../api/subscription.js';
import type { ShownPodcast } from '../../podcast/shown-podcast.js';
import type { ElementHost } from '../element/element-host.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import { afterPaint, type LazyChunks } from '../loading/lazy-chunks.js';
import type { LanguageController } from '../language/language-controller.js';
import { isSecureUrl } from '../../urls/web-url.js';
import { errorEvent } from '../events/error-event.js';
import { warn } from '../page/warn.js';
import { LatestOnly } from '../loading/latest-only.js';
import { isDead, loadPodcast } from './load-podcast.js';

/** The podcast takes this from the element. */
export interface PodcastServices {
  readonly host: ElementHost;
  readonly subscriptionController: SubscriptionController;
  readonly language: Pick<LanguageController, 'all'>;
  readonly chunks: LazyChunks;
  readonly announce: (text: string) => void;
}

export class PodcastController implements ReactiveController {
  readonly #loading = new LatestOnly();
  #podcast: ShownPodcast | undefined;
  #hasFailed = false;
  /** What a long podcast begins with, while the rest is on its way. */
  #beginning: ShownPodcast | undefined;
  /** Dead links for which the handler has been asked once more. */
  readonly #asked = new Set<string>();

  /** The Subscription whose podcast was requested last. */
  subscription: Subscription | undefined;
  /** The load that began last. */
  latest: Promise<void> | undefined;

  constructor(private readonly services: PodcastServices) {
    services.host.addController(this);
  }

  hostUpdate(): void {
    const { subscription, replaced } = this.services.subscriptionController;
    const before = this.subscription;
    if (!subscription || subscription === before) return;
    // Another link may be another member's, unless it replaces their own.
    if (subscription.feedUrl !== before?.feedUrl && replaced !== before) this.#podcast = undefined;
    void this.load();
  }

  /** The podcast, once it is loaded. It stays when loading it again fails. */
  get podcast(): ShownPodcast | undefined {
    return this.#podcast;
  }

  /** The podcast, or what there is of it: its first episodes can be shown, and nothing else be told by them. */
  get shown(): ShownPodcast | undefined {
    return this.#podcast ?? this.#beginning;
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

  /**
   * Loads the podcast from the parser that the page names, else from the handler's, else from the feed.
   * @param cache whether an answer that the browser keeps will do.
   */
  load = (cache?: RequestCache): Promise<void> => (this.latest = this.#load(cache));

  async #load(cache?: RequestCache): Promise<void> {
    const { host, subscriptionController } = this.services;
    const { subscription } = subscriptionController;
    if (!subscription) return;
    if (subscription !== this.subscription && !isSecureUrl(subscription.feedUrl)) {
      warn('The feed URL should be https.', 'config');
    }
    const signal = this.#loading.begin();
    this.subscription = subscription;
    this.#hasFailed = false;
    this.#beginning = undefined;
    // The element left the page while this chunk was loading: `hostConnected` starts over.
    if (!host.isConnected) this.#loading.abort();
    host.requestUpdate();
    try {
      const source = {
        feedUrl: subscription.feedUrl,
        parserUrl: host.parserUrl || subscription.parserUrl,
        parserFormat: host.parserFormat || subscription.parserFormat,
      };
      const onBeginning = async (beginning: ShownPodcast) => {
        if (signal.aborted) return;
        this.#beginning = beginning;
        host.requestUpdate();
        await afterPaint();
      };
      const podcast = await loadPodcast(source, host.baseURI, { signal, cache, onBeginning });
      if (!signal.aborted) this.#podcast = podcast;
    } catch (error) {
      // While another link is on its way, this one does not matter.
      if (!signal.aborted && subscriptionController.subscription === subscription) {
        await this.#fail(error, subscription.feedUrl, signal);
      }
    } finally {
      this.#loading.end(signal);
      if (!signal.aborted) this.#beginning = undefined;
      host.requestUpdate();
    }
  }

  async #fail(error: unknown, feedUrl: string, signal: AbortSignal): Promise<void> {
    const { announce, chunks, host, language } = this.services;
    const event = errorEvent(error, 'unavailable');
    if (isDead(error)) {
      const load = () => import('../subscription/dead-link.js');
      const { replaceDeadLink } = await chunks.get(load);
      return replaceDeadLink(this.services, { feedUrl, event, asked: this.#asked, signal });
    }
    this.#hasFailed = true;
    if (this.#podcast) return;
    announce(language.all?.episodesUnavailable ?? '');
    host.dispatchEvent(event);
  }
}
