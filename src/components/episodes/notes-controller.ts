/** Which episodes' notes are open, and their content once it is loaded. */
import type { LitElement, ReactiveController } from 'lit';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import type { LazyChunks } from '../lazy-chunks.js';
import type { Notes } from './notes.js';

interface OpenNotes {
  readonly loading: AbortController;
  /** `undefined` while loading. */
  notes?: Notes;
}

export class NotesController implements ReactiveController {
  /** By episode, because a feed may use a GUID twice. */
  readonly #open = new Map<ShownEpisode, OpenNotes>();

  constructor(
    private readonly host: LitElement,
    private readonly chunks: LazyChunks,
  ) {
    host.addController(this);
  }

  isOpen = (episode: ShownEpisode): boolean => this.#open.has(episode);
  of = (episode: ShownEpisode): Notes | undefined => this.#open.get(episode)?.notes;

  hostConnected(): void {
    for (const [episode, { loading }] of this.#open) {
      if (loading.signal.aborted) void this.#load(episode);
    }
  }

  hostDisconnected(): void {
    for (const { loading } of this.#open.values()) loading.abort();
  }

  dispose(): void {
    this.hostDisconnected();
    this.host.removeController(this);
  }

  toggle = async (episode: ShownEpisode): Promise<void> => {
    const open = this.#open.get(episode);
    if (open) this.#close(episode, open);
    else await this.#load(episode);
  };

  #close(episode: ShownEpisode, open: OpenNotes): void {
    open.loading.abort();
    if (this.#open.get(episode) === open) this.#open.delete(episode);
    this.host.requestUpdate();
  }

  async #load(episode: ShownEpisode): Promise<void> {
    const open: OpenNotes = { loading: new AbortController() };
    this.#open.set(episode, open);
    this.host.requestUpdate();
    const again = () => this.#load(episode);
    const chunk = await this.chunks.wait('notes', import('./notes.js'), again);
    if (!chunk) {
      this.#close(episode, open);
      return;
    }
    for await (const notes of chunk.readNotes(episode, open.loading.signal)) {
      open.notes = notes;
      this.host.requestUpdate();
    }
  }
}
