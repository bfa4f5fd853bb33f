/** One episode: title, facts, play button and notes. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import { chevronGlyph } from '../../icons/chevron-glyph.js';
import { playGlyph } from '../../icons/glyphs.js';
import { pauseGlyph } from '../../icons/player-glyphs.js';
import type { Texts } from '../../texts/en.js';
import { fill } from '../../texts/texts.js';
import { formatDate, formatDuration } from './format-facts.js';
import type { NotesController } from '../notes/notes-controller.js';
import type { Playback } from '../player/playback.js';
import { publicGuid } from '../../shared-chunk/public-guid.js';
import type { Wording } from './row-wording.js';

/** Gives a row the state of its episode, and acts on its buttons. */
export interface EpisodeActions {
  /** `undefined` until it is loaded. */
  readonly playback: Playback | undefined;
  play: (use: (playback: Playback) => void) => unknown;
  /** Likewise. */
  readonly notes: NotesController | undefined;
  toggleNotes: (episode: ShownEpisode) => unknown;
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
  const isOpen = Boolean(notes?.isOpen(episode));
  const facts = [
    formatDate(episode.publishDate, locale, new Date()),
    formatDuration(episode.duration, locale),
  ].filter(Boolean);
  return html`
    <div
      part="episode"
      class="episode"
      role="listitem"
      tabindex="-1"
      aria-label=${episode.title}
      data-episode=${publicGuid(episode)}
    >
      ${episode.url ? renderPlay(episode, actions, texts) : nothing}
      <div class="episode-text">
        <h4 part="episode-title" lang=${lang ?? nothing} dir="auto">${episode.title}</h4>
        <p class="muted facts" part="episode-facts">
          ${facts.join(' · ')} ${badgesOf(episode, texts).map(renderBadge)}
        </p>
        ${
          episode.description && !isOpen
            ? html`<p class="excerpt muted" lang=${lang ?? nothing} dir="auto">
                ${excerptOf(episode.description)}
              </p>`
            : nothing
        }
        ${hasNotes(episode) ? renderNotesToggle(episode, isOpen, actions, texts) : nothing}
      </div>
      ${playback?.stateOf(episode) ? playback.render(texts) : nothing}
      ${isOpen ? notes?.render(episode, actions.play, wording) : nothing}
    </div>
  `;
}

/** The beginning of a text, up to the end of a word. */
function excerptOf(text: string): string {
  return text.length > MAX_EXCERPT
    ? `${text.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, '')} …`
    : text;
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

function renderNotesToggle(
  episode: ShownEpisode,
  isOpen: boolean,
  { toggleNotes }: EpisodeActions,
  texts: Texts,
) {
  return html`<button
    type="button"
    part="notes-toggle"
    class="quiet notes-toggle"
    aria-expanded=${isOpen ? 'true' : 'false'}
    aria-label=${fill(texts.notesOf, { title: episode.title })}
    @click=${() => void toggleNotes(episode)}
  >
    ${texts.showNotes} ${chevronGlyph}
  </button>`;
}

function renderPlay(episode: ShownEpisode, { playback, play }: EpisodeActions, texts: Texts) {
  const isPlaying = playback?.stateOf(episode) === 'playing';
  return html`<button
    type="button"
    part="play"
    class="play"
    aria-label=${fill(isPlaying ? texts.pause : texts.play, { title: episode.title })}
    @click=${() => play((player) => player.toggle(episode))}
  >
    ${isPlaying ? pauseGlyph : playGlyph}
  </button>`;
}
