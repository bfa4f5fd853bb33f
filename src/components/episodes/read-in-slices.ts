/**
 * Reads a parser's answer a slice at a time: ten thousand episodes in one piece would keep a phone
 * busy for a third of a second.
 */
import { abortedError, readJson } from '../../api/http.js';
import { fieldsOf, readShownEpisodes, readShownPodcast } from '../../podcast/shown-podcast.js';
import type { ShownPodcast } from '../../podcast/shown-podcast.js';
import { pause, startWork } from './pause.js';

/** About as many characters as a phone reads in a few milliseconds. */
const SLICE_LENGTH = 32_768;

/** Where the episodes begin, and the name of the first field of the first one. */
const LIST_START = /"episodes"\s*:\s*\[(?=\s*\{\s*"(\w+)")/;

/**
 * Reads what `readShownPodcast` makes of the JSON. It cuts the text where an episode seems to begin;
 * `JSON.parse` accepts what is before the cut only if one does.
 * @returns `undefined` if the text is not JSON, or not a podcast's.
 * @throws {PrivatePodcastError} `aborted`
 */
export async function readInSlices(
  text: string,
  signal: AbortSignal,
): Promise<ShownPodcast | undefined> {
  const list = LIST_START.exec(text);
  let start = list ? list.index + list[0].length : 0;
  const before = fieldsOf(readJson(`${text.slice(0, start)}]}`));
  // There is no list, or it belongs to something within the podcast.
  if (!before.episodes) return readShownPodcast(readJson(text));
  const nextEpisode = new RegExp(`,\\s*(?=\\{\\s*"${list?.[1]}"\\s*:)`, 'g');
  const slices = [];
  let length = SLICE_LENGTH;
  let isPauseDue = startWork();
  for (;;) {
    nextEpisode.lastIndex = start + length;
    const end = nextEpisode.exec(text)?.index;
    if (end === undefined) break;
    const slice = readJson(`[${text.slice(start, end)}]`);
    // What seemed an episode was one of its chapters, say: further on is another chance.
    length = slice ? SLICE_LENGTH : length * 2;
    if (!slice) continue;
    slices.push(readShownEpisodes(slice));
    start = nextEpisode.lastIndex;
    if (!isPauseDue()) continue;
    await pause();
    if (signal.aborted) throw abortedError();
    isPauseDue = startWork();
  }
  const rest = readJson(`{"episodes":[${text.slice(start)}`);
  const podcast = rest ? readShownPodcast({ ...before, ...rest }) : undefined;
  if (podcast) podcast.episodes = [...slices, podcast.episodes].flat();
  // What is done with them is a task of its own.
  await pause();
  return podcast;
}
