/** The file of an episode's chapters (JSON chapters of the podcast namespace, version 1.2). */
import { readJson } from '../../../api/http.js';
import { MAX_CHAPTERS } from '../../../podcast/values/max-chapters.js';
import { readCount } from '../../../podcast/values/count.js';
import { requestText } from '../load/request-text.js';
import { fieldsOf, list, safeUrl, type ShownChapter } from '../../../podcast/shown-podcast.js';

/** Characters. A longer file is no longer JSON; a thousand chapters with pictures and links have half of them. */
const MAX_LENGTH = 1_000_000;

/**
 * The chapters to list. Leaves out those without a time or a title, and those marked `toc: false`.
 */
export function readChapters(file: unknown): ShownChapter[] {
  return list(fieldsOf(file).chapters, ({ startTime, title, toc, img }) => {
    const start = readCount(startTime);
    if (start === undefined || typeof title !== 'string' || toc === false) return undefined;
    return { start, title, image: safeUrl(img) };
  }).slice(0, MAX_CHAPTERS);
}

/**
 * Requests an episode's chapters; an empty list if the file cannot be loaded or is too long.
 */
export async function requestChapters(url: string, signal: AbortSignal): Promise<ShownChapter[]> {
  try {
    const call = { serverName: "The chapters' host", url, signal };
    return readChapters(readJson(await requestText(call, MAX_LENGTH)));
  } catch {
    return [];
  }
}
