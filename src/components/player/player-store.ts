/** Holds what the player knows, tells of each change, and attaches features to the recording that it plays. */
import type { ShownChapter, ShownEpisode } from '../../podcast/shown-podcast.js';
import type { TranscriptView } from '../transcript/transcript.js';

/** `failed`: the recording cannot be loaded or played. */
export type PlayerStatus = 'paused' | 'playing' | 'failed';

export interface Sleep {
  /** Minutes, or `end` for the end of the episode. */
  chosen: number | 'end';
  /** In milliseconds since 1970; infinite for the end of the episode. */
  due: number;
}

/** Times are in seconds. */
export interface PlayerState {
  /** The episode in the player, whether it plays or not. */
  episode?: ShownEpisode | undefined;
  /** The element that plays: the same one for all episodes of its kind, which iOS lets play on. */
  media?: HTMLMediaElement | undefined;
  status: PlayerStatus;
  /** Where the episode starts, once its length is known, or was last. */
  position: number;
  /** Whether the browser waits for the member to press play. */
  isRefused?: boolean;
  /** `loading`: no sound for a while. `offline`: the line is lost; it goes on by itself. */
  trouble?: 'loading' | 'offline' | undefined;
  /** In the order of time. */
  chapters?: readonly ShownChapter[];
  sleep?: Sleep | undefined;
  /** Whether another device may play. */
  canCast?: boolean;
  /** Whether the panel is open. */
  isExpanded?: boolean;
  /** Of the episode, once it is read. */
  transcript?: TranscriptView | undefined;
  /** The member came for it, and has not seen it yet. */
  wantsTranscript?: boolean;
  /** Where the slider stands while it is dragged. */
  dragged?: number | undefined;
}

/**
 * A part of the player. It is attached to each recording, and again to the one in the player when the element comes
 * back to the page.
 * @param signal ends when another episode takes its place, and when the element leaves the page.
 */
export type Feature = (media: HTMLMediaElement, signal: AbortSignal) => void;

type Listener = (changed: Partial<PlayerState>) => void;

export class PlayerStore {
  readonly state: PlayerState = { status: 'paused', position: 0 };
  readonly #listeners = new Set<Listener>();
  readonly #features: Feature[] = [];
  /** Ends with what the features are attached to. */
  #attached: AbortController | undefined;

  /** Changes the state. Nobody hears of a value that was there before. */
  set = (next: Partial<PlayerState>): void => {
    const { state } = this;
    const news = Object.entries(next).filter(
      ([name, value]) => state[name as keyof PlayerState] !== value,
    );
    if (!news.length) return;
    const changed = Object.fromEntries(news) as Partial<PlayerState>;
    Object.assign(state, changed);
    for (const listener of this.#listeners) listener(changed);
  };

  /** @param listener is told what has changed, at once. */
  subscribe(listener: Listener, signal?: AbortSignal): void {
    this.#listeners.add(listener);
    signal?.addEventListener('abort', () => this.#listeners.delete(listener));
  }

  /** Adds features, from now on and to what is in the player now. */
  use(...features: Feature[]): void {
    this.#features.push(...features);
    this.#attachAll(features);
  }

  /** Attaches all features to what is in the player now, and lets go of what was. */
  protected attach(): void {
    this.detach();
    this.#attached = new AbortController();
    this.#attachAll(this.#features);
  }

  protected detach(): void {
    this.#attached?.abort();
  }

  #attachAll(features: readonly Feature[]): void {
    const { media } = this.state;
    const { signal } = this.#attached ?? {};
    if (!media || signal?.aborted !== false) return;
    for (const feature of features) feature(media, signal);
  }
}
