/** Which of an episode's files the element asks for: a feed of the web leads no browser to ports of its own machine. */
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import { isOnOwnMachine } from '../../urls/own-machine.js';

/**
 * Takes chapters file and transcripts on this machine out of an episode, unless its feed or the page is there too.
 * @param page URL
 */
export function leaveNearbyFiles(episode: ShownEpisode, feedUrl: string, page: string): void {
  if (isOnOwnMachine(feedUrl) || isOnOwnMachine(page)) return;
  if (isOnOwnMachine(episode.chaptersUrl ?? '')) episode.chaptersUrl = undefined;
  const { transcripts } = episode;
  if (transcripts.some(({ url }) => isOnOwnMachine(url)))
    episode.transcripts = transcripts.filter(({ url }) => !isOnOwnMachine(url));
}
