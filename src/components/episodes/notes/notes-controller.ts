/** Which episodes' notes are open, and their content once it is loaded. A chunk of its own. */
import type { ReactiveController } from 'lit';
import { html, type TemplateResult } from 'lit/html.js';
import type { ShownEpisode, ShownPodcast } from '../../../podcast/shown-podcast.js';
import type { ElementHost } from '../../element/element-host.js';
import type { SubscriptionController } from '../../subscription/subscription-controller.js';
import type { LazyChunks } from '../../loading/lazy-chunks.js';
import { adoptStyles } from '../../styles/adopt-styles.js';
import { publicGuid } from '../../podcast/public-guid.js';
import { readNotes, type Notes, type PlayFrom, type ReadAlong } from './episode-notes.js';
import { leaveNearbyFiles } from '../../podcast/files-nearby.js';
import { notesStyles } from './notes-styles.js';
import type { Playback } from '../../player/playback.js';
import type { Wording } from '../list/row-wording.js';

/** The notes take this from the element. */
export interface NotesServices {
  readonly host: ElementHost;
  readonly subscriptionController: Pick<SubscriptionController, 'subscription'>;
  readonly chunks: LazyChunks;
}

/** Names an episode over all answers of the parser. A feed may use a GUID twice. */
const nameOf = (episode: ShownEpisode) =>
  [publicGuid(episode), episode.title, episode.publishDate].join(' ');

interface OpenNotes {
  readonly loading: AbortController;
  /** `undefined` while loading. */
  notes?: Notes;
  /** No transcript can be read here. */
  isRefused?: boolean;
}

export class NotesController implements ReactiveController {
  /** By episode, because a feed may use a GUID twice. */
  readonly #open = new Map<ShownEpisode, OpenNotes>();

  constructor(private readonly services: NotesServices) {
    const { host } = services;
    adoptStyles(host.renderRoot, notesStyles);
    host.addController(this);
  }

  isOpen = (episode: ShownEpisode): boolean => this.#open.has(episode);
  of = (episode: ShownEpisode): Notes | undefined => this.#open.get(episode)?.notes;

  /** @param play plays, once what it takes is loaded. */
  render(
    episode: ShownEpisode,
    play: (use: (playback: Playback) => void) => unknown,
    wording: Wording,
  ): TemplateResult {
    const open = this.#open.get(episode);
    const canPlay = episode.url && wording.hasPlayer;
    const playFrom: PlayFrom = canPlay
      ? (seconds) => play((playback) => playback.playFrom(episode, seconds))
      : undefined;
    const readAlong: ReadAlong =
      canPlay && open
        ? (press) =>
            void this.#readAlong(press, { episode, open, lang: wording.lang }, () =>
              play((playback) => playback.showTranscript(episode)),
            )
        : undefined;
    return html`<div part="notes" class="notes">
      ${open?.notes?.render(episode.title, wording, playFrom, readAlong)}
    </div>`;
  }

  /** Shows the transcript in the player; where its host refuses that, the file opens, as the link says. */
  async #readAlong(
    press: MouseEvent,
    { episode, open, lang }: { episode: ShownEpisode; open: OpenNotes; lang: string | undefined },
    show: () => unknown,
  ): Promise<void> {
    const { chunks } = this.services;
    // Or the member wants a tab or a window of its own.
    if (open.isRefused || press.ctrlKey || press.metaKey || press.shiftKey) return;
    press.preventDefault();
    const { href } = press.currentTarget as HTMLAnchorElement;
    const { requestTranscript } = await chunks.get(() => import('../../transcript/transcript.js'));
    const { signal } = open.loading;
    const read = await requestTranscript(episode.transcripts, lang, signal);
    if (signal.aborted) return;
    if (read) show();
    else {
      // After a long wait a browser may not open it: the next press is the link's own.
      open.isRefused = true;
      window.open(href, '_blank', 'noopener,noreferrer');
    }
  }

  hostConnected(): void {
    for (const [episode, { loading }] of this.#open) {
      if (loading.signal.aborted) void this.#load(episode);
    }
  }

  hostDisconnected(): void {
    for (const { loading } of this.#open.values()) loading.abort();
  }

  /** The podcast was loaded again: what is open stays so. */
  renew({ episodes }: ShownPodcast): void {
    if (!this.#open.size) return;
    const byName = new Map(episodes.map((episode) => [nameOf(episode), episode]));
    for (const [episode, open] of [...this.#open]) {
      this.#open.delete(episode);
      const again = byName.get(nameOf(episode));
      if (again) this.#open.set(again, open);
      else open.loading.abort();
    }
  }

  dispose(): void {
    this.hostDisconnected();
    this.services.host.removeController(this);
  }

  toggle = async (episode: ShownEpisode): Promise<void> => {
    const open = this.#open.get(episode);
    if (open) this.#close(episode, open);
    else await this.#load(episode);
  };

  #close(episode: ShownEpisode, open: OpenNotes): void {
    open.loading.abort();
    if (this.#open.get(episode) === open) this.#open.delete(episode);
    this.services.host.requestUpdate();
  }

  async #load(episode: ShownEpisode): Promise<void> {
    const { host, subscriptionController } = this.services;
    leaveNearbyFiles(episode, subscriptionController.subscription?.feedUrl ?? '', location.href);
    const open: OpenNotes = { loading: new AbortController() };
    this.#open.set(episode, open);
    host.requestUpdate();
    for await (const notes of readNotes(episode, this.services.chunks, open.loading.signal)) {
      open.notes = notes;
      host.requestUpdate();
    }
  }
}
