/**
 * The player: a bar at the lower edge of the element, and what is behind it. It renders itself, because
 * it changes with every second and the element does not. Loaded with the first press.
 */
import { render } from 'lit/html.js';
import type { ShownChapter, ShownEpisode } from '../../../podcast/shown-podcast.js';
import { Copying, selectField } from '../../actions/copying.js';
import { publicGuid } from '../../shared-chunk/public-guid.js';
import { adoptStyles } from '../../shared-chunk/adopt-styles.js';
import type { LanguageCode } from '../../../languages/languages.js';
import type { Texts } from '../../texts/en.js';
import type { PlayerTexts } from '../../texts/player/en.js';
import { loadPlayerTexts } from '../../texts/player/player-texts.js';
import { fill } from '../../texts/texts.js';
import { spokenTime } from './spoken-time.js';
import { renderChapterList } from './chapter-list-view.js';
import { chapterAt, chaptersOf } from './episode-chapters.js';
import { actOnKey } from './keys.js';
import { forgetListening, rememberSpeed } from './listening-memory.js';
import { SystemControls } from './media-session.js';
import { playAlone } from './play-alone.js';
import type { Playback } from './playback.js';
import { playerStyles } from './player-styles.js';
import { renderPlayer, SPEEDS } from './player-view.js';
import { RecordingTrouble } from './recording-trouble.js';
import { SleepTimer, type Sleep } from './sleep-timer.js';

/** What the player follows. */
const MEDIA_EVENTS =
  'play playing pause ended timeupdate ratechange durationchange seeked waiting stalled error emptied volumechange'.split(
    ' ',
  );

/** Makes the player once its texts are there. */
export async function createPlayer(playback: Playback): Promise<Player> {
  const player = new Player(playback);
  await player.loadTexts();
  return player;
}

export class Player {
  readonly element = document.createElement('section');
  /** The element's texts, and the player's own. */
  texts!: Texts & PlayerTexts;
  #code: LanguageCode | undefined;
  readonly sleep = new SleepTimer();
  readonly trouble: RecordingTrouble;
  readonly copying = new Copying(() => this.update());
  chapters: readonly ShownChapter[] = [];
  isExpanded = false;
  /** Where the slider stands while it is dragged, in seconds. */
  #dragged: number | undefined;
  /** The position that a screen reader knows of, in seconds: not another one with every second. */
  said = 0;
  /** Whether another device may play. */
  canCast = false;
  /** The link that was copied last. */
  moment = '';
  readonly chapterList = document.createElement('div');
  #media: HTMLMediaElement | undefined;
  #system: SystemControls | undefined;
  #listed: { index: number; chapters: readonly ShownChapter[] } = { index: -1, chapters: [] };
  #stopPlayingAlone: (() => void) | undefined;
  #opened = new AbortController();

  constructor(readonly playback: Playback) {
    const { element } = this;
    element.part.add('player');
    element.addEventListener('keydown', this.#onKey);
    adoptStyles(playback.services.host.renderRoot, playerStyles);
    this.trouble = new RecordingTrouble(playback, () => this.update());
  }

  async loadTexts(): Promise<void> {
    const { chunks, language } = this.playback.services;
    const { code } = language;
    this.#code = code;
    const own = await chunks.get(() => loadPlayerTexts(code));
    await language.loaded;
    if (language.all) this.texts = { ...own, ...language.all };
    this.update();
  }

  /** Another episode is in the media element. */
  open(): void {
    const { media, services, episode } = this.playback;
    if (!media || !episode) return;
    this.#opened.abort();
    this.#opened = new AbortController();
    this.chapters = [];
    this.trouble.reset();
    if (media !== this.#media) this.#follow(media);
    const root = services.host.renderRoot.querySelector('.root');
    if (!this.element.isConnected) root?.append(this.element);
    void this.#loadChapters(episode, this.#opened.signal);
    this.#system?.update();
    this.update();
  }

  #follow(media: HTMLMediaElement): void {
    this.#unfollow();
    this.#media = media;
    for (const type of MEDIA_EVENTS) media.addEventListener(type, this.#onMediaEvent);
    this.#stopPlayingAlone = playAlone(media);
    this.canCast = false;
    (media.remote as RemotePlayback | undefined)
      ?.watchAvailability((canCast) => (this.canCast = canCast))
      .catch(() => undefined);
    const { playback } = this;
    this.#system = new SystemControls(
      media,
      () => ({
        title: playback.episode?.title ?? '',
        show: playback.services.title(),
        author: playback.podcast()?.author,
        cover: this.cover,
        chapters: this.chapters,
        chapter: this.chapter,
      }),
      {
        play: playback.play,
        pause: () => media.pause(),
        stop: this.close,
        seekBy: this.seekBy,
        seekTo: playback.seekTo,
        nextChapter: () => this.#seekToChapter(1),
        previousChapter: () => this.#seekToChapter(-1),
      },
    );
  }

  #unfollow(): void {
    for (const type of MEDIA_EVENTS) this.#media?.removeEventListener(type, this.#onMediaEvent);
    this.#stopPlayingAlone?.();
    this.#system?.dispose();
    this.#media = this.#system = undefined;
  }

