/**
 * The episodes as the member sorts and filters them. Notes, playing and the controls are chunks of their
 * own that load after the list, search when the member first goes to its field.
 */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownEpisode, ShownPodcast } from '../../../podcast/shown-podcast.js';
import type { ElementHost } from '../../element/element-host.js';
import type { Texts } from '../../language/texts/en.js';
import { fillCount } from '../../language/formats.js';
import { renderControls } from './control-icons.js';
import type { EpisodeControls } from './episode-controls.js';
import type { FilterServices } from './episode-filter.js';
import { renderEpisode, type EpisodeActions } from './episode-view.js';
import type { MoreRows } from './more-rows.js';
import type { NotesController, NotesServices } from '../notes/notes-controller.js';
import { naturalOrder, orderEpisodes } from './order-episodes.js';
import type { Playback } from '../../player/playback.js';
import type { UpNext } from '../../player/up-next.js';
import type { Wording } from './row-wording.js';

/** How many more episodes each press of "Show more" adds. */
const PAGE_SIZE = 50;
/** How many rows the list renders at once; what does the others loads after it. */
const MAX_ROWS_AT_ONCE = 25;
/** Fewer episodes are found faster by eye. */
const MIN_TO_SEARCH = 10;

/** The list takes this from the element. */
export interface ListServices extends FilterServices, NotesServices {
  readonly host: ElementHost;
}

/** Plays the episodes. */
export interface EpisodePlayer {
  /** `undefined` until it is loaded. */
  readonly playback: Playback | undefined;
  /** Whether the podcast has all of its episodes. */
  readonly isWhole: boolean;
  play: (use: (playback: Playback) => void) => Promise<void>;
}

export class EpisodeList implements EpisodeActions {
  /** `undefined` until they are loaded. */
  notes: NotesController | undefined;
  /** The rows beyond the first ones. */
  #more: MoreRows | undefined;
  /** `undefined` until they are loaded. */
  #controls: EpisodeControls | undefined;
  podcast!: ShownPodcast;
  /** All episodes, in the order of their podcast. */
  #ordered!: readonly ShownEpisode[];
  /** The episode that a member hears first: the newest, or the first one of a serial podcast. */
  #first: ShownEpisode | undefined;
  /** How many are shown beyond the first ones. */
  #added = 0;
  readonly #disposed = new AbortController();
  #notesLoaded: Promise<void> | undefined;
  #controlsLoaded: Promise<void> | undefined;

  constructor(
    podcast: ShownPodcast,
    private readonly services: ListServices,
    private readonly player: EpisodePlayer,
  ) {
    this.#take(podcast);
    const { signal } = this.#disposed;
    for (const type of ['pointerover', 'focusin'])
      services.host.renderRoot.addEventListener(type, this.#prefetch, { signal });
  }

  /** Notes and controls come before the press, if the pointer or the focus announces it. */
  #prefetch = ({ target }: Event): void => {
    const { part } = (target as Element).closest('button') ?? {};
    if (part?.contains('notes-toggle')) void this.#ensureNotes();
    if (part?.contains('search-open') || part?.contains('sort-open')) void this.#ensureControls();
  };

  #ensureNotes = (): Promise<void> => (this.#notesLoaded ??= this.#loadNotes());
  #ensureControls = (): Promise<void> => (this.#controlsLoaded ??= this.#loadControls());

