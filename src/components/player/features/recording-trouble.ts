/**
 * The troubles of a recording, and their remedies: a feed asked for again has newly signed URLs, and a
 * lost line comes back.
 */
import { LatestOnly } from '../../loading/latest-only.js';
import type { Playback } from '../playback.js';
import type { Feature, PlayerState } from '../player-store.js';

/** Milliseconds without sound after which the player says so. */
const SLOW_MS = 5000;
/** Milliseconds before the next try to go on, the first time; each time twice as many, up to a limit. */
const FIRST_RETRY_MS = 2000;
/** Tries with the same recording, while the feed's host answers and the recording's does not. */
const MAX_RETRIES = 6;

/** The events that tell of one, or that it is over. */
const EVENTS = 'error play playing pause waiting stalled seeked timeupdate';

/** Whether there is no sound for want of the recording. */
export const isSilent = (media: HTMLMediaElement | undefined): boolean =>
  Boolean(media?.error) ||
  (media?.paused === false && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA);

/**
 * @param wasLost whether the network has lost code of the player. A browser may not know that it has no line: the
 * recording failed for the same reason.
 */
export function recordingTrouble(player: Playback, wasLost: boolean): Feature {
  let isLost = wasLost;
  return (media, signal) => {
    new RecordingTrouble(player, media).watch(signal, isLost);
    isLost = false;
  };
}

class RecordingTrouble {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #mending = new LatestOnly();
  /** The error that was seen last: its event may come after the player. */
  #error: MediaError | undefined;
  /** Whether the feed was asked for again since there was sound. */
  #hasAsked = false;
  #retries = 0;
  /** Where the sound began last, in seconds. */
  #start = 0;

  constructor(
    private readonly player: Playback,
    private readonly media: HTMLMediaElement,
  ) {}

  /** The recording may have failed before the player was there. */
  watch(signal: AbortSignal, isLost: boolean): void {
    const { media, player } = this;
    for (const type of EVENTS.split(' ')) media.addEventListener(type, this.#follow, { signal });
    for (const type of ['online', 'offline']) addEventListener(type, this.#onLine, { signal });
    player.subscribe(({ status }) => {
      // The member has paused it, or it is given up: it is not tried again.
      if (status === 'failed' || (status === 'paused' && media.error)) this.#rest();
    }, signal);
    signal.addEventListener('abort', this.#rest);
    this.#look();
    if (isLost) this.#onLine();
  }

  #rest = (): void => {
    this.#mending.abort();
    this.#say(undefined);
  };

  #follow = ({ type }: Event): void => {
    const { media, player } = this;
    if (player.hasFailed) return;
    if (/^(playing|seeked)$/.test(type)) this.#start = media.currentTime;
    if (type === 'playing' || (type === 'pause' && !media.error)) this.#say(undefined);
    else if (/^(error|play|waiting|stalled)$/.test(type)) this.#look();
    else if (type === 'timeupdate' && media.currentTime > this.#start + 1) {
      this.#retries = 0;
      this.#hasAsked = false;
    }
  };

  #say(trouble: PlayerState['trouble']): void {
    clearTimeout(this.#timer);
    this.player.set({ trouble });
  }

  #look(): void {
    const { error } = this.media;
    if (!error) this.#wait();
    else if (error !== this.#error) void this.#mend((this.#error = error).code);
  }

  /** Says so if there is no sound after a while. */
  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (isSilent(this.media)) this.#say(navigator.onLine ? 'loading' : 'offline');
    }, SLOW_MS);
  }

  /** The line is lost, or back: what failed without it is forgotten. */
  #onLine = (): void => {
    const { onLine } = navigator;
    if (this.player.hasFailed || !isSilent(this.media)) return;
    this.#mending.abort();
    this.#say(onLine ? undefined : 'offline');
    if (onLine) this.#goOn();
  };

  /** Loads the recording anew, and goes on where it was: silent if it was paused. */
  #goOn(): void {
    const { player } = this;
    player.load(player.position);
    if (player.isPlaying) player.play();
  }

  async #mend(code: number): Promise<void> {
    const { player } = this;
    const signal = this.#mending.begin();
    const isBroken = code === MediaError.MEDIA_ERR_DECODE;
    if (!navigator.onLine) {
      this.#say('offline');
      return;
    }
    if (!isBroken && !this.#hasAsked && !player.hasNewUrl) {
      this.#wait();
      this.#hasAsked = await reloadPodcast(player);
      if (signal.aborted) return;
    }
    const isRefused = this.#hasAsked && code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
    if (!isBroken && player.hasNewUrl) this.#goOn();
    else if (isBroken || isRefused || this.#retries >= MAX_RETRIES) player.fail();
    else {
      this.#say('loading');
      this.#timer = setTimeout(() => this.#goOn(), FIRST_RETRY_MS * 2 ** this.#retries);
      // While the feed's host is out of reach too, it is the line, which comes back.
      if (this.#hasAsked || this.#retries < MAX_RETRIES - 1) this.#retries += 1;
    }
  }
}

/**
 * Loads the podcast anew past every cache. Where another link takes the place of this one meanwhile, it
 * waits for the podcast behind that.
 * @returns whether there was an answer.
 */
async function reloadPodcast({ services, controller }: Playback): Promise<boolean> {
  const before = controller.podcast;
  let run: Promise<void> | undefined;
  void controller.load('reload');
  while (run !== controller.latest) {
    await (run = controller.latest);
    await services.host.updateComplete;
  }
  return controller.podcast !== before;
}
