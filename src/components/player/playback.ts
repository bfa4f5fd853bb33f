/**
 * Which episode plays on the page, in one media element, and how far. It loads after the list, and makes that
 * element within the member's click, as browsers demand. It knows no view: the bar reads its state.
 */
import type { ReactiveController } from 'lit';
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { DeviceApps } from '../buttons/device-apps.js';
import type { ElementHost, PlayOptions } from '../element/element-host.js';
import type { ElementView } from '../element/element-view.js';
import {
  PpsEpisodeEndEvent,
  PpsEpisodePauseEvent,
  PpsEpisodePlayEvent,
} from '../events/later-events.js';
import type { LanguageController } from '../language/language-controller.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import type { PodcastController } from '../podcast/podcast-controller.js';
import { publicGuid } from '../podcast/public-guid.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import { ListeningMemory } from './listening-memory.js';
import { PlayerStore, type PlayerStatus } from './player-store.js';
import { progressStyles } from './progress-view.js';
import { isVideo } from './recording/media-state.js';
import { isOver, sameEpisode } from './recording/renewed-access.js';
import { isAboutListening } from './remembered-listening.js';
import { requestedEpisode } from './requested-episode.js';

/** The player takes this from the element. */
export interface PlaybackServices {
  readonly host: ElementHost;
  readonly subscriptionController: SubscriptionController;
  readonly language: LanguageController;
  readonly chunks: LazyChunks;
  readonly apps: Pick<DeviceApps, 'platform'>;
  readonly view: () => Pick<ElementView, 'title'>;
  readonly announce: (text: string) => void;
}

export class Playback extends PlayerStore implements ReactiveController {
  readonly memory: ListeningMemory;
  /** URL of the recording that was loaded last. */
  #url: string | undefined;
  /** Aborted when the element leaves the page. */
  #onPage: AbortController | undefined;
  /** Seconds that are left, as its row says them. */
  #left: number | undefined;
  readonly #ended = new AbortController();

  /**
   * @param controller has the podcast as it is now.
   */
  constructor(
    readonly services: PlaybackServices,
    readonly controller: PodcastController,
  ) {
    super();
    const { host } = services;
    this.memory = new ListeningMemory(host, this.state);
    adoptStyles(host.renderRoot, progressStyles);
    host.addController(this);
  }

  /** Ends when another podcast takes the place of this one. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  podcast = (): ShownPodcast | undefined => this.controller.podcast;

  /** Whether what is in the player is no longer what the member may hear here. */
  get isOver(): boolean {
    const { subscriptionController } = this.services;
    return !this.state.episode || isOver(subscriptionController, this.controller.subscription);
  }

