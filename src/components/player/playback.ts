/**
 * Which episode plays on the page, in one media element, and how far. It loads after the list, and makes that
 * element within the member's click, as browsers demand: the player around it is a chunk of its own.
 */
import type { ReactiveController } from 'lit';
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { PlayOptions } from '../element/element-host.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import { publicGuid } from '../podcast/public-guid.js';
import type { PodcastController } from '../podcast/podcast-controller.js';
import { isOver, reloadPodcast, sameEpisode } from './recording/renewed-access.js';
import {
  PpsEpisodeEndEvent,
  PpsEpisodePauseEvent,
  PpsEpisodePlayEvent,
} from '../events/later-events.js';
import { ListeningMemory } from './listening-memory.js';
import { isAboutListening } from './remembered-listening.js';
import { isSilent, isVideo, waitForSound } from './recording/media-state.js';
import type { PlaybackServices, ShownPlayback } from './shown-playback.js';
import { requestedEpisode } from './requested-episode.js';
import type { PlayerBar } from './player-bar.js';
import { progressStyles } from './progress-view.js';

/** `failed`: the recording cannot be loaded or played. */
export type PlayerState = 'paused' | 'playing' | 'failed';

export class Playback implements ShownPlayback, ReactiveController {
  /** The element that plays: the same one for all episodes of its kind, which iOS lets play on. */
  media: HTMLMediaElement | undefined;
  /** The bar, and what is behind it; `undefined` until it is loaded. */
  bar: PlayerBar | undefined;
  readonly memory = new ListeningMemory(this);
  #episode: ShownEpisode | undefined;
  #state: PlayerState = 'paused';
  #barLoaded: Promise<void> | undefined;
  /** Seconds at which the episode starts, once its length is known, or was last. */
  #position = 0;
  /** URL of the recording that was loaded last. */
  #url: string | undefined;
  /** Aborted when the element leaves the page. */
  #onPage: AbortController | undefined;
  /** Seconds that are left, as its row says them. */
  #left: number | undefined;
  readonly #listening = new AbortController();

