/** One episode as the member sees it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import { chevronGlyph } from '../icons/glyphs.js';
import { pauseGlyph, playGlyph } from '../icons/player-glyphs.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { formatDate, formatDuration } from './format.js';
import type { PlayFrom } from './notes.js';
import type { OpenNotes } from './open-notes.js';
import type { Playing } from './playing.js';
import type { Wording } from './wording.js';

/** What the view needs to know of an episode, and may ask for. */
export interface EpisodeActions {
  readonly playing: Playing;
  readonly notes: OpenNotes;
}

/** Characters that more than fill the one line that an excerpt has. */
const EXCERPT = 200;

export function renderEpisode(
  episode: ShownEpisode,
  actions: EpisodeActions,
  wording: Wording,
): TemplateResult {
  const { playing, notes } = actions;
  const { texts, locale, lang } = wording;
  const facts = [
    formatDate(episode.publishDate, locale, new Date()),
    formatDuration(episode.duration, locale),
  ].filter(Boolean);
  return html`
    <li part="episode" class="episode" tabindex="-1" data-episode=${episode.guid}>
      <div class="episode-text">
        <h4 part="episode-title" lang=${lang ?? nothing} dir="auto">${episode.title}</h4>
        <p class="muted facts" part="episode-facts">
          ${facts.join(' · ')} ${badgesOf(episode, texts).map(renderBadge)}
        </p>
        ${
          episode.description && !notes.isOpen(episode)
            ? html`<p class="excerpt muted" lang=${lang ?? nothing} dir="auto">
                ${episode.description.slice(0, EXCERPT)}
              </p>`
            : nothing
        }
        ${hasNotes(episode) ? renderNotes(episode, actions, wording) : nothing}
      </div>
      ${episode.url ? renderPlay(episode, playing, texts) : nothing}
      ${playing.has(episode) ? renderPlayer(episode, playing, texts) : nothing}
    </li>
  `;
}

function badgesOf({ episodeType, isExplicit }: ShownEpisode, texts: Texts): string[] {
  return [
    ...(episodeType === 'trailer' ? [texts.trailer] : []),
    ...(episodeType === 'bonus' ? [texts.bonus] : []),
    ...(isExplicit ? [texts.explicit] : []),
  ];
}

const renderBadge = (text: string) => html` <span part="badge" class="badge">${text}</span>`;

const hasNotes = (episode: ShownEpisode) =>
  Boolean(
    episode.description ||
    episode.descriptionWithHtml ||
    episode.chaptersUrl ||
    episode.chapters.length ||
    episode.transcripts.length,
  );

function renderNotes(episode: ShownEpisode, { notes, playing }: EpisodeActions, wording: Wording) {
  const { texts } = wording;
  const isOpen = notes.isOpen(episode);
  const playFrom: PlayFrom =
    episode.url === undefined
      ? undefined
      : (seconds, event) => playing.playFrom(episode, seconds, event);
  return html`
    <button
      type="button"
      part="notes-toggle"
      class="quiet notes-toggle"
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-label=${fill(texts.notesOf, { title: episode.title })}
      @click=${() => void notes.toggle(episode)}
    >
      ${texts.showNotes} ${chevronGlyph}
    </button>
    ${
      isOpen
        ? html`<div part="notes" class="notes">
            ${notes.of(episode)?.render(wording, playFrom)}
          </div>`
        : nothing
    }
  `;
}

function renderPlay(episode: ShownEpisode, playing: Playing, texts: Texts) {
  const isSounding = playing.isSounding(episode);
  return html`<button
    type="button"
    part="play"
    class="play"
    aria-label=${fill(isSounding ? texts.pause : texts.play, { title: episode.title })}
    @click=${(event: Event) => playing.toggle(episode, event)}
  >
    ${isSounding ? pauseGlyph : playGlyph}
  </button>`;
}

function renderPlayer(episode: ShownEpisode, playing: Playing, texts: Texts) {
  const begin = ({ target }: Event) => void playing.begin(episode, target as HTMLAudioElement);
  const fail = ({ target }: Event) => {
    (target as HTMLElement).nextElementSibling?.removeAttribute('hidden');
    playing.follow(false);
  };
  return html`
    <div class="player">
      <audio
        part="audio"
        controls
        preload="metadata"
        aria-label=${episode.title}
        src=${episode.url ?? nothing}
        @loadedmetadata=${begin}
        @play=${() => playing.follow(true)}
        @pause=${() => playing.follow(false)}
        @error=${fail}
      ></audio>
      <p class="muted" hidden>${texts.notPlayable}</p>
    </div>
  `;
}
