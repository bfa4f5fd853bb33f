/** One episode: play button, title, facts, the beginning of its text, and its notes. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import { chevronGlyph, pauseGlyph } from '../../icons/later-glyphs.js';
import { playGlyph, podcastGlyph } from '../../icons/glyphs.js';
import type { Texts } from '../../language/texts/en.js';
import { fill } from '../../language/texts.js';
import { formatDate, formatDuration } from '../../language/formats.js';
import type { NotesController } from '../notes/notes-controller.js';
import type { Playback } from '../../player/playback.js';
import { publicGuid } from '../../podcast/public-guid.js';
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

/** More characters than fit into the two lines of an excerpt. */
const MAX_EXCERPT = 400;

export function renderEpisode(
  episode: ShownEpisode,
  actions: EpisodeActions,
  wording: Wording,
): TemplateResult {
  const { notes } = actions;
  const { texts, lang } = wording;
  const isOpen = Boolean(notes?.isOpen(episode));
  return html`
    <div
      part="episode"
      class="episode"
      role="listitem"
      tabindex="-1"
      aria-label=${episode.title}
      data-episode=${publicGuid(episode)}
    >
      ${episode.url && wording.hasPlayer ? renderPlay(episode, actions, texts) : nothing}
      <div
        class="episode-text"
        @keydown=${isOpen ? (event: KeyboardEvent) => closeOnEscape(event, episode, actions) : nothing}
      >
        <h4>${renderTitle(episode, isOpen, actions, lang)}</h4>
        ${renderImage(episode, wording)} ${renderFacts(episode, actions, wording)}
        ${
          episode.description && !isOpen
            ? html`<p class="excerpt muted" lang=${lang ?? nothing} dir="auto">
                ${excerptOf(episode.description)}
              </p>`
            : nothing
        }
        ${isOpen ? notes?.render(episode, actions.play, wording) : nothing}
      </div>
    </div>
  `;
}

/** The focus returns to the title, which may have stood in the notes. */
function closeOnEscape(event: KeyboardEvent, episode: ShownEpisode, actions: EpisodeActions): void {
  if (event.key !== 'Escape') return;
  // The page around the element keeps open what it has.
  event.preventDefault();
  event.stopPropagation();
  (event.currentTarget as HTMLElement).querySelector<HTMLElement>('.notes-toggle')?.focus();
  actions.toggleNotes(episode);
}

/** The beginning of a text, up to the end of a word. Lines that end without a stop would run together. */
const excerptOf = (text: string) =>
  `${text} `
    .slice(0, MAX_EXCERPT)
    .replace(/\s+\S*$/, '')
    .replace(/([^\s.!?:…。！？])\s*\n\s*/g, '$1 · ');

const hasNotes = (episode: ShownEpisode) =>
  Boolean(
    episode.description ||
    episode.descriptionWithHtml ||
    episode.chaptersUrl ||
    episode.chapters.length ||
    episode.transcripts.length,
  );

/** The whole title opens the notes: its direction is its own, and that of the button the page's. */
function renderTitle(
  episode: ShownEpisode,
  isOpen: boolean,
  { toggleNotes }: EpisodeActions,
  lang: string | undefined,
) {
  const title = html`<span part="episode-title" lang=${lang ?? nothing} dir="auto"
    >${episode.title}</span
  >`;
  if (!hasNotes(episode)) return title;
  return html`<button
    type="button"
    part="notes-toggle"
    class="notes-toggle"
    aria-expanded=${isOpen ? 'true' : 'false'}
    @click=${() => void toggleNotes(episode)}
  >
    ${title}${chevronGlyph}
  </button>`;
}

const badgesOf = ({ episodeType, isExplicit }: ShownEpisode, texts: Texts) =>
  [
    episodeType === 'trailer' && texts.trailer,
    episodeType === 'bonus' && texts.bonus,
    isExplicit && texts.explicit,
  ].filter(Boolean);

/** Date, duration, badges and progress with dots between them; nothing where there are none of them. */
function renderFacts(episode: ShownEpisode, { playback }: EpisodeActions, wording: Wording) {
  const { texts, locale } = wording;
  const facts = [
    formatDate(episode.publishDate, locale, new Date()),
    formatDuration(episode.duration, locale),
  ].filter(Boolean);
  const marks = [
    ...badgesOf(episode, texts).map((badge) => html`<b part="badge">${badge}</b>`),
    playback?.memory.renderProgress(episode, wording) ?? [],
  ].flat();
  if (!facts.length && !marks.length) return nothing;
  return html`<p class="facts muted" part="episode-facts">
    ${facts.join(' · ')}${marks.map(
      (mark, index) => html`${index || facts.length ? ' · ' : nothing}${mark}`,
    )}
  </p>`;
}

/** Its size is known before it comes, so that nothing moves. */
function renderImage({ image }: ShownEpisode, { cover }: Wording) {
  if (!image || image === cover) return nothing;
  return html`<div class="picture episode-image">
    ${podcastGlyph}
    <img part="episode-image" loading="lazy" referrerpolicy="no-referrer" alt="" src=${image} />
  </div>`;
}

function renderPlay(episode: ShownEpisode, { playback, play }: EpisodeActions, texts: Texts) {
  const isPlaying = playback?.stateOf(episode) === 'playing';
  return html`<button
    type="button"
    part="play"
    class=${isPlaying ? 'play playing' : 'play'}
    aria-label=${fill(isPlaying ? texts.pause : texts.play, { title: episode.title })}
    @click=${() => play((player) => player.toggle(episode))}
  >
    ${isPlaying ? pauseGlyph : playGlyph}
  </button>`;
}
