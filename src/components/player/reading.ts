/** Reads out of the player's state what the bar and the panel show. Times are in seconds. */
import type { ShownChapter, ShownPodcast } from '../../podcast/shown-podcast.js';
import { chapterAt } from './features/episode-chapters.js';
import type { PlayerState } from './player-store.js';

export interface Reading {
  /** Where the slider stands while it is dragged, else where the recording is. */
  position: number;
  /** As the feed says until the recording is there; `undefined` if it is unknown, infinite for a live recording. */
  duration: number | undefined;
  chapters: readonly ShownChapter[];
  /** -1 before the first chapter. */
  chapterIndex: number;
  chapter: ShownChapter | undefined;
  /** URL of the picture: the chapter's, the episode's, or the show's. */
  cover: string | undefined;
}

/** @param now where the recording is. */
export function readingOf(
  { chapters = [], dragged, episode, media }: PlayerState,
  now: number,
  podcast: Pick<ShownPodcast, 'image'> | undefined,
): Reading {
  const position = dragged ?? now;
  const { duration = NaN } = media ?? {};
  const chapterIndex = chapterAt(chapters, position);
  const chapter = chapters[chapterIndex];
  return {
    position,
    duration: Number.isNaN(duration) ? episode?.duration : duration,
    chapters,
    chapterIndex,
    chapter,
    cover: chapter?.image ?? episode?.image ?? podcast?.image,
  };
}
