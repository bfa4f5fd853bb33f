/**
 * Plays one episode at a time in the browser's own player, which goes on while its row moves or is
 * filtered out. A chunk that loads after the list.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import type { ElementServices } from '../../first-load/element-services.js';
import type { Texts } from '../../texts/en.js';
import { PpsEpisodePlayEvent } from './episode-play-event.js';
import { playAlone, rememberPosition } from './player.js';
import { publicGuid } from '../../shared-chunk/public-guid.js';

/** `failed`: the recording cannot be loaded or played. */
export type PlayerState = 'paused' | 'playing' | 'failed';

/** The browser may refuse to play before the member has done anything: the player then waits for them. */
function play(audio: HTMLAudioElement): void {
  audio.play().catch(() => undefined);
}

export class Playback {
  #episode: ShownEpisode | undefined;
  #audio: HTMLAudioElement | undefined;
  #state: PlayerState = 'paused';
  /** Seconds at which the member asked to start, in place of where they stopped last time. */
  #start: number | undefined;

  constructor(private readonly services: ElementServices) {}

  /** The episode in the player, unless it failed. */
  get current(): ShownEpisode | undefined {
    return this.#state === 'failed' ? undefined : this.#episode;
  }

  get isPlaying(): boolean {
    return this.#state === 'playing';
  }

  /** `undefined` for an episode that is not in the player. */
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
    this.#start = seconds;
    audio.currentTime = seconds;
    if (audio.paused) play(audio);
  };

  #playerOf(episode: ShownEpisode): HTMLAudioElement | undefined {
    // A player that failed stays so: a new one may succeed.
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
    audio.addEventListener('play', () => this.#follow(audio, 'playing'));
    audio.addEventListener('pause', () => this.#follow(audio, 'paused'));
    audio.addEventListener('error', () => {
      this.#follow(audio, 'failed');
      this.services.announce(this.services.language.all?.notPlayable ?? '');
    });
    audio.addEventListener('loadedmetadata', () => void this.#prepare(episode, audio), {
      once: true,
    });
    this.#episode = episode;
    this.#audio = audio;
    this.#start = undefined;
    this.services.host.dispatchEvent(new PpsEpisodePlayEvent(publicGuid(episode)));
    this.#follow(audio, 'paused');
    return audio;
  }

  /** The recording is there: it starts where it should, and pauses any other on the page. */
  async #prepare({ guid }: ShownEpisode, audio: HTMLAudioElement): Promise<void> {
    try {
      playAlone(audio);
      await rememberPosition(audio, guid, () => (audio === this.#audio ? this.#start : undefined));
    } catch {
      // On a page without https, where there is no digest, the episode still plays.
    }
  }

  /** Keeps up with the player, whoever operates it. */
  #follow(audio: HTMLAudioElement, state: PlayerState): void {
    if (audio !== this.#audio) return;
    // A browser pauses a player that failed: the failure is what counts.
    this.#state = audio.error ? 'failed' : state;
    this.services.host.requestUpdate();
  }

  /** The player of an episode whose row is filtered out: the member must still be able to stop it. */
  renderApart(
    shown: readonly ShownEpisode[],
    texts: Texts,
    lang: string | undefined,
  ): TemplateResult | typeof nothing {
    const episode = this.#episode;
    if (!episode || shown.includes(episode)) return nothing;
    return html`<div part="playing" class="panel">
      <p lang=${lang ?? nothing} dir="auto">${episode.title}</p>
      ${this.render(texts)}
    </div>`;
  }

  /** The player; render it in one place at a time. */
  render(texts: Texts): TemplateResult {
    return html`<div class="player">
      ${this.#audio}
      <p class="muted" ?hidden=${this.#state !== 'failed'}>${texts.notPlayable}</p>
    </div>`;
  }
}
