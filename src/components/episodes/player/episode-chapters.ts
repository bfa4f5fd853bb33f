/** The chapters of an episode, from the feed or their file, and which of them is heard. */
import type { ShownChapter, ShownEpisode } from '../../../podcast/shown-podcast.js';

/** The chapters in the order of time; none if their file cannot be loaded. */
export async function chaptersOf(
  { chapters, chaptersUrl }: ShownEpisode,
  signal: AbortSignal,
): Promise<ShownChapter[]> {
  const isInFile = chapters.length === 0 && chaptersUrl;
  const found = isInFile ? await requested(chaptersUrl, signal) : chapters;
  return [...found].sort((a, b) => a.start - b.start);
}

async function requested(url: string, signal: AbortSignal): Promise<ShownChapter[]> {
  const { requestChapters } = await import('../notes/request-chapters.js');
  return requestChapters(url, signal);
}

/** The index of the chapter at a time in seconds; -1 before the first one. */
export const chapterAt = (chapters: readonly ShownChapter[], seconds: number): number =>
  chapters.findLastIndex(({ start }) => start <= seconds);
