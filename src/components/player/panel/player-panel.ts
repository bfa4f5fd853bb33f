/** The panel behind the bar: position, speed, sleep timer, chapters, transcript, and what is rarely needed. */
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { Copying, selectField } from '../../buttons/copying.js';
import { fill } from '../../language/texts.js';
import type { PlayerTexts } from '../../language/texts/player/en.js';
import { publicGuid } from '../../podcast/public-guid.js';
import { adoptStyles } from '../../styles/adopt-styles.js';
import type { PanelPieces, PlayerView } from '../bar/bar-view.js';
import { casting } from '../features/casting.js';
import { readAlong } from '../features/read-along.js';
import { sleepAfter, sleepTimer } from '../features/sleep-timer.js';
import type { Playback } from '../playback.js';
import type { Feature } from '../player-store.js';
import { readingOf } from '../reading.js';
import { rememberSpeed } from '../remembered-listening.js';
import { renderChapterList } from './chapter-list-view.js';
import { renderExtras, renderFold } from './extras-view.js';
import { actOnKey } from './keys.js';
import { renderSleep, renderSpeed, SPEEDS } from './menus-view.js';
import { playerPanelStyles } from './panel-styles.js';
import { renderPosition, spokenTime } from './position-view.js';

export class PlayerPanel {
  /** The panel adds these to the player. */
  readonly features: readonly Feature[];
  readonly #copying: Copying;
  /** The link that was copied last. */
  #moment = '';
  /** The position that a screen reader knows of, in seconds: not another one with every second. */
  #said = 0;
  #hasKeys = matchMedia('(any-hover: hover)').matches;
  readonly #chapterList = document.createElement('div');
  /** The list was rendered from these. */
  #listed: Partial<PlayerView> = {};

  /**
   * @param element holds the player.
   * @param update renders it anew.
   */
  constructor(
    private readonly player: Playback,
    private readonly element: HTMLElement,
    private readonly texts: () => PlayerTexts,
    private readonly update: () => void,
  ) {
    const { host, announce } = player.services;
    this.#copying = new Copying(update);
    adoptStyles(host.renderRoot, ...playerPanelStyles);
    element.addEventListener('keydown', this.#onKey);
    this.features = [
      sleepTimer(player, () => announce(texts().sleepEnded)),
      casting(player),
      readAlong(player, texts),
      this.#open,
    ];
  }

  #open: Feature = (media, signal) => {
    const { renderRoot } = this.player.services.host;
    renderRoot.addEventListener('focusin', this.#uncover, { signal });
    const say = () => {
      this.#said = media.currentTime;
      this.update();
    };
    for (const type of ['play', 'pause', 'seeked']) media.addEventListener(type, say, { signal });
  };

  render(view: PlayerView): PanelPieces {
    // A slider that is being read says no other time with every second.
    if (!this.element.querySelector('[part=seek]:focus')) this.#said = this.player.position;
    const slider = { said: this.#said, drag: this.#drag, drop: this.#drop };
    return {
      chapter: this.#renderChapter(view),
      position: renderPosition(view, slider),
      speed: renderSpeed(view, this.#setSpeed),
      sleep: renderSleep(view, (chosen) =>
        this.player.set({ sleep: chosen ? sleepAfter(chosen) : undefined }),
      ),
      rest: this.#renderRest(view),
    };
  }

  /** `Onomichi · Chapter 2 of 6` */
  #renderChapter({ chapters, chapter, chapterIndex, texts, locale }: PlayerView): unknown {
    if (!chapter) return this.player.services.view().title;
    const [number = '', count = ''] = [chapterIndex + 1, chapters.length].map((it) =>
      it.toLocaleString(locale),
    );
    return html`<bdi>${chapter.title}</bdi> · ${fill(texts.chapterOf, { number, count })}`;
  }

  /** Chapters and transcript scroll; what is above and below them stays. */
  #renderRest(view: PlayerView): TemplateResult {
    const { chapters, texts } = view;
    const { episode, transcript } = this.player.state;
    this.#list(view);
    const isOnlyList = !episode?.transcripts.length;
    const list = chapters.length ? renderFold(texts.chapters, this.#chapterList, isOnlyList) : '';
    const lines = transcript?.element ?? '';
    return html`${
      list || lines ? html`<div class="rest" tabindex="-1">${list} ${lines}</div>` : nothing
    }
    ${renderExtras(view, {
      cast: this.#cast,
      hasKeys: this.#hasKeys,
      copying: this.#copying,
      moment: this.#moment,
      copyMoment: this.#copyMoment,
    })}`;
  }

  /** A list of a thousand chapters is rendered when something about it changes, and not with every second. */
  #list(view: PlayerView): void {
    const { chapters, chapterIndex } = view;
    const before = this.#listed;
    if (chapters === before.chapters && chapterIndex === before.chapterIndex) return;
    this.#listed = view;
    render(renderChapterList(view, this.#playFrom), this.#chapterList);
  }

  /** The sound stays where it is until the slider is let go. */
  #drag = ({ target }: Event): void => {
    this.player.set({ dragged: Number((target as HTMLInputElement).value) });
  };

  #drop = (): void => {
    const { dragged = 0 } = this.player.state;
    this.#said = dragged;
    this.player.set({ dragged: undefined });
    this.player.seekTo(dragged);
  };

  #playFrom = (seconds: number): void => {
    const { episode } = this.player.state;
    if (episode) this.player.playFrom(episode, seconds);
  };

