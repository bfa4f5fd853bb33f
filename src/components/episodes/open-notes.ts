/** Which episodes' notes are open, and what stands there. */
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import type { Parts } from '../parts.js';
import type { Notes } from './notes.js';

interface NotesHost {
  requestUpdate(): void;
  readonly parts: Parts;
}

/** Notes that are open; without content while it is on its way. */
interface Opened {
  readonly leaving: AbortController;
  notes?: Notes;
}

export class OpenNotes {
  /** By episode, because a feed may use a GUID twice. */
  readonly #open = new Map<ShownEpisode, Opened>();

  constructor(private readonly host: NotesHost) {}

  isOpen = (episode: ShownEpisode): boolean => this.#open.has(episode);
  of = (episode: ShownEpisode): Notes | undefined => this.#open.get(episode)?.notes;

  /** Breaks off what is on its way: the element leaves the page. */
  abort(): void {
    for (const { leaving } of this.#open.values()) leaving.abort();
  }

  /** Goes on where `abort` broke off. */
  resume(): void {
    for (const [episode, { leaving }] of this.#open) {
      if (leaving.signal.aborted) void this.#openNotes(episode);
    }
  }

  toggle = async (episode: ShownEpisode): Promise<void> => {
    const open = this.#open.get(episode);
    if (open) this.#close(episode, open);
    else await this.#openNotes(episode);
  };

  #close(episode: ShownEpisode, opened: Opened): void {
    opened.leaving.abort();
    if (this.#open.get(episode) === opened) this.#open.delete(episode);
    this.host.requestUpdate();
  }

  async #openNotes(episode: ShownEpisode): Promise<void> {
    const opened: Opened = { leaving: new AbortController() };
    this.#open.set(episode, opened);
    this.host.requestUpdate();
    const again = () => this.#openNotes(episode);
    const part = await this.host.parts.load('notes', import('./notes.js'), again);
    if (!part) {
      this.#close(episode, opened);
      return;
    }
    for await (const notes of part.readNotes(episode, opened.leaving.signal)) {
      opened.notes = notes;
      this.host.requestUpdate();
    }
  }
}
