/** The content of an episode's notes: text, chapters, transcript. Loaded when notes are first opened. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  ShownChapter,
  ShownEpisode,
  ShownTranscript,
} from '../../../podcast/shown-podcast.js';
import type { LazyChunks } from '../../loading/lazy-chunks.js';
import { formatClock } from '../../language/formats.js';
import { fill } from '../../language/texts.js';
import { showNotes } from './show-notes.js';
import type { Wording } from '../list/row-wording.js';

/** Plays the episode from a time in seconds; `undefined` if there is no recording. */
export type PlayFrom = ((seconds: number) => void) | undefined;

/** Acts on a press of the transcript's link; `undefined` if the link has to do. */
export type ReadAlong = ((press: MouseEvent) => void) | undefined;

export interface Notes {
  render: (
    title: string,
    wording: Wording,
    playFrom: PlayFrom,
    readAlong: ReadAlong,
  ) => TemplateResult;
}

/** Yields the notes at once, and again when the chapters file is loaded. */
export async function* readNotes(
  episode: ShownEpisode,
  chunks: LazyChunks,
  signal: AbortSignal,
): AsyncGenerator<Notes> {
  const { descriptionWithHtml = '', description = '', chapters, chaptersUrl } = episode;
  const text = await showNotes(descriptionWithHtml, description);
  const transcript = bestTranscript(episode.transcripts);
  yield notesOf({ text, transcript, chapters });
  if (chapters.length > 0 || !chaptersUrl) return;
  const { requestChapters } = await chunks.get(() => import('../../podcast/request-chapters.js'));
  const requested = await requestChapters(chaptersUrl, signal);
  if (requested.length > 0) yield notesOf({ text, transcript, chapters: requested });
}

interface Content {
  text: Node;
  transcript: ShownTranscript | undefined;
  chapters: readonly ShownChapter[];
}

/** Prefers a transcript that browsers show as text. */
function bestTranscript(transcripts: readonly ShownTranscript[]): ShownTranscript | undefined {
  const ofType = (type: string) => transcripts.find((transcript) => transcript.type === type);
  return ofType('text/html') ?? ofType('text/plain') ?? transcripts[0];
}

function notesOf({ text, transcript, chapters }: Content): Notes {
  return {
    render: (title, wording, playFrom, readAlong) => html`
      <div lang=${wording.lang ?? nothing} dir="auto">${text}</div>
      ${chapters.length ? renderChapters(chapters, title, wording, playFrom) : nothing}
      ${
        transcript
          ? html`<p class="links">
              <a
                part="transcript-link"
                href=${transcript.url}
                target="_blank"
                rel="noopener noreferrer"
                hreflang=${transcript.language ?? nothing}
                @click=${readAlong ?? nothing}
                >${wording.texts.transcript}</a
              >
            </p>`
          : nothing
      }
    `,
  };
}

function renderChapters(
  chapters: readonly ShownChapter[],
  episodeTitle: string,
  { texts, lang }: Wording,
  playFrom: PlayFrom,
): TemplateResult {
  const content = ({ start, title }: ShownChapter) =>
    html`<span class="clock">${formatClock(start)}</span>
      <span lang=${lang ?? nothing} dir="auto">${title}</span>`;
  return html`
    <h5>${texts.chapters}</h5>
    <div role="group" aria-label=${fill(texts.chaptersOf, { title: episodeTitle })}>
      <ol part="chapters" class="chapters">
        ${chapters.map(
          (chapter) =>
            html`<li>
              ${
                playFrom
                  ? html`<button
                      type="button"
                      part="chapter chapters-link"
                      class="chapter"
                      @click=${() => playFrom(chapter.start)}
                    >
                      ${content(chapter)}
                    </button>`
                  : html`<span class="chapter">${content(chapter)}</span>`
              }
            </li>`,
        )}
      </ol>
    </div>
  `;
}
