/**
 * The player: a bar at the lower edge of the element. It renders itself, because it changes with every
 * second and the element does not. Loaded with the first press; what is behind the bar is `player-panel.ts`.
 */
import { render } from 'lit/html.js';
import type { LanguageCode } from '../../languages/languages.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import type { Texts } from '../language/texts/en.js';
import type { PlayerTexts } from '../language/texts/player/en.js';
import { loadPlayerTexts } from '../language/texts/player/player-texts.js';
import { pageGround } from '../page/page-ground.js';
import { leaveNearbyFiles } from '../podcast/files-nearby.js';
import { publicGuid } from '../podcast/public-guid.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import { barStyles } from './bar/bar-styles.js';
import { renderPlayer, timeLeftOf } from './bar/bar-view.js';
import { episodeChapters } from './features/episode-chapters.js';
import { systemControls } from './features/media-session.js';
import { pauseOthers } from './features/pause-others.js';
import { recordingTrouble } from './features/recording-trouble.js';
import type { PlayerPanel } from './panel/player-panel.js';
import type { Playback } from './playback.js';
import type { Feature } from './player-store.js';
import { readingOf } from './reading.js';

/** The bar follows these; of the time it learns by the player's state. */
const MEDIA_EVENTS =
  'play playing pause ended ratechange durationchange seeked waiting stalled error emptied';

/**
 * Makes the bar once its texts are there.
 * @param wasLost whether the network has lost the bar's code before.
 * @returns what the player has with a bar: the bar is the last of it.
 */
export async function createPlayerBar(player: Playback, wasLost: boolean): Promise<Feature[]> {
  const bar = new PlayerBar(player);
  await bar.loadTexts(() => (wasLost = true));
  return [
    recordingTrouble(player, wasLost),
    episodeChapters(player),
    pauseOthers,
    systemControls(player),
    bar.open,
  ];
}

class PlayerBar {
  readonly #element = document.createElement('section');
  /** The panel behind the bar; `undefined` until it is loaded. */
  #panel: PlayerPanel | undefined;
  #panelLoaded: Promise<void> | undefined;
  #code: LanguageCode | undefined;
  #ownTexts: PlayerTexts | undefined;
  /** The episode that was opened last. */
  #episode: ShownEpisode | undefined;

  constructor(private readonly player: Playback) {
    this.#element.part.add('player');
    adoptStyles(player.services.host.renderRoot, barStyles);
    // The page may turn dark while nothing plays: the colour of its text is in transition then.
    this.#element.addEventListener('transitionend', this.#update);
    player.subscribe((changed) => {
      if ('episode' in changed && !changed.episode) this.#end();
      else if ('isExpanded' in changed) void this.#turn();
      else if (changed.isRefused) this.#askToPlay();
      else this.#update();
    });
  }

