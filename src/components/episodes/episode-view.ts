/** One episode: title, facts, play button and notes. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import { chevronGlyph } from '../icons/glyphs.js';
import { pauseGlyph, playGlyph } from '../icons/player-glyphs.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { formatDate, formatDuration } from './format.js';
import type { PlayFrom } from './notes.js';
import type { NotesController } from './notes-controller.js';
import type { Playback } from './playback.js';
import { publicGuid } from './public-guid.js';
import type { Wording } from './wording.js';

/** What a row reads and operates. */
export interface EpisodeActions {
  readonly playback: Playback;
  readonly notes: NotesController;
}

/** More characters than fit into the one line of an excerpt. */
const MAX_EXCERPT = 200;

export function renderEpisode(
  episode: ShownEpisode,
  actions: EpisodeActions,
  wording: Wording,
): TemplateResult {
  const { playback, notes } = actions;
  const { texts, locale, lang } = wording;
  const facts = [
    formatDate(episode.publishDate, locale, new Date()),
    formatDuration(episode.duration, locale),
  ].filter(Boolean);
  return html`
    <li part="episode" class="episode" tabindex="-1" data-episode=${publicGuid(episode)}>
      <div class="episode-text">
        <h4 part="episode-title" lang=${lang ?? nothing} dir="auto">${episode.title}</h4>
        <p class="muted facts" part="episode-facts">
          ${facts.join(' · ')} ${badgesOf(episode, texts).map(renderBadge)}
        </p>
        ${
          episode.description && !notes.isOpen(episode)
            ? html`<p class="excerpt muted" lang=${lang ?? nothing} dir="auto">
                ${episode.description.slice(0, MAX_EXCERPT)}
              </p>`
            : nothing
        }
        ${hasNotes(episode) ? renderNotesToggle(episode, notes, texts) : nothing}
      </div>
      ${episode.url ? renderPlay(episode, playback, texts) : nothing}
      ${playback.stateOf(episode) ? playback.render(texts) : nothing}
      ${notes.isOpen(episode) ? renderNotes(episode, actions, wording) : nothing}
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

function renderNotesToggle(episode: ShownEpisode, notes: NotesController, texts: Texts) {
  return html`<button
    type="button"
    part="notes-toggle"
    class="quiet notes-toggle"
    aria-expanded=${notes.isOpen(episode) ? 'true' : 'false'}
    aria-label=${fill(texts.notesOf, { title: episode.title })}
    @click=${() => void notes.toggle(episode)}
  >
    ${texts.showNotes} ${chevronGlyph}
  </button>`;
}

function renderNotes(episode: ShownEpisode, { notes, playback }: EpisodeActions, wording: Wording) {
  const playFrom: PlayFrom =
    episode.url === undefined ? undefined : (seconds) => playback.playFrom(episode, seconds);
  return html`<div part="notes" class="notes">
    ${notes.of(episode)?.render(wording, playFrom)}
  </div>`;
}

function renderPlay(episode: ShownEpisode, playback: Playback, texts: Texts) {
  const isPlaying = playback.stateOf(episode) === 'playing';
  return html`<button
    type="button"
    part="play"
    class="play"
    aria-label=${fill(isPlaying ? texts.pause : texts.play, { title: episode.title })}
    @click=${() => playback.toggle(episode)}
  >
    ${isPlaying ? pauseGlyph : playGlyph}
  </button>`;
}
