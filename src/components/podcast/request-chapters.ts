/** The file of an episode's chapters (JSON chapters of the podcast namespace, version 1.2). */
import { readJson } from '../../api/http.js';
import { MAX_CHAPTERS } from '../../podcast/values/max-chapters.js';
import { readCount } from '../../podcast/values/count.js';
import { decodeReferences, numberReferences } from './character-references.js';
import { requestText } from './request-text.js';
import { fieldsOf, list, safeUrl, type ShownChapter } from '../../podcast/shown-podcast.js';

/** Characters. A longer file is no longer JSON; a thousand chapters with pictures and links have half of them. */
const MAX_LENGTH = 1_000_000;

/**
 * The chapters to list, in the order of time. Leaves out those without a time or a title, and those marked `toc: false`.
 */
export function readChapters(file: unknown): ShownChapter[] {
  const chapters = list(fieldsOf(file).chapters, ({ startTime, title, toc, img }) => {
    const start = readCount(startTime);
    if (start === undefined || typeof title !== 'string' || toc === false) return undefined;
    return { start, title: decodeReferences(title), image: safeUrl(img) };
  });
  return chapters.slice(0, MAX_CHAPTERS).sort((a, b) => a.start - b.start);
}

/**
 * Requests an episode's chapters; an empty list if the file cannot be loaded or is too long.
 */
export async function requestChapters(url: string, signal: AbortSignal): Promise<ShownChapter[]> {
  try {
    const call = { serverName: "The chapters' host", url, signal };
    const text = await numberReferences(await requestText(call, MAX_LENGTH));
    return readChapters(readJson(text));
  } catch {
    return [];
  }
}
