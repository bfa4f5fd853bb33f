/** The panel behind the bar: position, speed, sleep timer, chapters, transcript, and what is rarely needed. */
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { ShownChapter } from '../../../podcast/shown-podcast.js';
import { Copying, selectField } from '../../buttons/copying.js';
import { adoptStyles } from '../../styles/adopt-styles.js';
import { publicGuid } from '../../podcast/public-guid.js';
import { fill } from '../../language/texts.js';
import type { TranscriptView } from '../../transcript/transcript.js';
import { renderChapterList } from './chapter-list-view.js';
import { renderExtras, renderFold } from './extras-view.js';
import { actOnKey } from './keys.js';
import { rememberSpeed } from '../remembered-listening.js';
import { renderSleep, renderSpeed, SPEEDS } from './menus-view.js';
import { playerPanelStyles } from './panel-styles.js';
import type { ShownPanel, ShownBar } from '../bar/bar-view.js';
import { renderPosition, spokenTime } from './position-view.js';
import { SleepTimer, type Sleep } from './sleep-timer.js';

export class PlayerPanel implements ShownPanel {
  readonly sleep = new SleepTimer();
  readonly copying = new Copying(() => this.bar.update());
  /** The link that was copied last. */
  moment = '';
  /** Where the slider stands while it is dragged, in seconds. */
  dragged: number | undefined;
  /** The position that a screen reader knows of, in seconds: not another one with every second. */
  said = 0;
  /** Whether another device may play. */
  canCast = false;
  hasKeys = matchMedia('(any-hover: hover)').matches;
  #transcript: TranscriptView | undefined;
  /** Ends with the episode. */
  #opened: AbortSignal | undefined;
  #transcriptOpened: Promise<void> | undefined;
  readonly #chapterList = document.createElement('div');
  /** The list was rendered from these. */
  #listed: readonly [readonly ShownChapter[], index: number] = [[], -1];
  #media: HTMLMediaElement | undefined;