  #setSpeed = (speed: number): void => {
    const { state, services } = this.player;
    const { media } = state;
    if (media) media.defaultPlaybackRate = media.playbackRate = speed;
    if (!services.host.forgetApp) rememberSpeed(speed);
  };

  /** Copies the address of this page at this moment of the episode: it holds nothing of the member's. */
  #copyMoment = async (): Promise<void> => {
    const { position, services, state } = this.player;
    if (!state.episode) return;
    const t = String(Math.floor(position));
    const moment = new URLSearchParams({ episode: publicGuid(state.episode), t });
    this.#moment = `${location.origin}${location.pathname}#${moment}`;
    const time = spokenTime(position, services.language.locale);
    if (await this.#copying.copy(this.#moment)) {
      services.announce(fill(this.texts().momentCopied, { time }));
    } else selectField(this.element);
  };

  #cast = (): void => {
    this.player.state.media?.remote.prompt().catch(() => undefined);
  };

  /** A control that gets the focus by keyboard is not hidden: the panel makes itself small, and the bar leaves room. */
  #uncover = ({ target }: Event): void => {
    const focused = target as Element;
    const { element, player } = this;
    // The browser scrolls after the event.
    requestAnimationFrame(() => {
      const isOutside = focused.matches(':focus-visible') && !element.contains(focused);
      if (!player.state.isExpanded || !isOutside) return;
      const { top } = element.getBoundingClientRect();
      if (focused.getBoundingClientRect().bottom <= top) return;
      player.set({ isExpanded: false });
      focused.scrollIntoView({ block: 'nearest' });
    });
  };

  #onKey = (event: KeyboardEvent): void => {
    const { element, player } = this;
    this.#hasKeys = true;
    if (event.key === 'Escape' && player.state.isExpanded) {
      // The control that has the focus goes.
      element.querySelector<HTMLElement>('[part=player-open]')?.focus();
      player.set({ isExpanded: false });
    } else if (!actOnKey(event, this.#keyActions)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #keyActions = {
    toggle: () => {
      const { episode } = this.player.state;
      if (episode) this.player.toggle(episode);
    },
    seekBy: (seconds: number) => this.player.seekTo(this.player.position + seconds),
    seekToShare: (share: number) => {
      const { player } = this;
      const { duration = NaN } = readingOf(player.state, player.position, undefined);
      if (Number.isFinite(duration)) player.seekTo(share * duration);
    },
    changeSpeed: (step: 1 | -1) => {
      const { playbackRate = 1 } = this.player.state.media ?? {};
      // It may be none of ours: the page, or an earlier visit, has set it.
      const further = SPEEDS.filter((speed) => (speed - playbackRate) * step > 0);
      const speed = further.at(step > 0 ? 0 : -1);
      if (speed) this.#setSpeed(speed);
    },
    mute: () => {
      const { media } = this.player.state;
      if (media) media.muted = !media.muted;
    },
  };
}
