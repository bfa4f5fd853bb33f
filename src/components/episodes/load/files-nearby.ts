/** Which of an episode's files the element asks for: a feed of the web leads no browser to ports of its own machine. */
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import { parseUrl } from '../../../urls/web-url.js';

/** Nearly all URLs, which need no parsing. */
const ELSEWHERE = /^https?:\/\/(?:[a-z\d-]+\.)+(?!localhost\b)[a-z]{2,}(?:[/?#]|$)/;

/** In the form of the URL standard, which knows one way to write an IP address. */
const OWN_HOST =
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}|0):[\da-f]+\])$/;

/** Whether a URL leads to the machine that asks. */
const isNearby = (url: string): boolean =>
  !ELSEWHERE.test(url) && OWN_HOST.test(parseUrl(url)?.hostname ?? '');

/**
 * Takes chapters file and transcripts on this machine out of an episode, unless its feed or the page is there too.
 * @param page URL
 */
export function leaveNearbyFiles(episode: ShownEpisode, feedUrl: string, page: string): void {
  if (isNearby(feedUrl) || isNearby(page)) return;
  if (isNearby(episode.chaptersUrl ?? '')) episode.chaptersUrl = undefined;
  const { transcripts } = episode;
  if (transcripts.some(({ url }) => isNearby(url)))
    episode.transcripts = transcripts.filter(({ url }) => !isNearby(url));
}