  async loadTexts(onLost?: () => unknown): Promise<void> {
    const { chunks, language } = this.player.services;
    const { code } = language;
    this.#code = code;
    const own = await chunks.get(() => loadPlayerTexts(code), onLost);
    await language.loaded;
    // The page may have changed its language meanwhile.
    if (code !== this.#code) return;
    this.#ownTexts = own;
    this.#update();
  }

  /** The element's texts, which may change at any time, and the player's own. */
  readonly #texts = (): Texts & PlayerTexts => {
    const { all } = this.player.services.language;
    return { ...this.#ownTexts, ...all } as Texts & PlayerTexts;
  };

  /** An episode is in the media element. */
  open: Feature = (media, signal) => {
    const { state, services } = this.player;
    const { host, subscriptionController } = services;
    const { episode } = state;
    if (!episode) return;
    this.#episode = episode;
    const { feedUrl = '' } = subscriptionController.subscription ?? {};
    leaveNearbyFiles(episode, feedUrl, location.href);
    for (const type of MEDIA_EVENTS.split(' ')) {
      media.addEventListener(type, this.#update, { signal });
    }
    if (!this.#element.isConnected) {
      // The first one may be a server's, which goes once ours is complete.
      [...host.renderRoot.querySelectorAll('.root')].at(-1)?.append(this.#element);
    }
    // The member is likely to press the bar.
    this.#panelLoaded ??= this.#loadPanel();
    this.#update();
    if (state.isRefused) this.#askToPlay();
    if (!state.isExpanded && media.localName === 'video') this.player.set({ isExpanded: true });
    // The member came for the transcript, before the bar was there.
    else if (state.isExpanded && !this.#panel) void this.#turn();
  };

  async #loadPanel(): Promise<void> {
    const { player } = this;
    const { PlayerPanel } = await player.services.chunks.get(
      () => import('./panel/player-panel.js'),
    );
    this.#panel = new PlayerPanel(player, this.#element, this.#texts, this.#update);
    player.use(...this.#panel.features);
  }

  /** The panel, while it is open. */
  get #expanded(): PlayerPanel | undefined {
    return this.player.state.isExpanded ? this.#panel : undefined;
  }

  readonly #update = (): void => {
    const { player } = this;
    const { state, services } = player;
    const { host, language } = services;
    const element = this.#element;
    // A browser pauses what it finds in a tree that is not in the document.
    if (!state.episode || !element.isConnected) return;
    if (language.code !== this.#code) void this.loadTexts();
    const reading = readingOf(state, player.position, player.podcast());
    const texts = this.#texts();
    const { locale } = language;
    const view = { ...reading, player, texts, locale, timeLeft: '' };
    view.timeLeft = timeLeftOf(view);
    const panel = this.#expanded;
    element.className = panel ? 'player expanded' : 'player';
    // Full screen, picture in picture and captions are the browser's own.
    if (state.media instanceof HTMLVideoElement) state.media.controls = Boolean(panel);
    element.ariaLabel = texts.player;
    element.style.setProperty('--_ground', pageGround(host));
    const expand = () => player.set({ isExpanded: !this.#expanded });
    render(renderPlayer(view, panel?.render(view), expand), element);
    // Not on the whole player: all that is in it, a thousand lines and chapters, would be styled anew.
    const bar = element.querySelector<HTMLElement>('.seek, .progress');
    const { position, duration = 0 } = reading;
    bar?.style.setProperty('--_at', String(Math.min(1, position / duration) || 0));
  };

  /** The browser wants a press: who has just pressed something here finds the button for it. */
  #askToPlay(): void {
    this.#update();
    const { activeElement } = this.player.services.host.renderRoot;
    if (activeElement) this.#element.querySelector<HTMLElement>('[part=play]')?.focus();
  }

  /** The panel opens, or closes. */
  async #turn(): Promise<void> {
    if (!this.#panel) await this.#panelLoaded;
    const hadFocus = this.#hasFocus();
    this.#update();
    // The control that had the focus may be gone.
    if (hadFocus && !this.#hasFocus()) this.#focusOn('[part=player-open]');
    // Near the element's upper edge there may be less room on the screen than it takes.
    if (this.#expanded) this.#element.scrollIntoView({ block: 'nearest' });
  }

  #hasFocus(): boolean {
    return this.#element.matches(':focus-within');
  }

  /** Only who moves the focus by keyboard must see where it goes. */
  #focusOn(selector: string, orElse = selector): void {
    const root = this.player.services.host.renderRoot;
    // A message may have taken the place of all buttons.
    const goal = [selector, orElse, '.actions']
      .map((one) => root.querySelector<HTMLElement>(one))
      .find((one) => one && !one.closest('[inert]'));
    const preventScroll = !this.#element.querySelector(':focus-visible');
    goal?.focus({ preventScroll });
  }

  /** The player is closed. */
  #end(): void {
    if (this.#episode && this.#hasFocus()) {
      const row = `[data-episode="${CSS.escape(publicGuid(this.#episode))}"]`;
      // A search may have hidden the row.
      this.#focusOn(`${row} [part=play]`, '[part=listen]');
    }
    this.#element.remove();
    this.player.set({ isExpanded: false, sleep: undefined });
  }
}