  get #isDisposed(): boolean {
    return this.#disposed.signal.aborted;
  }

  /** The podcast was loaded again: what the member opened, searched and sorted stays. */
  renew(podcast: ShownPodcast): void {
    this.#take(podcast);
    this.notes?.renew(podcast);
    void this.#controls?.filter.renew(podcast);
  }

  #take(podcast: ShownPodcast): void {
    this.podcast = podcast;
    this.#ordered = orderEpisodes(podcast.episodes, naturalOrder(podcast));
    this.#first = this.#ordered.find(({ url }) => url);
    if (podcast.episodes.length > MAX_ROWS_AT_ONCE) void this.#loadMore();
  }

  async #loadNotes(): Promise<void> {
    const { chunks } = this.services;
    const { NotesController } = await chunks.get(() => import('../notes/notes-controller.js'));
    if (!this.#isDisposed) this.notes = new NotesController(this.services);
  }

  get #hasControls(): boolean {
    return this.player.isWhole && this.podcast.episodes.length >= MIN_TO_SEARCH;
  }

  /** The episodes that the member chose. */
  get #found(): readonly ShownEpisode[] {
    return this.#controls?.filter.found ?? this.#ordered;
  }

  async #loadControls(): Promise<void> {
    const { chunks, host } = this.services;
    const { EpisodeControls } = await chunks.get(() => import('./episode-controls.js'));
    if (this.#isDisposed) return;
    this.#controls = new EpisodeControls(this.podcast, this.services);
    host.requestUpdate();
    // The field is there, for a press that came before.
    await host.updateComplete;
  }

  #useControls = async (act: (controls: EpisodeControls) => void): Promise<void> => {
    if (!this.#controls) await this.#ensureControls();
    if (this.#controls) act(this.#controls);
  };

  async #loadMore(): Promise<void> {
    const { chunks, host } = this.services;
    const { MoreRows } = await chunks.get(() => import('./more-rows.js'));
    this.#more ??= new MoreRows();
    host.requestUpdate();
  }

  get playback(): Playback | undefined {
    return this.player.playback;
  }

  play = (use: (playback: Playback) => void): Promise<void> => this.player.play(use);

  /** Whether there is anything to listen to here. */
  get canListen(): boolean {
    return Boolean(this.#first);
  }

  /** The episode to go on with; `undefined` until what plays is loaded. */
  get upNext(): UpNext | undefined {
    return this.playback && this.#upNextOf(this.playback);
  }

  #upNextOf = ({ memory }: Playback) => memory.upNext(this.#ordered, this.podcast.podcastType);

  /** @param episode what the button named when it was pressed; by default the one to go on with. */
  listen = (episode?: ShownEpisode): Promise<void> =>
    this.play((player) => {
      const next = episode ?? this.#upNextOf(player)?.episode;
      if (next) player.toggle(next);
    });

  toggleNotes = async (episode: ShownEpisode): Promise<void> => {
    if (!this.notes) await this.#ensureNotes();
    await this.notes?.toggle(episode);
  };

  /** Another podcast takes the place of this one. */
  dispose(): void {
    this.#disposed.abort();
    this.#controls?.dispose();
    this.#more?.dispose();
    this.notes?.dispose();
  }

  /** The pressed button may disappear: focus moves to the first new episode. */
  async #growBy(count: number, shown: number): Promise<void> {
    const { host } = this.services;
    const firstNew = () => host.renderRoot.querySelectorAll<HTMLElement>('.episode')[shown];
    this.#added += count;
    host.requestUpdate();
    // Rows are added a few at a time, and others may come first.
    while (!firstNew() && this.#found[shown] && !this.#isDisposed) {
      await new Promise(requestAnimationFrame);
    }
    firstNew()?.focus({ preventScroll: true });
  }

  /** The episodes to show, of which the first ones are shown at once. */
  #wanted(first: number): ShownEpisode[] {
    return this.#found.slice(0, first + this.#added);
  }

  #wording(texts: Texts, locale: string): Wording {
    const { language: lang, image: cover } = this.podcast;
    return { texts, locale, lang, cover, hasPlayer: this.services.host.player !== 'none' };
  }

  /**
   * Brings the rows beyond the first ones up to date, or as many of them as there is time for now.
   * @param first how many episodes are shown at first.
   */
  updateMore(texts: Texts, locale: string, first: number): void {
    if (!this.#more) return;
    const wording = this.#wording(texts, locale);
    const { playback, notes } = this;
    this.#more.update({
      wanted: this.#wanted(first),
      atOnce: MAX_ROWS_AT_ONCE,
      wording: JSON.stringify(wording),
      inputsOf: (episode) => [
        episode,
        playback?.stateOf(episode),
        playback?.memory.leftOf(episode),
        notes?.of(episode) ?? notes?.isOpen(episode),
      ],
      renderRow: (episode) => renderEpisode(episode, this, wording),
    });
  }

  /** @param first how many episodes are shown at first. */
  render(texts: Texts, locale: string, first: number): TemplateResult {
    const found = this.#found;
    const { description, language } = this.podcast;
    const wanted = this.#wanted(first);
    const wording = this.#wording(texts, locale);
    return html`
      <div class="episode-head">
        <h3 part="episodes-heading">${texts.episodes}</h3>
        ${this.#hasControls ? renderControls(texts, this.#controls, this.#useControls) : nothing}
      </div>
      ${
        this.podcast.episodes.length
          ? this.#controls?.filter.render(texts, locale)
          : html`<p class="muted">${texts.noEpisodes}</p>`
      }
      <div part="episodes" class="episodes" role=${found.length ? 'list' : nothing}>
        ${wanted.slice(0, MAX_ROWS_AT_ONCE).map((episode) => renderEpisode(episode, this, wording))}
        ${this.#more?.element}
      </div>
      ${this.player.isWhole && found.length > wanted.length ? this.#renderMore(texts, locale, first) : nothing}
      ${description ? renderDescription(description, language) : nothing}
    `;
  }

  #renderMore(texts: Texts, locale: string, first: number): TemplateResult {
    const { length } = this.#found;
    const shown = first + this.#added;
    const button = (label: string, count: number) =>
      html`<button
        type="button"
        part="show-more"
        class="show-more"
        @click=${() => void this.#growBy(count, shown)}
      >
        ${label}
      </button>`;
    return html`<div class="more-episodes">
      ${length - shown > PAGE_SIZE ? button(texts.showMore, PAGE_SIZE) : nothing}
      ${button(fillCount(texts.showAll, length, locale), Infinity)}
    </div>`;
  }
}

/** After the episodes it moves nothing when it comes, and stands between nobody and the first play button. */
const renderDescription = (text: string, lang: string | undefined) =>
  html`<p part="description" class="muted description" lang=${lang ?? nothing} dir="auto">
    ${text}
  </p>`;
