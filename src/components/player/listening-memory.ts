/** How far episodes were heard: as this browser remembers it, and of the one that plays as it is right now. */
import type { TemplateResult } from 'lit/html.js';
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { ElementHost } from '../element/element-host.js';
import type { PlayerState } from './player-store.js';
import { renderProgress, secondsLeft, type RowWording } from './progress-view.js';
import { heardSoFar, SAVE_INTERVAL_S } from './recording/media-state.js';
import {
  listenedTo,
  recall,
  rememberListened,
  rememberedSpeed,
  type Listened,
} from './remembered-listening.js';
import { upNext, type UpNext } from './up-next.js';

export class ListeningMemory {
  /** Where the episode in the player was when it was remembered last, in seconds. */
  #saved = 0;

  constructor(
    private readonly host: Pick<ElementHost, 'forgetApp'>,
    private readonly state: PlayerState,
  ) {}

  /** On a shared computer nothing is remembered, nor taken from another page's memory. */
  get #isOff(): boolean {
    return this.host.forgetApp;
  }

  get speed(): number {
    return this.#isOff ? 1 : rememberedSpeed();
  }

  #of = (episode: ShownEpisode): Listened | undefined =>
    this.#isOff ? undefined : listenedTo(episode);

  /** Where the episode goes on, in seconds. */
  startOf(episode: ShownEpisode): number {
    const { position = 0, isHeard } = this.#of(episode) ?? {};
    return isHeard ? 0 : position;
  }

  /** Seconds that are left to hear, as rows say them; `undefined` if none was heard. */
  leftOf(episode: ShownEpisode): number | undefined {
    const { status, media, episode: now } = this.state;
    const soFar = status === 'playing' && now === episode ? heardSoFar(media) : undefined;
    return secondsLeft(soFar ?? this.#of(episode), episode.duration);
  }

  /** Progress for the episode's row; `undefined` if there is none, or the page has its own player. */
  renderProgress(episode: ShownEpisode, wording: RowWording): TemplateResult | undefined {
    const left = wording.hasPlayer ? this.leftOf(episode) : undefined;
    return left === undefined ? undefined : renderProgress(left, wording);
  }

  /** The episode to go on with: the one in the player, unless it was heard to its end or has failed. */
  upNext(
    ordered: readonly ShownEpisode[],
    podcastType: ShownPodcast['podcastType'] | undefined,
  ): UpNext | undefined {
    const { episode, status } = this.state;
    if (episode && status !== 'failed') {
      const left = this.leftOf(episode);
      const kind = left === undefined ? 'listen' : 'continue';
      if (left !== 0 || status === 'playing') return { kind, episode, left };
    }
    return upNext(ordered, podcastType, (it) => (this.#isOff ? undefined : recall(it)));
  }

  /** The episode in the player begins at a time, in seconds. */
  begin(start: number): void {
    this.#saved = start;
  }

  /** Remembers the position from time to time. */
  follow(): void {
    const { status, media } = this.state;
    const played = Math.abs((media?.currentTime ?? 0) - this.#saved);
    if (status !== 'playing' || played >= SAVE_INTERVAL_S) this.save();
  }

  save = (): void => {
    const { episode, media } = this.state;
    const listened = heardSoFar(media);
    const { currentTime = 0 } = media ?? {};
    // Nothing was heard since the last time; the member may have had it forgotten.
    if (this.#isOff || !listened || !episode || currentTime === this.#saved) return;
    rememberListened(episode, listened);
    this.#saved = currentTime;
  };
}
