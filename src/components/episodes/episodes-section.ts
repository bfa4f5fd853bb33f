/** Everything below the app buttons: the episodes, and the streaming-music app. */
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { appLink } from '../../apps/app-link.js';
import type { Platform } from '../../apps/platform.js';
import { resolveWebUrl } from '../../urls/web-url.js';
import { adoptStyles } from '../adopt-styles.js';
import type { ElementServices } from '../element-services.js';
import { panelStyles } from '../panel-styles.js';
import type { Texts } from '../texts/en.js';
import { EpisodeList } from './episode-list.js';
import { episodeStyles } from './episode-styles.js';
import type { PodcastController } from './podcast-controller.js';
import { renderStreaming } from './streaming-view.js';

interface SectionHost extends LitElement {
  /** How many episodes are shown at first; none for 0. */
  readonly episodes: number | string;
  readonly streamingUrl: string;
  readonly streamingLinkUrl: string;
}

export class EpisodesSection {
  #list: EpisodeList | undefined;

  constructor(
    private readonly host: SectionHost,
    private readonly podcast: PodcastController,
    private readonly services: ElementServices,
  ) {
    adoptStyles(host.renderRoot, episodeStyles, panelStyles);
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.#list?.dispose();
  }

  render(texts: Texts, locale: string, platform: Platform): TemplateResult {
    const count = Number(this.host.episodes);
    return html`
      ${count > 0 ? html`<section>${this.#renderEpisodes(texts, locale, count)}</section>` : nothing}
      ${renderStreaming({ ...this.#streamingUrls(platform), texts })}
    `;
  }

  /** The page's URLs; for the show also its id in the app, if the podcast has one. */
  #streamingUrls(platform: Platform) {
    const { streamingUrl, streamingLinkUrl, baseURI } = this.host;
    const { podcast, feedUrl } = this.podcast;
    const spotifyId = podcast?.externalIds.spotifyId;
    const ofPodcast = spotifyId && appLink('spotify', feedUrl, platform, { spotifyId });
    // An empty attribute is no URL, though it would resolve to the page's own.
    const resolve = (url: string) => (url ? resolveWebUrl(url, baseURI) : undefined);
    return {
      url: resolve(streamingUrl) ?? (ofPodcast || undefined),
      linkUrl: resolve(streamingLinkUrl),
    };
  }

  #renderEpisodes(texts: Texts, locale: string, count: number): TemplateResult {
    const { podcast, hasFailed, load } = this.podcast;
    if (podcast) return this.#listOf(podcast).render(texts, locale, count);
    if (!hasFailed) return renderWaiting(texts, count);
    return html`<div part="notice" class="notice">
      <p class="muted">${texts.episodesUnavailable}</p>
      <button type="button" part="retry" class="button" @click=${load}>${texts.retry}</button>
    </div>`;
  }

  /** The list of this podcast: another podcast gets another list. */
  #listOf(podcast: EpisodeList['podcast']): EpisodeList {
    if (this.#list?.podcast !== podcast) {
      this.#list?.dispose();
      this.#list = new EpisodeList(this.host, podcast, this.services);
    }
    return this.#list;
  }
}

/** Keeps the space of the episodes. */
function renderWaiting(texts: Texts, count: number): TemplateResult {
  const row = html`<div class="row-space"><span class="skeleton line"></span></div>`;
  return html`
    <div class="episode-head">
      <h3>${texts.episodes}</h3>
      <p class="muted">${texts.episodesLoading}</p>
    </div>
    ${Array.from({ length: Math.min(count, 5) }, () => row)}
  `;
}