  hostConnected(): void {
    // It only takes another place.
    if (this.#onPage?.signal.aborted === false) return;
    if (this.#onPage && this.state.episode) this.attach();
    this.#onPage = new AbortController();
    const { signal } = this.#onPage;
    const update = (event: StorageEvent) => {
      if (isAboutListening(event)) this.services.host.requestUpdate();
    };
    window.addEventListener('pagehide', this.memory.save, { signal });
    window.addEventListener('storage', update, { signal });
  }

  /** Nothing is heard any more once the element has left the page, unless it only takes another place. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.services.host.isConnected) this.#rest();
    });
  }

  #rest(): void {
    this.#onPage?.abort();
    this.pause();
    this.detach();
  }

  get isPlaying(): boolean {
    return this.state.status === 'playing';
  }

  get hasFailed(): boolean {
    return this.state.status === 'failed';
  }

  /** `undefined` for an episode that is not in the player. */
  stateOf = (episode: ShownEpisode): PlayerStatus | undefined =>
    this.#isIn(episode) ? this.state.status : undefined;

  #isIn = (episode: ShownEpisode) => this.state.episode === episode;

  /** Plays an episode, or pauses it. */
  toggle = (episode: ShownEpisode): void => {
    if (!this.#isIn(episode) || this.hasFailed) this.#open(episode);
    else if (this.isPlaying) {
      this.pause();
      return;
    }
    this.play();
  };

  /** Plays an episode from a time in seconds; from its start if it is shorter. */
  playFrom = (episode: ShownEpisode, seconds: number): void => {
    const { duration = NaN } = this.state.media ?? {};
    if (!this.#isIn(episode) || this.hasFailed) this.#open(episode, seconds);
    else this.seekTo(seconds >= duration ? 0 : seconds);
    if (!this.isPlaying) this.play();
  };

  /** Opens the player at the episode's transcript: paused, unless the episode plays already. */
  showTranscript = (episode: ShownEpisode): void => {
    if (!this.#isIn(episode) || this.hasFailed) this.#open(episode);
    this.set({ isExpanded: true, wantsTranscript: true });
  };

  /** The browser may refuse to play before the member has done anything, or long after: the button waits for them. */
  play = (): void => {
    const { media } = this.state;
    this.set({ isRefused: false });
    // A recording that could not be had is asked for again.
    if (media?.error) this.load(this.position);
    media?.play().catch((error: unknown) => {
      this.set({ isRefused: (error as DOMException).name === 'NotAllowedError' });
    });
  };

  /**
   * Plays what the page asks for. An episode that plays already goes on.
   * @param guid the feed's, or as the page knows it.
   * @returns whether there is such an episode to play.
   */
  request(guid: string, options?: PlayOptions): boolean {
    const { host } = this.services;
    const { episode, at } = requestedEpisode(this.podcast(), guid, options);
    if (!episode || !host.isConnected || host.player === 'none') return false;
    if (at) this.playFrom(episode, at);
    else if (this.stateOf(episode) !== 'playing') this.toggle(episode);
    return true;
  }

  /** In seconds: where it is, or will start. */
  get position(): number {
    const { media, position } = this.state;
    return media?.readyState ? media.currentTime : position;
  }

  pause = (): void => {
    const { media } = this.state;
    media?.pause();
    // The browser has paused it already, and tells nobody.
    if (media?.error && this.isPlaying) this.#tell(false, false);
  };

  /** @param seconds from the start. */
  seekTo = (seconds: number): void => {
    const position = Math.max(0, seconds);
    const { media } = this.state;
    if (media?.readyState) media.currentTime = position;
    this.set({ position });
  };

  /** Puts an episode into the player. */
  #open(episode: ShownEpisode, start?: number): void {
    this.#leave();
    const tag = isVideo(episode) ? 'video' : 'audio';
    let { media } = this.state;
    // A video keeps its captions as long as it lives.
    if (media?.localName !== tag || tag === 'video') media = this.#createMedia(tag);
    this.set({ episode, media, status: 'paused', wantsTranscript: false });
    this.load(start ?? this.memory.startOf(episode));
    this.services.host.requestUpdate();
    this.attach();
  }

  /** The same podcast was loaded again: its recordings may have other URLs. */
  renew({ episodes }: ShownPodcast): void {
    const { episode } = this.state;
    this.set({ episode: (episode && sameEpisode(episode, episodes)) ?? episode });
  }

  /** Whether the podcast has another URL for the recording than the one that was loaded. */
  get hasNewUrl(): boolean {
    return this.state.episode?.url !== this.#url;
  }

  /** Loads the recording of the episode into the media element, from a time in seconds. */
  load(start: number): void {
    const { episode, media } = this.state;
    if (!media) return;
    this.#url = episode?.url;
    media.src = this.#url ?? '';
    media.defaultPlaybackRate = media.playbackRate = this.memory.speed;
    this.set({ position: start });
    this.memory.begin(start);
  }

  #createMedia(tag: 'audio' | 'video'): HTMLMediaElement {
    // A browser has a limited number of players, and keeps those that have a recording.
    this.#empty();
    this.state.media?.remove();
    const media = document.createElement(tag);
    media.part.add('media');
    media.preload = 'auto';
    if (media instanceof HTMLVideoElement) media.playsInline = true;
    for (const type of ['play', 'playing', 'pause', 'ended', 'timeupdate', 'emptied']) {
      media.addEventListener(type, this.#follow);
    }
    // Not before: WebKit ends at once where a recording is shorter than it was.
    media.addEventListener('loadedmetadata', () => {
      const { position } = this.state;
      if (position < media.duration) media.currentTime = position;
    });
    return media;
  }

  /** Keeps up with the media element, whoever operates it. */
  #follow = ({ target }: Event): void => {
    const { episode, media } = this.state;
    if (!media || target !== media || !episode || this.hasFailed) return;
    // A browser pauses what it cannot load: the member did not.
    const isPlaying = (!media.paused && !media.ended) || (media.error !== null && this.isPlaying);
    if (isPlaying !== this.isPlaying) this.#tell(isPlaying, media.ended);
    if (media.readyState) this.set({ position: media.currentTime });
    this.memory.follow();
    const left = this.memory.leftOf(episode);
    if (left === this.#left) return;
    this.#left = left;
    this.services.host.requestUpdate();
  };

  #tell(isPlaying: boolean, hasEnded: boolean): void {
    const { host } = this.services;
    const { episode } = this.state;
    if (!episode) return;
    const guid = publicGuid(episode);
    this.set({ status: isPlaying ? 'playing' : 'paused', isRefused: false });
    host.dispatchEvent(
      isPlaying
        ? new PpsEpisodePlayEvent(guid)
        : hasEnded
          ? new PpsEpisodeEndEvent(guid)
          : new PpsEpisodePauseEvent(guid),
    );
    host.requestUpdate();
  }

  /** The recording cannot be had, or not be played here. */
  fail(): void {
    this.#leave();
    this.set({ status: 'failed' });
    this.services.host.requestUpdate();
  }

  /** The member is done with it. */
  close = (): void => {
    this.#leave();
    this.detach();
    this.#empty();
    this.set({ episode: undefined, status: 'paused' });
    this.services.host.requestUpdate();
  };

  /** The media element lets go of its recording. */
  #empty(): void {
    const { media } = this.state;
    media?.removeAttribute('src');
    media?.load();
  }

  /** The page plays by itself from now on. */
  turnOff(): void {
    if (this.state.episode) this.close();
  }

  #leave(): void {
    this.memory.save();
    this.state.media?.pause();
    if (this.isPlaying) this.#tell(false, false);
  }

  /** Another podcast takes the place of this one. */
  dispose(): void {
    this.close();
    this.#rest();
    this.#ended.abort();
    this.services.host.removeController(this);
  }
}
