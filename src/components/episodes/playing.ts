/**
 * The episode that plays in place: one at a time, in the browser's own player, which goes on
 * while its row moves, or is not among what the member looks for.
 */
import { html, type TemplateResult } from 'lit';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import type { Texts } from '../texts/en.js';
import { publicGuid } from './public-guid.js';

interface PlayingHost {
  requestUpdate(): void;
  /** The member plays an episode. */
  played(guid: string): void;
  /** Its recording cannot be had. */
  failed(): void;
}

/** What a player does; `unplayable` where the recording cannot be had. */
export type PlayerState = 'silent' | 'sounding' | 'unplayable';

/** Playing may be refused, as before the member did anything: then the player waits for them. */
function play(audio: HTMLAudioElement): void {
  audio.play().catch(() => undefined);
}

export class Playing {
  #episode: ShownEpisode | undefined;
  #audio: HTMLAudioElement | undefined;
  #state: PlayerState = 'silent';
  /** Seconds that the member asked for, in place of where they left it. */
  #from: number | undefined;

  constructor(private readonly host: PlayingHost) {}

  /** The episode that has the player. */
  get episode(): ShownEpisode | undefined {
    return this.#episode;
  }

  /** What an episode's player does; undefined where it has none. */
  stateOf = (episode: ShownEpisode): PlayerState | undefined =>
    episode === this.#episode ? this.#state : undefined;

  /** Plays an episode, or pauses it. */
  toggle = (episode: ShownEpisode): void => {
    const audio = this.#playerOf(episode) ?? this.#open(episode);
    if (audio.paused) play(audio);
    else audio.pause();
  };

  /** Plays an episode from a time in seconds. */
  playFrom = (episode: ShownEpisode, seconds: number): void => {
    const audio = this.#playerOf(episode) ?? this.#open(episode);
    this.#from = seconds;
    audio.currentTime = seconds;
    if (audio.paused) play(audio);
  };

  #playerOf(episode: ShownEpisode): HTMLAudioElement | undefined {
    // One that failed is of no more use: a new one may get what that one could not.
    return episode === this.#episode && !this.#audio?.error ? this.#audio : undefined;
  }

  #open(episode: ShownEpisode): HTMLAudioElement {
    this.#audio?.pause();
    const audio = document.createElement('audio');
    audio.part.add('audio');
    audio.controls = true;
    audio.preload = 'metadata';
    audio.ariaLabel = episode.title;
    audio.src = episode.url ?? '';
    audio.addEventListener('play', () => this.#follow(audio, 'sounding'));
    audio.addEventListener('pause', () => this.#follow(audio, 'silent'));
    audio.addEventListener('error', () => {
      this.#follow(audio, 'unplayable');
      this.host.failed();
    });
    audio.addEventListener('loadedmetadata', () => void this.#begin(episode, audio), {
      once: true,
    });
    this.#episode = episode;
    this.#audio = audio;
    this.#from = undefined;
    this.host.played(publicGuid(episode));
    this.#follow(audio, 'silent');
    return audio;
  }

  /** The recording is there: it begins where it should, and alone. */
  async #begin({ guid }: ShownEpisode, audio: HTMLAudioElement): Promise<void> {
    try {
      const { rememberPosition, soundAlone } = await import('./player.js');
      soundAlone(audio);
      await rememberPosition(audio, guid, () => (audio === this.#audio ? this.#from : undefined));
    } catch {
      // Without it, as on a page without https, the episode plays all the same.
    }
  }

  /** The player tells what it does, whoever asked it to. */
  #follow(audio: HTMLAudioElement, state: PlayerState): void {
    if (audio !== this.#audio) return;
    // A browser pauses what failed: that says no more than the failure.
    this.#state = audio.error ? 'unplayable' : state;
    this.host.requestUpdate();
  }

  /** The player, to stand in one place at a time. */
  render(texts: Texts): TemplateResult {
    return html`<div class="player">
      ${this.#audio}
      <p class="muted" ?hidden=${this.#state !== 'unplayable'}>${texts.notPlayable}</p>
    </div>`;
  }
}
