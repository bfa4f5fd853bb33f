/** The episodes, below the app buttons, and the podcast they come from. A chunk of its own. */
import type { DeviceApps } from '../buttons/device-apps.js';
import type { ReactiveController } from 'lit';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import { panelStyles } from '../styles/panel-styles.js';
import type { ElementHost } from '../element/element-host.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import type { LanguageController } from '../language/language-controller.js';
import { episodeCount } from '../page/episode-count.js';
import { renderEpisodesSpace } from './episodes-space.js';
import type { ListenView } from '../buttons/app-buttons-view.js';
import { pauseGlyph } from '../icons/later-glyphs.js';
import type { Texts } from '../language/texts/en.js';
import { EpisodeList, type ListServices } from './list/episode-list.js';
import { episodeStyles } from './list/episode-styles.js';
import { formatDate, formatDuration } from '../language/formats.js';
import type { Playback, PlaybackServices } from '../player/playback.js';
import { listenWords } from './listen-words.js';
import { pause } from '../loading/work-pauses.js';
import type { PrintPage, PrintServices } from '../print/print-page.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import { PodcastController, type PodcastServices } from '../podcast/podcast-controller.js';

/** The section takes this from the element. */
export interface EpisodesServices
  extends ListServices, PodcastServices, PrintServices, PlaybackServices {
  readonly host: ElementHost;
  readonly subscriptionController: SubscriptionController;
  readonly language: LanguageController;
  readonly apps: Pick<DeviceApps, 'buttons' | 'platform'>;
}

export class EpisodesSection implements ReactiveController {
  readonly podcast: PodcastController;
  /** `undefined` until it is loaded. */
  playback: Playback | undefined;
  #playbackLoaded: Promise<void> | undefined;
  #list: EpisodeList | undefined;
  /** The member wants to listen, and there is nothing yet. */
  #isListenDue = false;
  #paper: PrintPage | undefined;
  #isDisposed = false;

  constructor(private readonly services: EpisodesServices) {
    adoptStyles(services.host.renderRoot, ...episodeStyles, panelStyles);
    this.podcast = new PodcastController(services);
    services.host.addController(this);
    void this.podcast.load().then(this.#prepareForLater);
    void this.#warmUp();
  }

  /** Nobody needs it before the episodes. */
  #prepareForLater = async (): Promise<void> => {
    const { PrintPage } = await this.services.chunks.get(() => import('../print/print-page.js'));
    if (!this.#isDisposed) this.#paper = new PrintPage(this.services);
  };

  /**
   * Makes the first formatters while the podcast is on its way, each in a task of its own: the first of
   * its kind takes a browser some hundred times longer than those after it.
   */
  async #warmUp(): Promise<void> {
    const { locale } = this.services.language;
    await pause();
    formatDate('2000', locale, new Date());
    await pause();
    formatDuration(60, locale);
  }

  /** Whether the podcast is no longer what the member may hear here. */
  get isOver(): boolean {
    const { host, subscriptionController } = this.services;
    const { subscription } = this.podcast;
    if (
      [subscriptionController.subscription, subscriptionController.replaced].includes(subscription)
    )
      return false;
    // Off, it ends only later in the same update.
    return host.player === 'none' || (this.playback?.isOver ?? true);
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.services.host.removeController(this);
    this.podcast.dispose();
    this.#paper?.dispose();
    this.#isDisposed = true;
    this.#list?.dispose();
    this.playback?.dispose();
  }

  async #loadPlayback(): Promise<void> {
    const { chunks } = this.services;
    const { createPlayer } = await chunks.get(() => import('../player/create-player.js'));
    if (this.#isDisposed) return;
    this.playback = createPlayer(this.services, this.podcast);
    this.services.host.requestUpdate();
  }

  /** Whether all episodes are there: until then the first ones of a long podcast may be shown. */
  get isWhole(): boolean {
    return this.podcast.podcast !== undefined;
  }

  /** Plays, once what it takes is loaded. */
  play = async (use: (playback: Playback) => void): Promise<void> => {
    if (!this.isWhole) {
      await this.podcast.latest;
      await this.services.host.updateComplete;
    }
    if (!this.playback) await this.#playbackLoaded;
    if (this.playback) use(this.playback);
  };

  /** Whether an episode of this podcast plays; `undefined` if there is none to play. */
  get isListening(): boolean | undefined {
    const hasNone = this.isWhole ? !this.#list?.canListen : this.podcast.hasFailed;
    return hasNone ? undefined : (this.playback?.isPlaying ?? false);
  }

  /** The words of the button that plays here. */
  get listening(): ListenView {
    const { apps, language } = this.services;
    const texts = language.all;
    const { isListening } = this;
    if (isListening === undefined) return { label: texts?.nothingToPlay, isOff: true };
    const next = this.#list?.upNext;
    if (!texts || !next) return {};
    const words = listenWords(next, { texts, locale: language.locale, ...apps.buttons });
    return isListening ? { ...words, label: texts.pauseListening, glyph: pauseGlyph } : words;
  }

  /**
   * Plays an episode, as its row does, or pauses it. Before the podcast is there, it plays once it comes.
   * @param episode what the button named; by default the one to go on with.
   */
  async listen(episode?: ShownEpisode): Promise<void> {
    if (this.#list && this.isWhole) await this.#list.listen(episode);
    else this.#isListenDue = true;
  }

  /** A podcast loaded anew keeps its list; the rows beyond the first ones are brought up to date. */
  hostUpdate(): void {
    const { podcast, shown } = this.podcast;
    const { host, language } = this.services;
    if (shown !== this.#list?.podcast) {
      if (shown && this.#list) this.#list.renew(shown);
      else {
        this.#list?.dispose();
        this.#list = shown && new EpisodeList(shown, this.services, this);
      }
      if (podcast) this.playback?.renew(podcast);
    }
    const isOff = host.player === 'none';
    if (isOff) this.playback?.turnOff();
    else if (podcast) {
      // Before it is needed: a browser plays only right after the member's click.
      this.#playbackLoaded ??= this.#loadPlayback();
      if (this.#isListenDue) void this.#list?.listen();
      this.#isListenDue = false;
    }
    // Without a line it fails for now: the member's wish outlasts that.
    if (isOff || (this.podcast.hasFailed && navigator.onLine)) this.#isListenDue = false;
    const count = episodeCount(host.episodes);
    if (language.all && count > 0) this.#list?.updateMore(language.all, language.locale, count);
  }

  render(): TemplateResult | typeof nothing {
    const { host, language } = this.services;
    const count = episodeCount(host.episodes);
    if (!language.all) return nothing;
    return count > 0 ? this.#renderEpisodes(language.all, language.locale, count) : nothing;
  }

  #renderEpisodes(texts: Texts, locale: string, count: number): TemplateResult | typeof nothing {
    const { hasFailed, load } = this.podcast;
    if (this.#list) return html`<section>${this.#list.render(texts, locale, count)}</section>`;
    if (!hasFailed) return renderEpisodesSpace(count, texts);
    return html`<section part="notice" class="notice">
      <p class="muted">${texts.episodesUnavailable}</p>
      <button type="button" part="retry" class="button" @click=${() => load()}>
        ${texts.retry}
      </button>
    </section>`;
  }
}
