/**
 * What is wrong with the recording, and what helps: a feed asked for again has newly signed URLs, and a
 * lost line comes back.
 */
import type { Playback } from './playback.js';

/** `loading`: no sound for a while. `offline`: the line is lost; it goes on by itself. */
export type Trouble = 'loading' | 'offline' | undefined;

/** Milliseconds without sound after which the player says so. */
const SLOW_MS = 5000;
/** Milliseconds between two tries to go on, the first time; each time twice as many. */
const FIRST_RETRY_MS = 2000;
const MAX_RETRIES = 6;

export class RecordingTrouble {
  now: Trouble;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasAsked = false;
  #retries = 0;
  /** Where there was sound last, in seconds. */
  #position = 0;

  /** @param onChange called whenever there is something else to say. */
  constructor(
    private readonly playback: Playback,
    private readonly onChange: () => void,
  ) {
    window.addEventListener('online', this.#retry);
  }

  /** Another recording starts. */
  reset(): void {
    this.#say(undefined);
    this.#hasAsked = false;
    this.#retries = this.#position = 0;
  }

  dispose(): void {
    this.reset();
    window.removeEventListener('online', this.#retry);
  }

  /** Looks at each event of the media element. */
  watch({ type }: Event, media: HTMLMediaElement): void {
    if (type === 'error' && media.error) void this.#mend(media.error.code);
    else if (/^(playing|pause|emptied)$/.test(type)) this.#say(undefined);
    else if (/^(play|waiting|stalled)$/.test(type)) this.#wait(media);
    else if (type === 'timeupdate' && media.currentTime > this.#position + 1) {
      this.#position = media.currentTime;
      this.#retries = 0;
      this.#hasAsked = false;
      if (this.now) this.#say(undefined);
    }
  }

  #say(trouble: Trouble): void {
    clearTimeout(this.#timer);
    const isNew = trouble !== this.now;
    this.now = trouble;
    if (isNew) this.onChange();
  }

  #wait(media: HTMLMediaElement): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const isSilent = !media.paused && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
      if (isSilent) this.#say(navigator.onLine ? 'loading' : 'offline');
    }, SLOW_MS);
  }

  async #mend(code: number): Promise<void> {
    const { playback } = this;
    if (!navigator.onLine) {
      this.#say('offline');
      return;
    }
    if (!this.#hasAsked) {
      this.#hasAsked = true;
      const { episode } = playback;
      await playback.reload();
      // The member chose another one meanwhile, or none.
      if (!episode || !playback.stateOf(episode)) return;
      if (playback.episode?.url !== episode.url) {
        playback.goOn();
        return;
      }
    }
    if (code !== MediaError.MEDIA_ERR_NETWORK || this.#retries >= MAX_RETRIES) {
      this.#say(undefined);
      playback.fail();
      return;
    }
    this.#say('loading');
    this.#timer = setTimeout(this.#retry, FIRST_RETRY_MS * 2 ** this.#retries++);
  }

  #retry = (): void => {
    if (this.playback.media?.error) this.playback.goOn();
  };
}
