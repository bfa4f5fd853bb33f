/** The episodes that the member chooses: found by words, of one season, in an order. */
import type { ReactiveControllerHost } from 'lit';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownEpisode, ShownPodcast } from '../../../podcast/shown-podcast.js';
import type { LazyChunks } from '../../loading/lazy-chunks.js';
import type { LanguageController } from '../../language/language-controller.js';
import type { Texts } from '../../language/texts/en.js';
import { renderLost } from '../../messages/lost-view.js';
import { fillCount } from '../../language/formats.js';
import { fill } from '../../language/texts.js';
import { naturalOrder, orderEpisodes, type EpisodeOrder } from './order-episodes.js';
import { seasonsOf, seasonText, type Season } from './seasons.js';

/** The member's choice. */
export interface Choice {
  search: string;
  order: EpisodeOrder;
  /** `undefined`: all of them. */
  season: number | undefined;
}

/** The choice takes this from the element. */
export interface FilterServices {
  readonly host: ReactiveControllerHost;
  readonly language: Pick<LanguageController, 'all' | 'locale'>;
  readonly chunks: LazyChunks;
  readonly announce: (text: string) => void;
}

export class EpisodeFilter {
  /** Empty if there is nothing to choose from. */
  seasons!: readonly Season[];
  found: readonly ShownEpisode[];
  #choice: Choice;
  /** All episodes in the chosen order. */
  #ordered!: readonly ShownEpisode[];
  /** Loaded when the member first goes to the search field. */
  #finder: typeof import('./search-episodes.js') | undefined;
  #isDisposed = false;
  /** The network has lost what a search needs. */
  #isLost = false;

  /** @param onClear a search without results is to be ended. */
  constructor(
    private podcast: ShownPodcast,
    private readonly services: FilterServices,
    private readonly onClear: () => void,
  ) {
    this.#choice = { search: '', order: naturalOrder(podcast), season: undefined };
    this.#take(podcast);
    this.found = this.#ordered;
  }

  #take(podcast: ShownPodcast): void {
    this.podcast = podcast;
    this.seasons = seasonsOf(podcast);
    this.#ordered = orderEpisodes(podcast.episodes, this.#choice.order);
  }

  /** The podcast was loaded again: the choice stays, and nothing is said of it. */
  async renew(podcast: ShownPodcast): Promise<void> {
    this.#take(podcast);
    await this.#find();
  }

  get choice(): Readonly<Choice> {
    return this.#choice;
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #loadFinder = async () => {
    const { chunks, host } = this.services;
    const lose = (isLost: boolean) => {
      if (isLost !== this.#isLost) host.requestUpdate();
      this.#isLost = isLost;
    };
    const finder = await chunks.get(
      () => import('./search-episodes.js'),
      () => lose(true),
    );
    lose(false);
    return finder;
  };

  /** The member is about to search. */
  prepareSearch = async (): Promise<void> => {
    const { prepareSearch } = await this.#loadFinder();
    await prepareSearch(this.podcast.episodes, () => !this.#isDisposed);
  };

  /** Applies what the member chooses, unless they choose anew meanwhile. */
  async change(change: Partial<Choice>): Promise<void> {
    this.#choice = { ...this.#choice, ...change };
    const { order } = this.#choice;
    if (change.order) this.#ordered = orderEpisodes(this.podcast.episodes, order);
    const isDone = await this.#find();
    const { language, announce } = this.services;
    if (isDone && language.all) announce(this.#outcome(change, language.all, language.locale));
  }

  /** @returns whether it was done, and nothing else was to be found meanwhile. */
  async #find(): Promise<boolean> {
    const choice = (this.#choice = { ...this.#choice });
    const isWanted = () => choice === this.#choice && !this.#isDisposed;
    const { search, season } = choice;
    let found = this.#ordered.filter(
      (episode) => season === undefined || episode.season === season,
    );
    if (search.trim()) {
      this.#finder = await this.#loadFinder();
      found = await this.#finder.findInSlices(found, search, isWanted);
    }
    if (!isWanted()) return false;
    this.found = found;
    this.services.host.requestUpdate();
    return true;
  }

  /** The member is told this of a change. */
  #outcome({ search, order }: Partial<Choice>, texts: Texts, locale: string): string {
    if (search !== undefined) return this.#countText(texts, locale);
    if (order) return order === 'newest' ? texts.newestFirst : texts.oldestFirst;
    return this.#seasonText(texts) ?? texts.allSeasons;
  }

  /** The season chosen. */
  #seasonText(texts: Texts): string | undefined {
    const season = this.seasons.find(({ number }) => number === this.#choice.season);
    return season && seasonText(season, texts);
  }

  #countText(texts: Texts, locale: string): string {
    const { length } = this.found;
    const { search } = this.#choice;
    return length || !search
      ? fillCount(texts.searchResults, length, locale)
      : fill(texts.noResults, { query: search.trim() });
  }

  /** Says which rows are shown, where they are not all. */
  render(texts: Texts, locale: string): TemplateResult | typeof nothing {
    const { search } = this.#choice;
    if (this.#isLost) {
      return html`<div class="lost">${renderLost(texts, this.services.chunks.retry)}</div>`;
    }
    const told = [
      this.#seasonText(texts),
      search.trim() ? this.#countText(texts, locale) : undefined,
    ].filter(Boolean);
    if (!told.length) return nothing;
    return html`<p class="found muted">${told.join(' · ')}</p>
      ${
        this.found.length || !search
          ? nothing
          : this.#finder?.renderClear(texts.clear, this.onClear)
      }`;
  }
}
