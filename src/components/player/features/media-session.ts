/**
 * The player as the system shows it: on a lock screen, in a watch or a car, and by the keys of a
 * keyboard or headphones. It follows https://w3c.github.io/mediasession/.
 */
import type { ShownChapter } from '../../../podcast/shown-podcast.js';
import type { Playback } from '../playback.js';
import type { Feature } from '../player-store.js';
import { readingOf } from '../reading.js';

/** Chromium shows no more, and complains of them in the console. */
const MAX_CHAPTERS = 199;

export interface SystemInfo {
  title: string;
  /** The show's title. */
  show: string;
  author?: string;
  /** URL of a picture. */
  cover?: string;
  chapters: readonly ShownChapter[];
  /** The chapter that plays. */
  chapter?: ShownChapter;
}

/** The system may ask for these. It calls them as plain functions, without a `this`. */
interface SystemActions {
  play: () => void;
  pause: () => void;
  stop: () => void;
  /** Negative: back. */
  seekBy: (seconds: number) => void;
  seekTo: (seconds: number) => void;
  nextChapter?: () => void;
  previousChapter?: () => void;
}

/** The player for the system: what plays, with the chapter that is heard, and what may be done about it. */
export const systemControls =
  (player: Playback): Feature =>
  (media, signal) => {
    const { state, services, podcast, play, pause, close, seekTo } = player;
    const read = () => readingOf(state, player.position, podcast());
    const seekToChapter = (step: number) => {
      const { chapters, chapterIndex } = read();
      const chapter = chapters[Math.max(0, chapterIndex + step)];
      if (chapter) seekTo(chapter.start);
    };
    let shown: number;
    const info = (): SystemInfo => {
      const { chapters, chapter, chapterIndex, cover } = read();
      shown = chapterIndex;
      return {
        title: state.episode?.title ?? '',
        show: services.view().title,
        author: podcast()?.author,
        cover,
        chapters,
        chapter,
      };
    };
    const controls = new SystemControls(media, info, {
      play,
      pause,
      stop: close,
      seekBy: (seconds) => seekTo(player.position + seconds),
      seekTo,
      nextChapter: () => seekToChapter(1),
      previousChapter: () => seekToChapter(-1),
    });
    player.subscribe(({ chapters }) => {
      if (chapters ?? read().chapterIndex !== shown) controls.update();
    }, signal);
    signal.addEventListener('abort', () => controls.dispose());
  };

export class SystemControls {
  /** The page has one for all that plays on it; an old browser has none. */
  readonly #session = navigator.mediaSession as MediaSession | undefined;
  #metadata: MediaMetadata | undefined;
  readonly #end = new AbortController();

  /** Shows a recording to the system from now on, and again whenever it starts to play. */
  constructor(
    private readonly media: HTMLMediaElement,
    private readonly info: () => SystemInfo,
    private readonly actions: SystemActions,
  ) {
    const { signal } = this.#end;
    // WebKit forgets everything when a recording starts to play.
    media.addEventListener('playing', this.#show, { signal });
    for (const type of ['pause', 'durationchange', 'seeked', 'ratechange']) {
      media.addEventListener(type, this.#showPosition, { signal });
    }
    this.#show();
  }

  /** Shows what has changed: the chapter, or the list of chapters. */
  update(): void {
    if (this.#isOurs) this.#show();
  }

  /** Clears what the system shows, unless another recording has taken its place. */
  dispose(): void {
    this.#end.abort();
    if (!this.#session || !this.#isOurs) return;
    this.#session.metadata = null;
    this.#session.playbackState = 'none';
    this.#setPosition({});
    this.#handle(undefined);
  }

  get #isOurs(): boolean {
    return this.#session?.metadata === this.#metadata;
  }

  #show = (): void => {
    if (!this.#session) return;
    const { title, show, author, cover, chapters, chapter } = this.info();
    const metadata = {
      title,
      artist: show,
      album: chapter?.title || author,
      artwork: cover ? [{ src: cover }] : [],
      // A browser that does not know this passes over it.
      chapterInfo: chapters
        .slice(0, MAX_CHAPTERS)
        .map(({ title, start }) => ({ title, startTime: start })),
    };
    this.#metadata = this.#session.metadata = new MediaMetadata(metadata);
    this.#handle(chapters);
    this.#showPosition();
  };

  /** Registers the actions, those of chapters where there are some; without a list none at all. */
  #handle(chapters: readonly ShownChapter[] | undefined): void {
    const { play, pause, stop, seekBy, seekTo, nextChapter, previousChapter } = this.actions;
    const handlers: Record<string, MediaSessionActionHandler | undefined> = {
      play,
      pause,
      stop,
      seekbackward: ({ seekOffset = 15 }) => seekBy(-seekOffset),
      seekforward: ({ seekOffset = 30 }) => seekBy(seekOffset),
      // WebKit no longer moves its slider itself once any action is registered.
      seekto: ({ seekTime = 0, fastSeek }) => {
        if (fastSeek && 'fastSeek' in this.media) this.media.fastSeek(seekTime);
        else seekTo(seekTime);
      },
      // On an iPhone's lock screen these take the place of the skips.
      previoustrack: chapters?.length ? previousChapter : undefined,
      nexttrack: chapters?.length ? nextChapter : undefined,
    };
    for (const [action, handler] of Object.entries(handlers)) {
      try {
        this.#session?.setActionHandler(
          action as MediaSessionAction,
          // The handlers may outlast us, where others take the session over: then they lead nowhere.
          chapters && handler ? (details) => this.#end.signal.aborted || handler(details) : null,
        );
      } catch {
        // This browser does not know the action.
      }
    }
  }

  #showPosition = (): void => {
    if (!this.#session || !this.#isOurs) return;
    const { duration, currentTime, playbackRate, paused } = this.media;
    this.#session.playbackState = paused ? 'paused' : 'playing';
    // A live stream has no length that could be shown, and a recording none before it is there.
    const isKnown = duration > 0 && duration < Infinity;
    const position = Math.min(currentTime, duration);
    this.#setPosition(isKnown ? { duration, position, playbackRate } : {});
  };

  #setPosition(state: MediaPositionState): void {
    try {
      this.#session?.setPositionState(state);
    } catch {
      // An old browser cannot show it, or objects to a value.
    }
  }
}
