/**
 * The part below the buttons: gets the podcast behind a feed URL and shows its episodes.
 * Loaded once the buttons stand; its failure costs the episodes, nothing else.
 */
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Subscription } from '../../api/subscription.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { appLink } from '../../apps/app-link.js';
import type { Platform } from '../../apps/platform.js';
import type { ShownPodcast } from '../../podcast/shown-podcast.js';
import { adoptStyles } from '../adopt-styles.js';
import { PpsErrorEvent } from '../events.js';
import { Latest } from '../latest.js';
import { panelStyles } from '../panel-styles.js';
import type { Parts } from '../parts.js';
import type { Texts } from '../texts/en.js';
import { PpsEpisodePlayEvent } from './episode-play-event.js';
import { EpisodeList } from './episode-list.js';
import { episodeStyles } from './episode-styles.js';
import { loadPodcast } from './load-podcast.js';
import { renderStreaming } from './streaming-view.js';

/** What the page gives the element of this part. */
interface SectionHost extends LitElement {
  /** How many episodes stand at first; none for 0. */
  readonly episodes: number | string;
  readonly parserUrl: string;
  readonly parserFormat: string;
  readonly streamingUrl: string;
  readonly streamingLinkUrl: string;
}

export class EpisodesSection {
  readonly #loading = new Latest();
  #list: EpisodeList | undefined;
  #hasFailed = false;
  #texts: Texts | undefined;

  constructor(
    private readonly host: SectionHost,
    private readonly subscription: Subscription,
    private readonly announce: (text: string) => void,
    private readonly parts: Parts,
  ) {
    adoptStyles(host.renderRoot, episodeStyles, panelStyles);
  }

  get podcast(): ShownPodcast | undefined {
    return this.#list?.podcast;
  }

  get hasFailed(): boolean {
    // What stands already is not given up for one that did not come in its place.
    return this.#hasFailed && !this.#list;
  }

  abort(): void {
    this.#loading.abort();
    this.#list?.notes.abort();
  }

  /** Goes on where `abort` broke off. */
  resume(): void {
    if (this.#loading.isBrokenOff) void this.load();
    this.#list?.notes.resume();
  }

  /** Gets the podcast, by the parser that the page names, else by the handler's. */
  load = async (): Promise<void> => {
    const { host, subscription } = this;
    const signal = this.#loading.begin();
    this.#hasFailed = false;
    // It left the page while this chunk was loading: `resume` begins when it is back.
    if (!host.isConnected) this.#loading.abort();
    host.requestUpdate();
    try {
      const source = {
        feedUrl: subscription.feedUrl,
        parserUrl: host.parserUrl || subscription.parserUrl,
        parserFormat: host.parserFormat || subscription.parserFormat,
      };
      const podcast = await loadPodcast(source, host.baseURI, signal);
      if (!signal.aborted) this.#show(podcast);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      this.#loading.end(signal);
      host.requestUpdate();
    }
  };

  #show(podcast: ShownPodcast): void {
    const list = {
      requestUpdate: () => {
        this.host.requestUpdate();
      },
      announce: this.announce,
      parts: this.parts,
      played: (guid: string) => this.host.dispatchEvent(new PpsEpisodePlayEvent(guid)),
    };
    this.#list = new EpisodeList(list, podcast, this.#first);
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.announce(this.#texts?.episodesUnavailable ?? '');
    const code = error instanceof PrivatePodcastError ? error.code : 'unavailable';
    this.host.dispatchEvent(new PpsErrorEvent(code));
  }

  #first = (): number => Number(this.host.episodes);

  render(texts: Texts, locale: string, platform: Platform): TemplateResult {
    this.#texts = texts;
    return html`
      ${
        this.#first() > 0
          ? html`<section>${this.#renderEpisodes(texts, locale)}</section>`
          : nothing
      }
      ${this.#renderStreaming(texts, platform)}
    `;
  }

  #renderEpisodes(texts: Texts, locale: string): TemplateResult {
    if (this.#list) return this.#list.render(texts, locale);
    if (!this.#hasFailed) return this.#renderWaiting(texts);
    return html`<div part="notice" class="notice">
      <p class="muted">${texts.episodesUnavailable}</p>
      <button type="button" part="retry" class="button" @click=${this.load}>${texts.retry}</button>
    </div>`;
  }

  /** The space that the episodes will take. */
  #renderWaiting(texts: Texts): TemplateResult {
    const space = html`<div class="row-space"><span class="skeleton line"></span></div>`;
    return html`
      <div class="episode-head">
        <h3>${texts.episodes}</h3>
        <p class="muted">${texts.episodesLoading}</p>
      </div>
      ${Array.from({ length: Math.min(this.#first(), 5) }, () => space)}
    `;
  }

  /** The streaming-music app, where the publisher names one or the podcast carries its id there. */
  #renderStreaming(texts: Texts, platform: Platform): TemplateResult | typeof nothing {
    const { streamingUrl, streamingLinkUrl: linkUrl } = this.host;
    const { feedUrl } = this.subscription;
    const spotifyId = this.podcast?.externalIds.spotifyId;
    const url = streamingUrl || (spotifyId && appLink('spotify', feedUrl, platform, { spotifyId }));
    return url || linkUrl ? renderStreaming({ url, linkUrl, texts }) : nothing;
  }
}
