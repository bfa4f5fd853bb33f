/**
 * The part below the buttons: gets the podcast behind a feed URL and shows its episodes.
 * Loaded once the buttons stand; its failure costs the episodes, nothing else.
 */
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { PrivatePodcastError } from '../../podcast/private-podcast-error.js';
import { appLink } from '../../apps/app-link.js';
import type { Platform } from '../../apps/platform.js';
import type { ShownPodcast } from '../../podcast/shown-podcast.js';
import { adoptStyles } from '../adopt-styles.js';
import { PpsEpisodePlayEvent, PpsErrorEvent } from '../events.js';
import { Latest } from '../latest.js';
import { panelStyles } from '../panel-styles.js';
import type { Texts } from '../texts/en.js';
import { EpisodeList } from './episode-list.js';
import { episodeStyles } from './episode-styles.js';
import { loadPodcast, type PodcastSource } from './load-podcast.js';
import { renderStreaming } from './streaming-view.js';

export class EpisodesSection {
  readonly #loading = new Latest();
  #list: EpisodeList | undefined;
  #source: PodcastSource | undefined;
  #hasFailed = false;

  constructor(
    private readonly host: LitElement,
    private readonly announce: (text: string) => void,
    /** How many episodes stand at first. */
    private readonly first: () => number,
  ) {
    adoptStyles(host.renderRoot, episodeStyles, panelStyles);
  }

  get podcast(): ShownPodcast | undefined {
    return this.#list?.podcast;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  abort(): void {
    this.#loading.abort();
    this.#list?.notes.abort();
  }

  /** Goes on where `abort` broke off. */
  resume(): void {
    if (this.#loading.isBrokenOff) this.retry();
  }

  retry = (): void => {
    if (this.#source) void this.load(this.#source);
  };

  async load(source: PodcastSource): Promise<void> {
    const signal = this.#loading.begin();
    // The podcast of another feed must not stay for a moment.
    if (source.feedUrl !== this.#source?.feedUrl) this.#list = undefined;
    this.#source = source;
    this.#hasFailed = false;
    // It left the page while this chunk was loading: `resume` begins when it is back.
    if (!this.host.isConnected) this.#loading.abort();
    this.host.requestUpdate();
    try {
      const podcast = await loadPodcast(source, this.host.baseURI, signal);
      if (!signal.aborted) this.#show(podcast);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      this.#loading.end(signal);
      this.host.requestUpdate();
    }
  }

  #show(podcast: ShownPodcast): void {
    const list = {
      requestUpdate: () => {
        this.host.requestUpdate();
        return this.host.updateComplete;
      },
      announce: this.announce,
      played: (guid: string) => this.host.dispatchEvent(new PpsEpisodePlayEvent(guid)),
    };
    this.#list = new EpisodeList(list, podcast, this.first);
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    const code = error instanceof PrivatePodcastError ? error.code : 'unavailable';
    this.host.dispatchEvent(new PpsErrorEvent(code));
  }

  render(texts: Texts, locale: string): TemplateResult {
    if (this.#list) return this.#list.render(texts, locale);
    if (!this.#hasFailed) return html`<p class="muted">${texts.episodesLoading}</p>`;
    return html`<div part="notice" class="notice">
      <p class="muted">${texts.episodesUnavailable}</p>
      <button type="button" part="retry" class="button" @click=${this.retry}>${texts.retry}</button>
    </div>`;
  }

  /**
   * The streaming-music app, where the publisher names one or the podcast carries its id there.
   * @param url the show in the app, and `linkUrl` where accounts are linked: both the publisher's.
   */
  renderStreaming(
    { url, linkUrl, platform }: { url: string; linkUrl: string; platform: Platform },
    texts: Texts,
  ): TemplateResult | typeof nothing {
    const spotifyId = this.podcast?.externalIds.spotifyId;
    const show =
      url ||
      (spotifyId && appLink('spotify', this.#source?.feedUrl ?? '', platform, { spotifyId }));
    return show || linkUrl ? renderStreaming({ url: show, linkUrl, texts }) : nothing;
  }
}
