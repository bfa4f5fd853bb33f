/**
 * The player: a bar at the lower edge of the element. It renders itself, because it changes with every
 * second and the element does not. Loaded with the first press; what is behind the bar is `player-panel.ts`.
 */
import { render } from 'lit/html.js';
import type { LanguageCode } from '../../languages/languages.js';
import type { ShownChapter, ShownEpisode } from '../../podcast/shown-podcast.js';
import { publicGuid } from '../podcast/public-guid.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import type { Texts } from '../language/texts/en.js';
import type { PlayerTexts } from '../language/texts/player/en.js';
import { loadPlayerTexts } from '../language/texts/player/player-texts.js';
import { leaveNearbyFiles } from '../podcast/files-nearby.js';
import { chapterAt, chaptersOf } from './recording/episode-chapters.js';
import { SystemControls } from './system/media-session.js';
import type { ShownPlayback } from './shown-playback.js';
import { pageGround } from '../page/page-ground.js';
import { pauseOthers } from './system/pause-others.js';
import type { PlayerPanel } from './panel/player-panel.js';
import { barStyles } from './bar/bar-styles.js';
import { renderPlayer, timeLeftOf, type ShownBar } from './bar/bar-view.js';
import { RecordingTrouble } from './recording/recording-trouble.js';

/** The player follows these. */
const MEDIA_EVENTS =
  'play playing pause ended timeupdate ratechange durationchange seeked waiting stalled error emptied';

/**
 * Makes the bar once its texts are there.
 * @param onLost called each time that they cannot be loaded.
 */
export async function createPlayerBar(
  playback: ShownPlayback,
  onLost: () => void,
): Promise<PlayerBar> {
  const bar = new PlayerBar(playback);
  await bar.loadTexts(onLost);
  return bar;
}

export class PlayerBar implements ShownBar {
  readonly element = document.createElement('section');
  readonly trouble: RecordingTrouble;
  chapters: readonly ShownChapter[] = [];
  /** The panel behind the bar; `undefined` until it is loaded. */
  panel: PlayerPanel | undefined;
  #panelLoaded: Promise<void> | undefined;
  #isExpanded = false;
  #code: LanguageCode | undefined;
  #ownTexts: PlayerTexts | undefined;
  #media: HTMLMediaElement | undefined;
  #system: SystemControls | undefined;
  /** Ends with the media element. */
  #followed = new AbortController();
  /** Ends with the episode. */
  #opened = new AbortController();

  constructor(readonly playback: ShownPlayback) {
    this.element.part.add('player');
    adoptStyles(playback.services.host.renderRoot, barStyles);
    // The page may turn dark while nothing plays: the colour of its text is in transition then.
    this.element.addEventListener('transitionend', () => this.update());
    this.trouble = new RecordingTrouble(playback, () => this.update());
  }

