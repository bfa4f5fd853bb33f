/** The episode that plays on the page, as the player around it sees it. */
import type { ElementView } from '../element/element-view.js';
import type { DeviceApps } from '../buttons/device-apps.js';
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { ElementHost } from '../element/element-host.js';
import type { LanguageController } from '../language/language-controller.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';

/** What the player takes from the element. */
export interface PlaybackServices {
  readonly host: ElementHost;
  readonly subscriptionController: SubscriptionController;
  readonly language: LanguageController;
  readonly chunks: LazyChunks;
  readonly apps: Pick<DeviceApps, 'platform'>;
  readonly view: () => Pick<ElementView, 'title'>;
  readonly announce: (text: string) => void;
}

export interface ShownPlayback {
  readonly services: PlaybackServices;
  readonly media: HTMLMediaElement | undefined;
  /** The episode in the player, whether it plays or not. */
  readonly episode: ShownEpisode | undefined;
  /** In seconds: where it is, or will start. */
  readonly position: number;
  readonly isPlaying: boolean;
  /** Whether the browser waits for the member to press play. */
  readonly isRefused: boolean;
  /** Whether the recording cannot be had, or not be played here. */
  readonly hasFailed: boolean;
  /** Whether the podcast has another URL for the recording than the one that was loaded. */
  readonly hasNewUrl: boolean;
  podcast: () => ShownPodcast | undefined;
  /** Loads the podcast again. @returns whether there was an answer. */
  reload: () => Promise<boolean>;
  /** Plays an episode, or pauses it. */
  toggle: (episode: ShownEpisode) => void;
  /** Plays an episode from a time in seconds; from its start if it is shorter. */
  playFrom: (episode: ShownEpisode, seconds: number) => void;
  play: () => void;
  pause: () => void;
  /** @param seconds from the start. */
  seekTo: (seconds: number) => void;
  /** Loads the recording anew, and goes on where it was. */
  goOn(): void;
  fail(): void;
  close: () => void;
}
