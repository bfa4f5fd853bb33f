/** Which episodes' notes are open, and what stands there. */
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import type { Notes } from './notes.js';

export class OpenNotes {
  /** By episode, because a feed may use a GUID twice; without notes while they are on their way. */
  readonly #open = new Map<ShownEpisode, Notes | undefined>();
  #leaving = new AbortController();

  constructor(private readonly requestUpdate: () => void) {}

  isOpen = (episode: ShownEpisode): boolean => this.#open.has(episode);
  of = (episode: ShownEpisode): Notes | undefined => this.#open.get(episode);

  /** Breaks off what is on its way: the element leaves the page. */
  abort(): void {
    this.#leaving.abort();
    this.#leaving = new AbortController();
  }

  toggle = async (episode: ShownEpisode): Promise<void> => {
    const wasOpen = this.#open.delete(episode);
    if (!wasOpen) this.#open.set(episode, undefined);
    this.requestUpdate();
    if (wasOpen) return;
    const { signal } = this.#leaving;
    const { readNotes } = await import('./notes.js');
    for await (const notes of readNotes(episode, signal)) {
      // The member may have closed them while they were on their way.
      if (!this.#open.has(episode)) return;
      this.#open.set(episode, notes);
      this.requestUpdate();
    }
  };
}
