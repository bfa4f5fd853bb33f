/** The chapters of an episode, from the feed or their file, and which of them is heard. */
import type { ShownChapter, ShownEpisode } from '../../../podcast/shown-podcast.js';
import type { LazyChunks } from '../../loading/lazy-chunks.js';
import type { Playback } from '../playback.js';
import type { Feature } from '../player-store.js';

export const episodeChapters =
  (player: Playback): Feature =>
  async (_, signal) => {
    const { episode } = player.state;
    player.set({ chapters: undefined });
    const chapters = episode && (await chaptersOf(episode, player.services.chunks, signal));
    if (!signal.aborted && chapters?.length) player.set({ chapters });
  };

/** The chapters in the order of time; none if their file cannot be loaded. */
async function chaptersOf(
  { chapters, chaptersUrl }: ShownEpisode,
  chunks: LazyChunks,
  signal: AbortSignal,
): Promise<ShownChapter[]> {
  let found = chapters;
  if (chapters.length === 0 && chaptersUrl) {
    const { requestChapters } = await chunks.get(() => import('../../podcast/request-chapters.js'));
    found = await requestChapters(chaptersUrl, signal);
  }
  return [...found].sort((a, b) => a.start - b.start);
}

/** The index of the chapter at a time in seconds; -1 before the first one. */
export const chapterAt = (chapters: readonly ShownChapter[], seconds: number): number =>
  chapters.findLastIndex(({ start }) => start <= seconds);
