/**
 * Reads a parser's answer a slice at a time: ten thousand episodes in one piece would keep a phone
 * busy for a third of a second.
 */
import { abortedError } from '../../api/deadline.js';
import { readJson } from '../../api/http.js';
import {
  fieldsOf,
  readShownEpisodes,
  readShownPodcast,
  type ShownPodcast,
} from '../../podcast/shown-podcast.js';
import { decodeInPieces, readJsonOf } from './answer-chunks.js';
import { pause, startWork } from '../loading/work-pauses.js';

/** About as many characters as a phone reads in a few milliseconds. */
const SLICE_LENGTH = 32_768;

/** Where the episodes begin, and the name of the first field of the first one. */
const LIST_START = /"episodes"\s*:\s*\[(?=\s*\{\s*"(\w+)")/;

/** In as many characters the list of episodes must begin. */
const HEAD_LENGTH = 8 * SLICE_LENGTH;

/** Fewer would not fill the space that is kept for them. */
const MIN_EPISODES = 5;

/** What stands before the episodes; `undefined` if there is no list, or it belongs to something within the podcast. */
function readHead(text: string) {
  const list = LIST_START.exec(text);
  const start = list ? list.index + list[0].length : 0;
  const before = fieldsOf(readJson(`${text.slice(0, start)}]}`));
  if (!before.episodes) return undefined;
  return { before, start, nextEpisode: new RegExp(`,\\s*(?=\\{\\s*"${list?.[1]}"\\s*:)`, 'g') };
}

/**
 * What an answer of which this much is there begins with, if the first episodes to show are among it: the podcast is
 * no serial, and they come newest first.
 */
export function readBeginning(chunks: readonly Uint8Array[]): ShownPodcast | undefined {
  let text = '';
  for (const piece of decodeInPieces(chunks)) {
    text += piece;
    if (text.length > 2 * SLICE_LENGTH) break;
  }
  const head = readHead(text);
  if (!head) return undefined;
  const { before, start, nextEpisode } = head;
  nextEpisode.lastIndex = start + SLICE_LENGTH;
  const end = nextEpisode.exec(text)?.index;
  if (end === undefined) return undefined;
  const podcast = readShownPodcast({
    ...before,
    episodes: readJson(`[${text.slice(start, end)}]`),
  });
  const { episodes = [] } = podcast ?? {};
  const isEnough = episodes.length >= MIN_EPISODES && episodes.some(({ url }) => url);
  const dates = episodes.map(({ publishDate = '' }) => Date.parse(publishDate)).filter(Number);
  const isNewestFirst = dates.every((date, at) => date <= (dates[at - 1] ?? Infinity));
  return isEnough && isNewestFirst && before.podcastType === 'EPISODIC' ? podcast : undefined;
}

/**
 * Reads what `readShownPodcast` makes of the JSON. It cuts the text where an episode seems to begin;
 * `JSON.parse` accepts what is before the cut only if one does.
 * @param chunks of the JSON in UTF-8, as they arrived
 * @returns `undefined` if it is not JSON, or not a podcast's.
 * @throws {PrivatePodcastError} `aborted`
 */
export async function readInSlices(
  chunks: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<ShownPodcast | undefined> {
  const pieces = decodeInPieces(chunks);
  let piece = pieces.next();
  let text = '';
  let start = 0;
  /** Leaves behind what is read, and puts together this many characters of the rest, if it has as many. */
  const lookAhead = (length: number) => {
    if (text.length - start >= length) return;
    text = text.slice(start);
    start = 0;
    for (; text.length < length && !piece.done; piece = pieces.next()) text += piece.value;
  };
  lookAhead(HEAD_LENGTH);
  const head = readHead(text);
  if (!head) return readShownPodcast(readJsonOf(chunks));
  const { before, nextEpisode } = head;
  start = head.start;
  const slices = [];
  let length = SLICE_LENGTH;
  let isPauseDue = startWork();
  for (;;) {
    lookAhead(2 * length);
    nextEpisode.lastIndex = start + length;
    const end = nextEpisode.exec(text)?.index;
    if (end === undefined && piece.done) break;
    const slice = end === undefined ? undefined : readJson(`[${text.slice(start, end)}]`);
    // An episode is longer than what is ahead, or what seemed one was one of its chapters, say.
    length = slice ? SLICE_LENGTH : 2 * length;
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
  // The caller's work on them gets a task of its own.
  await pause();
  return podcast;
}
