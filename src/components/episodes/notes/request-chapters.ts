/** Chapters: their file (JSON chapters of the podcast namespace, version 1.2) and their times. */
import { readJson, fetchAndRead } from '../../../api/http.js';
import { readCount } from '../../../podcast/values/count.js';
import { fieldsOf, list, type ShownChapter } from '../../../podcast/shown-podcast.js';

/**
 * The chapters to list. Leaves out those without a time or a title, and those marked `toc: false`.
 */
export function readChapters(file: unknown): ShownChapter[] {
  return list(fieldsOf(file).chapters, ({ startTime, title, toc }) => {
    const start = readCount(startTime);
    if (start === undefined || typeof title !== 'string' || toc === false) return undefined;
    return { start, title };
  });
}

/**
 * Requests an episode's chapters; an empty list if the file cannot be loaded. Sends neither the
 * page's URL nor cookies to the file's host.
 */
export async function requestChapters(url: string, signal: AbortSignal): Promise<ShownChapter[]> {
  try {
    const { response, content } = await fetchAndRead(
      { serverName: "The chapters' host", url, signal },
      { credentials: 'omit', referrerPolicy: 'no-referrer' },
      (response) => response.text(),
    );
    return response.ok ? readChapters(readJson(content)) : [];
  } catch {
    return [];
  }
}

/** A time within an episode as players show it: `4:05`, `1:04:05`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const head = hours ? `${hours}:${twoDigits(minutes)}` : String(minutes);
  return `${head}:${twoDigits(whole % 60)}`;
}
