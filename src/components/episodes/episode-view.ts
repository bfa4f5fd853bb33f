/** One episode as the member sees it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import { chevronGlyph, pauseGlyph, playGlyph } from '../icons/glyphs.js';
import type { Texts } from '../texts/en.js';
import { fill } from '../texts/texts.js';
import { formatDate, formatDuration } from './format.js';

export interface EpisodeActions {
  isPlaying: (episode: ShownEpisode) => boolean;
  togglePlay: (episode: ShownEpisode) => void;
  /** Whether the episode's notes are open, */
  isOpen: (episode: ShownEpisode) => boolean;
  /** and what they hold, once it has come. */
  notesOf: (episode: ShownEpisode) => Node | undefined;
  toggleNotes: (episode: ShownEpisode) => Promise<void>;
}

interface Wording {
  texts: Texts;
  locale: string;
  /** Language of the podcast. */
  lang: string | undefined;
}

/** Characters that more than fill the one line that an excerpt has. */
const EXCERPT = 200;

export function renderEpisode(
  episode: ShownEpisode,
  actions: EpisodeActions,
  wording: Wording,
): TemplateResult {
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
          episode.description && !actions.isOpen(episode)
            ? html`<p class="excerpt muted" lang=${lang ?? nothing} dir="auto">
                ${episode.description.slice(0, EXCERPT)}
              </p>`
            : nothing
        }
        ${hasNotes(episode) ? renderNotes(episode, actions, wording) : nothing}
      </div>
      ${episode.url ? renderPlay(episode, actions, texts) : nothing}
      ${actions.isPlaying(episode) ? renderPlayer(episode, texts) : nothing}
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

const hasNotes = ({ description, descriptionWithHtml }: ShownEpisode) =>
  Boolean(description || descriptionWithHtml);

function renderNotes(episode: ShownEpisode, actions: EpisodeActions, { texts, lang }: Wording) {
  const isOpen = actions.isOpen(episode);
  return html`
    <button
      type="button"
      part="notes-toggle"
      class="quiet notes-toggle"
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-label=${fill(texts.notesOf, { title: episode.title })}
      @click=${() => void actions.toggleNotes(episode)}
    >
      ${texts.showNotes} ${chevronGlyph}
    </button>
    ${
      isOpen
        ? html`<div part="notes" class="notes">
            <div lang=${lang ?? nothing} dir="auto">${actions.notesOf(episode)}</div>
            ${renderLinks(episode, { texts, lang })}
          </div>`
        : nothing
    }
  `;
}

/** Transcript and chapters, where the feed gives them. */
function renderLinks(
  { transcripts, chapters }: ShownEpisode,
  { texts, lang }: Pick<Wording, 'texts' | 'lang'>,
) {
  const [transcript] = transcripts;
  return html`
    ${
      chapters.length
        ? html`<p>${texts.chapters}</p>
            <ol lang=${lang ?? nothing} dir="auto">
              ${chapters.map(({ title }) => html`<li>${title}</li>`)}
            </ol>`
        : nothing
    }
    ${
      transcript
        ? html`<p>
            <a href=${transcript.url} target="_blank" rel="noopener noreferrer"
              >${texts.transcript}</a
            >
          </p>`
        : nothing
    }
  `;
}

function renderPlay(episode: ShownEpisode, actions: EpisodeActions, texts: Texts) {
  const isPlaying = actions.isPlaying(episode);
  return html`<button
    type="button"
    part="play"
    class="play"
    aria-label=${fill(isPlaying ? texts.pause : texts.play, { title: episode.title })}
    @click=${() => actions.togglePlay(episode)}
  >
    ${isPlaying ? pauseGlyph : playGlyph}
  </button>`;
}

function renderPlayer({ guid, title, url = '' }: ShownEpisode, texts: Texts) {
  const begin = (event: Event) => {
    const audio = event.target as HTMLAudioElement;
    void import('./player.js').then(({ rememberPosition }) => rememberPosition(audio, guid));
  };
  const fail = (event: Event) => {
    (event.target as HTMLElement).nextElementSibling?.removeAttribute('hidden');
  };
  return html`
    <div class="player">
      <audio
        part="audio"
        controls
        autoplay
        preload="metadata"
        aria-label=${title}
        src=${url}
        @loadedmetadata=${begin}
        @error=${fail}
      ></audio>
      <p class="muted" hidden>${texts.notPlayable}</p>
    </div>
  `;
}