  /**
   * @param controller has the podcast as it is now.
   */
  constructor(
    readonly services: PlaybackServices,
    private readonly controller: PodcastController,
  ) {
    const { signal } = this.#listening;
    adoptStyles(services.host.renderRoot, progressStyles);
    for (const type of ['pointerover', 'focusin']) {
      services.host.renderRoot.addEventListener(type, this.#prefetch, { signal });
    }
    services.host.addController(this);
  }

  podcast = (): ShownPodcast | undefined => this.controller.podcast;

  /** Loads the podcast again: a recording's signed URL may have expired. */
  reload = (): Promise<boolean> => reloadPodcast(this.services, this.controller);

  /** Whether what is in the player is no longer what the member may hear here. */
  get isOver(): boolean {
    return !this.#episode || isOver(this.services, this.controller.subscription);
  }

  hostConnected(): void {
    // It only takes another place.
    if (this.#onPage?.signal.aborted === false) return;
    if (this.#onPage && this.#episode) this.bar?.open();
    this.#onPage = new AbortController();
    const { signal } = this.#onPage;
    const update = (event: StorageEvent) => {
      if (isAboutListening(event)) this.services.host.requestUpdate();
    };
    window.addEventListener('pagehide', this.memory.save, { signal });
    for (const type of ['online', 'offline'])
      window.addEventListener(type, this.#onLine, { signal });
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
    this.bar?.rest();
  }

  /** The episode in the player, whether it plays or not. */
  get episode(): ShownEpisode | undefined {
    return this.#episode;
  }

  get isPlaying(): boolean {
    return this.#state === 'playing';
  }

  /** Whether the browser waits for the member to press play. */
  isRefused = false;

  get hasFailed(): boolean {
    return this.#state === 'failed';
  }

  /** `undefined` for an episode that is not in the player. */
  stateOf = (episode: ShownEpisode): PlayerState | undefined =>
    this.#episode === episode ? this.#state : undefined;

  /** Plays an episode, or pauses it. */
  toggle = (episode: ShownEpisode): void => {
    if (this.#episode !== episode || this.hasFailed) void this.#open(episode);
    else if (this.isPlaying) {
      this.pause();
      return;
    }
    this.play();
  };

  /** Plays an episode from a time in seconds; from its start if it is shorter. */
  playFrom = (episode: ShownEpisode, seconds: number): void => {
    const { duration = NaN } = this.media ?? {};
    if (this.#episode !== episode || this.hasFailed) void this.#open(episode, seconds);
    else this.seekTo(seconds >= duration ? 0 : seconds);
    if (!this.isPlaying) this.play();
  };

  /** Opens the player at the episode's transcript: paused, unless the episode plays already. */
  showTranscript = async (episode: ShownEpisode): Promise<void> => {
    if (this.#episode !== episode || this.hasFailed) await this.#open(episode);
    else await this.#loadBar();
    await this.bar?.showTranscript();
  };

  /** The browser may refuse to play before the member has done anything, or long after: the button waits for them. */
  play = (): void => {
    // A recording that could not be had is asked for again.
    if (this.media?.error) this.load(this.position);
    this.media?.play().catch((error: unknown) => {
      this.isRefused = (error as DOMException).name === 'NotAllowedError';
      if (this.isRefused) this.bar?.askToPlay();
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
    return this.media?.readyState ? this.media.currentTime : this.#position;
  }

  pause = (): void => {
    this.media?.pause();
    if (!this.media?.error) return;
    // The browser has paused it already, and tells nobody.
    this.bar?.trouble.rest();
    if (this.isPlaying) this.#tell(false, false);
  };

  seekTo = (seconds: number): void => {
    this.#position = Math.max(0, seconds);
    if (this.media?.readyState) this.media.currentTime = this.#position;
  };

  /** Puts an episode into the player. */
  #open(episode: ShownEpisode, start?: number): Promise<void> {
    this.#leave();
    const tag = isVideo(episode) ? 'video' : 'audio';
    // A video keeps its captions as long as it lives.
    if (this.media?.localName !== tag || tag === 'video') this.media = this.#createMedia(tag);
    this.#episode = episode;
    this.#state = 'paused';
    this.load(start ?? this.memory.startOf(episode));
    this.services.host.requestUpdate();
    return this.#showBar();
  }

  /** On a slow line the sound comes first, unless it takes its time. */
  async #showBar(): Promise<void> {
    if (!this.bar) await waitForSound(this.media, this.#onPage?.signal);
    await this.#loadBar();
    if (!this.services.host.isConnected) return;
    this.bar?.open();
    if (this.isRefused) this.bar?.askToPlay();
  }

  /** The same podcast was loaded again: its recordings may have other URLs. */
  renew({ episodes }: ShownPodcast): void {
    this.#episode = (this.#episode && sameEpisode(this.#episode, episodes)) ?? this.#episode;
  }

  /** Whether the podcast has another URL for the recording than the one that was loaded. */
  get hasNewUrl(): boolean {
    return this.#episode?.url !== this.#url;
  }

  /** Loads the recording of the episode into the media element, from a time in seconds. */
  load(start: number): void {
    const { media } = this;
    if (!media) return;
    this.#url = this.#episode?.url;
    media.src = this.#url ?? '';
    media.defaultPlaybackRate = media.playbackRate = this.memory.speed;
    this.#position = start;
    this.memory.begin(start);
  }

  /** The line is lost, or back: what failed without it is forgotten, whether the player knows of it or not. */
  #onLine = (): void => {
    if (!this.#episode || this.hasFailed || !isSilent(this.media)) return;
    this.bar?.trouble.onLine();
    if (navigator.onLine) this.goOn();
  };

  /** Loads the recording anew, and goes on where it was: silent if it was paused. */
  goOn(): void {
    this.load(this.position);
    if (this.isPlaying) this.play();
  }

  #createMedia(tag: 'audio' | 'video'): HTMLMediaElement {
    // A browser has a limited number of players, and keeps those that have a recording.
    this.#empty();
    this.media?.remove();
    const media = document.createElement(tag);
    media.part.add('media');
    media.preload = 'auto';
    if (media instanceof HTMLVideoElement) media.playsInline = true;
    for (const type of ['play', 'playing', 'pause', 'ended', 'timeupdate', 'emptied']) {
      media.addEventListener(type, this.#follow);
    }
    // Not before: WebKit ends at once where a recording is shorter than it was.
    media.addEventListener('loadedmetadata', () => {
      if (this.#position < media.duration) media.currentTime = this.#position;
    });
    return media;
  }

  /** Keeps up with the media element, whoever operates it. */
  #follow = ({ target }: Event): void => {
    const { media } = this;
    if (!media || target !== media || !this.#episode || this.hasFailed) return;
    // A browser pauses what it cannot load: the member did not.
    const isPlaying = (!media.paused && !media.ended) || (media.error !== null && this.isPlaying);
    if (isPlaying !== this.isPlaying) this.#tell(isPlaying, media.ended);
    if (media.readyState) this.#position = media.currentTime;
    this.memory.follow();
    const left = this.memory.leftOf(this.#episode);
    if (left === this.#left) return;
    this.#left = left;
    this.services.host.requestUpdate();
  };

  #tell(isPlaying: boolean, hasEnded: boolean): void {
    const { host } = this.services;
    if (!this.#episode) return;
    const guid = publicGuid(this.#episode);
    this.#state = isPlaying ? 'playing' : 'paused';
    this.isRefused = false;
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
    this.#state = 'failed';
    this.services.host.requestUpdate();
  }

  /** The member is done with it. */
  close = (): void => {
    this.#leave();
    this.#empty();
    this.#episode = undefined;
    this.#state = 'paused';
    this.services.host.requestUpdate();
  };

  /** The media element lets go of its recording. */
  #empty(): void {
    this.media?.removeAttribute('src');
    this.media?.load();
  }

  /** The page plays by itself from now on: the bar goes. */
  turnOff(): void {
    if (this.#episode) (this.bar ?? this).close();
  }

  #leave(): void {
    this.bar?.trouble.stop();
    this.memory.save();
    this.media?.pause();
    if (this.isPlaying) this.#tell(false, false);
  }

  /** The player comes before the press, if the pointer or the focus announces it. */
  #prefetch = ({ target }: Event): void => {
    if ((target as Element).closest('[part~=play],[part=listen]')) void this.#loadBar();
  };

  #loadBar(): Promise<void> {
    let isLost = false;
    const onLost = () => (isLost = true);
    return (this.#barLoaded ??= this.services.chunks
      .get(() => import('./player-bar.js'), onLost)
      .then(async ({ createPlayerBar }) => {
        const bar = await createPlayerBar(this, onLost);
        if (this.#listening.signal.aborted) return;
        this.bar = bar;
        // A browser may not know that it has no line: the recording failed for the same reason.
        if (isLost) this.#onLine();
      }));
  }

  /** Another podcast takes the place of this one. */
  dispose(): void {
    this.close();
    this.#rest();
    this.#listening.abort();
    this.services.host.removeController(this);
    this.bar?.close();
  }
}
