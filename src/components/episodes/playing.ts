/**
 * The episode that plays in place: one at a time, in the browser's own player, which goes on
 * while its row moves, or is not among what the member looks for.
 */
import { html, type TemplateResult } from 'lit';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import type { Texts } from '../texts/en.js';
import { publicGuid } from './public-guid.js';

interface PlayingHost {
  requestUpdate(): Promise<unknown>;
  /** An episode began to play. */
  played(guid: string): void;
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
    const audio = this.#playerOf(episode) ?? this.#open(episode, seconds);
    audio.currentTime = seconds;
    if (audio.paused) play(audio);
  };

  #playerOf(episode: ShownEpisode): HTMLAudioElement | undefined {
    return episode === this.#episode ? this.#audio : undefined;
  }

  /** @param from seconds to begin at, in place of where the member left it. */
  #open(episode: ShownEpisode, from?: number): HTMLAudioElement {
    this.#audio?.pause();
    const audio = document.createElement('audio');
    audio.part.add('audio');
    audio.controls = true;
    audio.preload = 'metadata';
    audio.ariaLabel = episode.title;
    audio.src = episode.url ?? '';
    audio.addEventListener('play', () => this.#follow(audio, 'sounding'));
    audio.addEventListener('pause', () => this.#follow(audio, 'silent'));
    audio.addEventListener('error', () => this.#follow(audio, 'unplayable'));
    audio.addEventListener('loadedmetadata', () => void this.#begin(episode, audio, from), {
      once: true,
    });
    this.#episode = episode;
    this.#audio = audio;
    this.host.played(publicGuid(episode));
    this.#follow(audio, 'silent');
    return audio;
  }

  /** The recording is there: it begins where it should, and alone. */
  async #begin({ guid }: ShownEpisode, audio: HTMLAudioElement, from?: number): Promise<void> {
    // Without it the episode plays all the same.
    const part = await import('./player.js').catch(() => undefined);
    part?.soundAlone(audio);
    await part?.rememberPosition(audio, guid, from);
  }

  /** The player tells what it does, whoever asked it to. */
  #follow(audio: HTMLAudioElement, state: PlayerState): void {
    if (audio !== this.#audio) return;
    this.#state = state;
    void this.host.requestUpdate();
  }

  /** The player, to stand in one place at a time. */
  render(texts: Texts): TemplateResult {
    return html`<div class="player">
      ${this.#audio}
      <p class="muted" ?hidden=${this.#state !== 'unplayable'}>${texts.notPlayable}</p>
    </div>`;
  }
}