  constructor(readonly bar: ShownBar) {
    const { element, playback } = bar;
    adoptStyles(playback.services.host.renderRoot, ...playerPanelStyles);
    element.addEventListener('keydown', this.#onKey);
  }

  /**
   * Another episode is in the player.
   * @param signal ends with it.
   */
  open(signal: AbortSignal): void {
    const { playback, expanded } = this.bar;
    const { media } = playback;
    this.#opened = signal;
    this.#transcript = this.#transcriptOpened = undefined;
    this.said = media?.currentTime ?? 0;
    playback.services.host.renderRoot.addEventListener('focusin', this.#uncover, { signal });
    // A video shows its transcript as captions.
    if (expanded || media?.localName === 'video') void this.openTranscript();
    this.#media = media;
    this.canCast = false;
    const { remote } = (media ?? {}) as Partial<HTMLMediaElement>;
    if (!remote || signal.aborted) return;
    remote.watchAvailability((canCast) => (this.canCast = canCast)).catch(() => undefined);
    // A browser keeps what it watches.
    signal.addEventListener('abort', () => {
      remote.cancelWatchAvailability().catch(() => undefined);
    });
  }

  /** Opens the transcript, the first time that the member sees the panel. */
  openTranscript = (): Promise<void> => (this.#transcriptOpened ??= this.#openTranscript());

  async #openTranscript(): Promise<void> {
    const { services, episode, podcast, media } = this.bar.playback;
    const signal = this.#opened;
    if (!episode?.transcripts.length || !signal) return;
    const { openTranscript } = await services.chunks.get(
      () => import('../../transcript/transcript.js'),
    );
    const lang = podcast()?.language;
    const transcript = await openTranscript({
      transcripts: episode.transcripts,
      texts: this.bar.texts,
      locale: services.language.locale,
      chunks: services.chunks,
      lang,
      root: services.host.renderRoot,
      seek: this.playFrom,
      signal,
    });
    if (signal.aborted || !transcript) return;
    this.#transcript = transcript;
    this.bar.update();
    transcript.follow(this.bar.position);
    if (!(media instanceof HTMLVideoElement)) return;
    const { addCaptions } = await services.chunks.get(() => import('../../transcript/captions.js'));
    await addCaptions(media, transcript.lines, lang);
  }

  /** The member came for the transcript. */
  async showTranscript(): Promise<void> {
    await this.openTranscript();
    this.#transcript?.show();
  }

  /** Looks at each event of the media element. */
  watch({ type }: Event, media: HTMLMediaElement): void {
    const { element, playback, chapters, chapterIndex } = this.bar;
    const isRead = type === 'timeupdate' && element.querySelector('[part=seek]:focus');
    if (!isRead) this.said = media.currentTime;
    if (type === 'ended') this.sleep.set(undefined);
    // A time that ran out in a pause does not stop the sound after it.
    if (type === 'play') this.sleep.isDue();
    if (type === 'timeupdate' && this.sleep.isDue()) {
      playback.pause();
      playback.services.announce(this.bar.texts.sleepEnded);
    }
    if (this.bar.expanded) this.#transcript?.follow(media.currentTime);
    this.#list(chapters, chapterIndex);
  }

  /** A list of a thousand chapters is rendered when something about it changes, and not with every second. */
  #list(...now: [readonly ShownChapter[], number]): void {
    if (now.every((it, index) => it === this.#listed[index])) return;
    this.#listed = now;
    this.bar.tellSystem();
    render(renderChapterList(this), this.#chapterList);
  }

  renderPosition = (): TemplateResult => renderPosition(this);
  renderSpeed = (): TemplateResult => renderSpeed(this);
  renderSleep = (): TemplateResult => renderSleep(this);

  /** `Onomichi · Chapter 2 of 6` */
  renderChapter(): unknown {
    const { chapters, chapter, chapterIndex, texts, playback } = this.bar;
    const { services } = playback;
    if (!chapter) return services.view().title;
    const [number = '', count = ''] = [chapterIndex + 1, chapters.length].map((it) =>
      it.toLocaleString(services.language.locale),
    );
    return html`<bdi>${chapter.title}</bdi> · ${fill(texts.chapterOf, { number, count })}`;
  }

  /** Chapters and transcript scroll; what is above and below them stays. */
  renderRest(): TemplateResult {
    const { chapters, chapterIndex, texts, playback } = this.bar;
    this.#list(chapters, chapterIndex);
    const isOnlyList = !playback.episode?.transcripts.length;
    const list = chapters.length ? renderFold(texts.chapters, this.#chapterList, isOnlyList) : '';
    const lines = this.#transcript?.element ?? '';
    return html`${
      list || lines ? html`<div class="rest" tabindex="-1">${list} ${lines}</div>` : nothing
    }
    ${renderExtras(this)}`;
  }

  /** The sound stays where it is until the slider is let go. */
  drag = ({ target }: Event): void => {
    this.dragged = Number((target as HTMLInputElement).value);
    this.bar.update();
  };

  drop = (): void => {
    const { dragged = 0 } = this;
    this.dragged = undefined;
    this.said = dragged;
    this.bar.seekTo(dragged);
  };

  /** Of a chapter, or a line of the transcript. */
  playFrom = (seconds: number): void => {
    const { playback } = this.bar;
    if (playback.episode) playback.playFrom(playback.episode, seconds);
    this.bar.update();
  };

  setSpeed = (speed: number): void => {
    const { media, services } = this.bar.playback;
    if (media) media.defaultPlaybackRate = media.playbackRate = speed;
    if (!services.host.forgetApp) rememberSpeed(speed);
  };

  setSleep = (sleep: Sleep | undefined): void => {
    this.sleep.set(sleep);
    this.bar.update();
  };

  /** Copies the address of this page at this moment of the episode: it holds nothing of the member's. */
  copyMoment = async (): Promise<void> => {
    const { playback, position, texts, element } = this.bar;
    const { services, episode } = playback;
    if (!episode) return;
    const t = String(Math.floor(position));
    const moment = new URLSearchParams({ episode: publicGuid(episode), t });
    this.moment = `${location.origin}${location.pathname}#${moment}`;
    const time = spokenTime(position, services.language.locale);
    if (await this.copying.copy(this.moment)) {
      services.announce(fill(texts.momentCopied, { time }));
    } else selectField(element);
  };

  cast = (): void => {
    this.#media?.remote.prompt().catch(() => undefined);
  };

  /** A control that gets the focus by keyboard is not hidden: the panel makes itself small, and the bar leaves room. */
  #uncover = ({ target }: Event): void => {
    const focused = target as Element;
    const { bar } = this;
    // The browser scrolls after the event.
    requestAnimationFrame(() => {
      const isOutside = focused.matches(':focus-visible') && !bar.element.contains(focused);
      if (!bar.expanded || !isOutside) return;
      const { top } = bar.element.getBoundingClientRect();
      if (focused.getBoundingClientRect().bottom <= top) return;
      void bar.expand().then(() => focused.scrollIntoView({ block: 'nearest' }));
    });
  };

  #onKey = (event: KeyboardEvent): void => {
    const { bar } = this;
    this.hasKeys = true;
    if (event.key === 'Escape' && bar.expanded) {
      // The control that has the focus goes.
      bar.element.querySelector<HTMLElement>('[part=player-open]')?.focus();
      void bar.expand();
    } else if (!actOnKey(event, this.#keyActions)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #keyActions = {
    toggle: () => this.bar.toggle(),
    seekBy: (seconds: number) => this.bar.seekBy(seconds),
    seekToShare: (share: number) => {
      const { duration = NaN, seekTo } = this.bar;
      if (Number.isFinite(duration)) seekTo(share * duration);
    },
    changeSpeed: (step: 1 | -1) => {
      const { playbackRate = 1 } = this.#media ?? {};
      // It may be none of ours: the page, or an earlier visit, has set it.
      const further = SPEEDS.filter((speed) => (speed - playbackRate) * step > 0);
      const speed = further.at(step > 0 ? 0 : -1);
      if (speed) this.setSpeed(speed);
    },
    mute: () => {
      if (this.#media) this.#media.muted = !this.#media.muted;
    },
  };
}