  #onMediaEvent = (event: Event): void => {
    const { media } = this.playback;
    if (!media || event.target !== media) return;
    this.trouble.watch(event, media);
    if (event.type === 'ended' && this.sleep.chosen === 'end') this.sleep.set(undefined);
    if (event.type === 'timeupdate') {
      if (this.sleep.isDue()) {
        media.pause();
        this.playback.services.announce(this.texts.sleepEnded);
      }
    }
    this.update();
  };

  get chapterIndex(): number {
    return chapterAt(this.chapters, this.playback.media?.currentTime ?? 0);
  }

  get chapter(): ShownChapter | undefined {
    return this.chapters[this.chapterIndex];
  }

  /** URL of the picture: the chapter's, the episode's, or the show's. */
  get cover(): string | undefined {
    const { episode, podcast } = this.playback;
    return this.chapter?.image ?? episode?.image ?? podcast()?.image;
  }

  /** In seconds. */
  get position(): number {
    return this.#dragged ?? this.playback.media?.currentTime ?? 0;
  }

  /** In seconds; as the feed says until the recording is there, and infinite for a live one. */
  get duration(): number | undefined {
    const { media, episode } = this.playback;
    const { duration = NaN } = media ?? {};
    return Number.isNaN(duration) ? episode?.duration : duration;
  }

  update(): void {
    const { element, isExpanded, texts, playback } = this;
    if (!playback.episode) return;
    if (playback.services.language.code !== this.#code) void this.loadTexts();
    const { position, duration = 0 } = this;
    if (!element.querySelector('[part=seek]:focus')) this.said = position;
    element.className = isExpanded ? 'player expanded' : 'player';
    element.ariaLabel = texts.player;
    element.style.setProperty('--_at', String(Math.min(1, position / duration) || 0));
    render(renderPlayer(this), element);
    this.#updateChapters();
  }

  /** A list of a thousand chapters is rendered when something about it changes, and not with every second. */
  #updateChapters(): void {
    const { chapterIndex: index, chapters } = this;
    if (index === this.#listed.index && chapters === this.#listed.chapters) return;
    this.#listed = { index, chapters };
    this.#system?.update();
    render(renderChapterList(this), this.chapterList);
  }

  async #loadChapters(episode: ShownEpisode, signal: AbortSignal): Promise<void> {
    const chapters = await chaptersOf(episode, signal);
    if (signal.aborted) return;
    this.chapters = chapters;
    this.update();
  }

  toggle = (): void => {
    const { episode } = this.playback;
    if (episode) this.playback.toggle(episode);
  };

  expand = (): void => {
    this.isExpanded = !this.isExpanded;
    this.update();
  };

  /** The sound stays where it is until the slider is let go. */
  drag = ({ target }: Event): void => {
    this.#dragged = Number((target as HTMLInputElement).value);
    this.update();
  };

  dropAt = ({ target }: Event): void => {
    this.#dragged = undefined;
    this.#seek(Number((target as HTMLInputElement).value));
  };

  #seek(seconds: number): void {
    this.playback.seekTo(seconds);
    this.said = seconds;
    this.update();
  }

  cast = (): void => {
    this.playback.media?.remote.prompt().catch(() => undefined);
  };

  /** Of a chapter, or a line of the transcript. */
  seekTo = (seconds: number): void => {
    if (!this.playback.isPlaying) this.playback.play();
    this.#seek(seconds);
  };

  seekBy = (seconds: number): void => {
    this.#seek(this.position + seconds);
  };

  #seekToChapter(step: number): void {
    const chapter = this.chapters[Math.max(0, this.chapterIndex + step)];
    if (chapter) this.playback.seekTo(chapter.start);
  }

  setSpeed = (speed: number): void => {
    const { media } = this.playback;
    if (media) media.defaultPlaybackRate = media.playbackRate = speed;
    rememberSpeed(speed);
  };

  setSleep = (sleep: Sleep | undefined): void => {
    this.sleep.set(sleep);
    this.update();
  };

  /** The address of this page at this moment of the episode: it holds nothing of the member's. */
  copyMoment = async (): Promise<void> => {
    const { services, episode } = this.playback;
    if (!episode) return;
    const t = String(Math.floor(this.position));
    const moment = new URLSearchParams({ episode: publicGuid(episode), t });
    this.moment = `${location.origin}${location.pathname}#${moment}`;
    const time = spokenTime(this.position, services.language.locale);
    if (await this.copying.copy(this.moment)) {
      services.announce(fill(this.texts.momentCopied, { time }));
    } else selectField(this.element);
  };

  forget = (): void => {
    forgetListening();
    const { services } = this.playback;
    services.announce(this.texts.forgotten);
    services.host.requestUpdate();
  };

  close = (): void => {
    this.playback.close();
    this.#opened.abort();
    this.isExpanded = false;
    this.sleep.set(undefined);
    this.#unfollow();
    this.element.remove();
  };

  dispose(): void {
    this.close();
    this.trouble.dispose();
  }

  #onKey = (event: KeyboardEvent): void => {
    const { media } = this.playback;
    if (!media) return;
    if (event.key === 'Escape' && this.isExpanded) this.expand();
    else if (!actOnKey(event, this.#keyActions, this.element.matches(':dir(rtl)'))) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #keyActions = {
    toggle: this.toggle,
    seekBy: this.seekBy,
    seekToShare: (share: number) => {
      const { duration = NaN } = this.playback.media ?? {};
      if (Number.isFinite(duration)) this.playback.seekTo(share * duration);
    },
    changeSpeed: (step: 1 | -1) => {
      const at = SPEEDS.indexOf(this.playback.media?.playbackRate ?? 1);
      const speed = SPEEDS[at + step];
      if (speed) this.setSpeed(speed);
    },
    mute: () => {
      const { media } = this.playback;
      if (media) media.muted = !media.muted;
    },
  };
}