  async loadTexts(onLost?: () => void): Promise<void> {
    const { chunks, language } = this.playback.services;
    const { code } = language;
    this.#code = code;
    const own = await chunks.get(() => loadPlayerTexts(code), onLost);
    await language.loaded;
    // The page may have changed its language meanwhile.
    if (code !== this.#code) return;
    this.#ownTexts = own;
    this.update();
  }

  /** The element's texts, which may change at any time, and the player's own. */
  get texts(): Texts & PlayerTexts {
    const { all } = this.playback.services.language;
    return { ...this.#ownTexts, ...all } as Texts & PlayerTexts;
  }

  /** Another episode is in the media element. */
  open(): void {
    const { media, services, episode } = this.playback;
    if (!media || !episode) return;
    leaveNearbyFiles(
      episode,
      services.subscriptionController.subscription?.feedUrl ?? '',
      location.href,
    );
    if (media !== this.#media) this.#follow(media);
    this.#opened.abort();
    this.#opened = new AbortController();
    this.chapters = [];
    this.trouble.start(media);
    if (!this.element.isConnected) {
      // The first one may be a server's, which goes once ours is complete.
      [...services.host.renderRoot.querySelectorAll('.root')].at(-1)?.append(this.element);
    }
    void this.#loadChapters(episode, this.#opened.signal);
    // The member is likely to press the bar.
    this.#panelLoaded ??= this.#loadPanel();
    this.panel?.open(this.#opened.signal);
    this.#system?.update();
    this.update();
    if (media.localName === 'video' && !this.#isExpanded) void this.expand();
  }

  async #loadPanel(): Promise<void> {
    const { chunks } = this.playback.services;
    const { PlayerPanel } = await chunks.get(() => import('./panel/player-panel.js'));
    this.panel = new PlayerPanel(this);
    this.panel.open(this.#opened.signal);
  }

  #follow(media: HTMLMediaElement): void {
    this.rest();
    this.#media = media;
    this.#followed = new AbortController();
    const { signal } = this.#followed;
    for (const type of MEDIA_EVENTS.split(' ')) {
      media.addEventListener(type, this.#onMediaEvent, { signal });
    }
    signal.addEventListener('abort', pauseOthers(media));
    const { playback } = this;
    const { play, podcast, seekTo, services } = playback;
    this.#system = new SystemControls(
      media,
      () => ({
        title: playback.episode?.title ?? '',
        show: services.view().title,
        author: podcast()?.author,
        cover: this.cover,
        chapters: this.chapters,
        chapter: this.chapter,
      }),
      {
        play,
        pause: playback.pause,
        stop: this.close,
        seekBy: this.seekBy,
        seekTo,
        nextChapter: () => this.#seekToChapter(1),
        previousChapter: () => this.#seekToChapter(-1),
      },
    );
  }

  /** Nothing of the page or the system is held. */
  rest(): void {
    this.trouble.stop();
    this.#followed.abort();
    this.#opened.abort();
    this.#system?.dispose();
    this.#media = this.#system = undefined;
  }

  #onMediaEvent = (event: Event): void => {
    const { media } = this.playback;
    if (!media || event.target !== media) return;
    this.trouble.watch(event, media);
    this.panel?.watch(event, media);
    this.update();
  };

  /** The panel, while it is open. */
  get expanded(): PlayerPanel | undefined {
    return this.#isExpanded ? this.panel : undefined;
  }

  /** In seconds. */
  get position(): number {
    return this.panel?.dragged ?? this.playback.position;
  }

  /** In seconds; as the feed says until the recording is there, and infinite for a live one. */
  get duration(): number | undefined {
    const { media, episode } = this.playback;
    const { duration = NaN } = media ?? {};
    return Number.isNaN(duration) ? episode?.duration : duration;
  }

  get timeLeft(): string {
    return timeLeftOf(this);
  }

  /** -1 before the first chapter. */
  get chapterIndex(): number {
    return chapterAt(this.chapters, this.position);
  }

  get chapter(): ShownChapter | undefined {
    return this.chapters[this.chapterIndex];
  }

  /** URL of the picture: the chapter's, the episode's, or the show's. */
  get cover(): string | undefined {
    const { episode, podcast } = this.playback;
    return this.chapter?.image ?? episode?.image ?? podcast()?.image;
  }

  update(): void {
    const { element, playback, texts, expanded } = this;
    const { host, language } = playback.services;
    // A browser pauses what it finds in a tree that is not in the document.
    if (!playback.episode || !element.isConnected) return;
    if (language.code !== this.#code) void this.loadTexts();
    element.className = expanded ? 'player expanded' : 'player';
    // Full screen, picture in picture and captions are the browser's own.
    if (this.#media instanceof HTMLVideoElement) this.#media.controls = Boolean(expanded);
    element.ariaLabel = texts.player;
    element.style.setProperty('--_ground', pageGround(host));
    render(renderPlayer(this), element);
    // Not on the whole player: all that is in it, a thousand lines and chapters, would be styled anew.
    const bar = element.querySelector<HTMLElement>('.seek, .progress');
    const { position, duration = 0 } = this;
    bar?.style.setProperty('--_at', String(Math.min(1, position / duration) || 0));
  }

  async #loadChapters(episode: ShownEpisode, signal: AbortSignal): Promise<void> {
    const chapters = await chaptersOf(episode, this.playback.services.chunks, signal);
    if (signal.aborted || !chapters.length) return;
    this.chapters = chapters;
    this.#system?.update();
    this.update();
  }

  /** The browser wants a press: who has just pressed something here finds the button for it. */
  askToPlay(): void {
    this.update();
    const { activeElement } = this.playback.services.host.renderRoot;
    if (activeElement) this.element.querySelector<HTMLElement>('[part=play]')?.focus();
  }

  toggle = (): void => {
    const { episode } = this.playback;
    if (episode) this.playback.toggle(episode);
  };

  expand = async (): Promise<void> => {
    this.#isExpanded = !this.expanded;
    await this.#panelLoaded;
    const hadFocus = this.#hasFocus();
    this.update();
    // The control that had the focus may be gone.
    if (hadFocus && !this.#hasFocus()) this.#focusOn('[part=player-open]');
    if (!this.expanded) return;
    // Near the element's upper edge there may be less room on the screen than it takes.
    this.element.scrollIntoView({ block: 'nearest' });
    void this.expanded.openTranscript();
  };

  /** Opens the panel at the transcript. */
  async showTranscript(): Promise<void> {
    await this.#panelLoaded;
    if (!this.expanded) await this.expand();
    await this.panel?.showTranscript();
  }

  seekTo = (seconds: number): void => {
    this.playback.seekTo(seconds);
    this.update();
  };

  seekBy = (seconds: number): void => {
    this.seekTo(this.position + seconds);
  };

  #seekToChapter(step: number): void {
    const chapter = this.chapters[Math.max(0, this.chapterIndex + step)];
    if (chapter) this.seekTo(chapter.start);
  }

  /** The chapter has changed. */
  tellSystem(): void {
    this.#system?.update();
  }

  #hasFocus(): boolean {
    return this.element.matches(':focus-within');
  }

  /** Only who moves the focus by keyboard must see where it goes. */
  #focusOn(selector: string, orElse = selector): void {
    const root = this.playback.services.host.renderRoot;
    // A message may have taken the place of all buttons.
    const goal = [selector, orElse, '.actions']
      .map((one) => root.querySelector<HTMLElement>(one))
      .find((one) => one && !one.closest('[inert]'));
    const preventScroll = !this.element.querySelector(':focus-visible');
    goal?.focus({ preventScroll });
  }

  close = (): void => {
    const { episode } = this.playback;
    if (episode && this.#hasFocus()) {
      const row = `[data-episode="${CSS.escape(publicGuid(episode))}"]`;
      // A search may have hidden the row.
      this.#focusOn(`${row} [part=play]`, '[part=listen]');
    }
    this.playback.close();
    this.#isExpanded = false;
    this.panel?.sleep.set(undefined);
    this.rest();
    this.element.remove();
  };
}
