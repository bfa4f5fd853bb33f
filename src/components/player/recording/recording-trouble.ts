/**
 * The troubles of a recording, and their remedies: a feed asked for again has newly signed URLs, and a
 * lost line comes back.
 */
import { LatestOnly } from '../../loading/latest-only.js';
import type { ShownPlayback } from '../shown-playback.js';
import { isSilent } from './media-state.js';

/** `loading`: no sound for a while. `offline`: the line is lost; it goes on by itself. */
export type Trouble = 'loading' | 'offline' | undefined;

/** Milliseconds without sound after which the player says so. */
const SLOW_MS = 5000;
/** Milliseconds before the next try to go on, the first time; each time twice as many, up to a limit. */
const FIRST_RETRY_MS = 2000;
/** Tries with the same recording, while the feed's host answers and the recording's does not. */
const MAX_RETRIES = 6;

export class RecordingTrouble {
  now: Trouble;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #mending = new LatestOnly();
  /** The error that was seen last: its event may come after the player. */
  #error: MediaError | undefined;
  /** Whether the feed was asked for again since there was sound. */
  #hasAsked = false;
  #retries = 0;
  /** Where the sound began last, in seconds. */
  #start = 0;

  /** @param onChange called whenever there is something else to say. */
  constructor(
    private readonly playback: ShownPlayback,
    private readonly onChange: () => void,
  ) {}

  /** A recording is in the media element, and may have failed before the player was there. */
  start(media: HTMLMediaElement): void {
    this.stop();
    this.#look(media);
  }

  /** Nothing is waited for any more. */
  stop(): void {
    this.rest();
    this.#error = undefined;
    this.#retries = 0;
    this.#hasAsked = false;
  }

  /** The member has paused it: it is not tried again. */
  rest(): void {
    this.#mending.abort();
    this.#say(undefined);
  }

  /** Looks at each event of the media element. */
  watch({ type }: Event, media: HTMLMediaElement): void {
    if (this.playback.hasFailed) return;
    if (/^(playing|seeked)$/.test(type)) this.#start = media.currentTime;
    if (type === 'playing' || (type === 'pause' && !media.error)) this.#say(undefined);
    else if (/^(error|play|waiting|stalled)$/.test(type)) this.#look(media);
    else if (type === 'timeupdate' && media.currentTime > this.#start + 1) {
      this.#retries = 0;
      this.#hasAsked = false;
    }
  }

  #say(trouble: Trouble): void {
    clearTimeout(this.#timer);
    const isNew = trouble !== this.now;
    this.now = trouble;
    if (isNew) this.onChange();
  }

  #look(media: HTMLMediaElement): void {
    const { error } = media;
    if (!error) this.#wait();
    else if (error !== this.#error) void this.#mend((this.#error = error).code);
  }

  /** Says so if there is no sound after a while. */
  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (isSilent(this.playback.media)) this.#say(navigator.onLine ? 'loading' : 'offline');
    }, SLOW_MS);
  }

  /** The line is lost, or back: then the recording is loaded anew. */
  onLine(): void {
    this.#mending.abort();
    this.#say(navigator.onLine ? undefined : 'offline');
  }

  async #mend(code: number): Promise<void> {
    const { playback } = this;
    const signal = this.#mending.begin();
    const isBroken = code === MediaError.MEDIA_ERR_DECODE;
    if (!navigator.onLine) {
      this.#say('offline');
      return;
    }
    if (!isBroken && !this.#hasAsked && !playback.hasNewUrl) {
      this.#wait();
      this.#hasAsked = await playback.reload();
      if (signal.aborted) return;
    }
    const isRefused = this.#hasAsked && code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
    if (!isBroken && playback.hasNewUrl) playback.goOn();
    else if (isBroken || isRefused || this.#retries >= MAX_RETRIES) playback.fail();
    else {
      this.#say('loading');
      this.#timer = setTimeout(() => playback.goOn(), FIRST_RETRY_MS * 2 ** this.#retries);
      // While the feed's host is out of reach too, it is the line, which comes back.
      if (this.#hasAsked || this.#retries < MAX_RETRIES - 1) this.#retries += 1;
    }
  }
}
