/** Which episode plays in place: one at a time, in the browser's own player. */
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

interface PlayingHost {
  /** Renders anew; resolves once that stands. */
  requestUpdate(): Promise<unknown>;
  /** An episode began to play. */
  played(guid: string): void;
}

const rowOf = ({ currentTarget }: Event) =>
  (currentTarget as HTMLElement).closest<HTMLElement>('.episode');

/** Playing may be refused, as before the member did anything: then the player waits for them. */
function play(audio: HTMLAudioElement): void {
  audio.play().catch(() => undefined);
}

export class Playing {
  #episode: ShownEpisode | undefined;
  #isSounding = false;
  /** Seconds to begin at, where not in the place that the member left. */
  #from: number | undefined;

  constructor(private readonly host: PlayingHost) {}

  /** Whether an episode has the player, */
  has = (episode: ShownEpisode): boolean => episode === this.#episode;
  /** and whether it is to be heard. */
  isSounding = (episode: ShownEpisode): boolean => this.has(episode) && this.#isSounding;

  /** Plays an episode, or pauses it. */
  toggle = (episode: ShownEpisode, event: Event): void => {
    const audio = rowOf(event)?.querySelector('audio');
    if (!audio) void this.#open(episode, rowOf(event));
    else if (audio.paused) play(audio);
    else audio.pause();
  };

  /** Plays an episode from a time in seconds. */
  playFrom = (episode: ShownEpisode, seconds: number, event: Event): void => {
    const audio = rowOf(event)?.querySelector('audio');
    if (!audio) {
      void this.#open(episode, rowOf(event), seconds);
      return;
    }
    audio.currentTime = seconds;
    play(audio);
  };

  async #open(episode: ShownEpisode, row: HTMLElement | null, from?: number): Promise<void> {
    this.#episode = episode;
    this.#isSounding = false;
    this.#from = from;
    this.host.played(episode.guid);
    await this.host.requestUpdate();
    // Still within what the member did: later the browser might refuse.
    const audio = row?.querySelector('audio');
    if (!audio) return;
    if (from !== undefined) audio.currentTime = from;
    play(audio);
  }

  /** The recording is there: it begins where it should. */
  begin = async ({ guid }: ShownEpisode, audio: HTMLAudioElement): Promise<void> => {
    const from = this.#from;
    this.#from = undefined;
    const { rememberPosition, soundAlone } = await import('./player.js');
    soundAlone(audio);
    await rememberPosition(audio, guid, from);
  };

  /** The player tells what it does, whoever asked it to. */
  follow = (isSounding: boolean): void => {
    this.#isSounding = isSounding;
    void this.host.requestUpdate();
  };
}
