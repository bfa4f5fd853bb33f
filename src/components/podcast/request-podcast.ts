/** Asks the parser for the podcast behind a feed URL (docs/interface.md 4.5). */
import { requestJson } from '../../api/http.js';
import { explainParserFailure, parserRequestUrl } from '../../api/parser-url.js';
import type { Explain } from '../../errors/failed-answer.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { readShownPodcast, type ShownPodcast } from '../../podcast/shown-podcast.js';
import { readChunks, readJsonOf } from './answer-chunks.js';
import { errorByCode } from '../subscription/error-by-code.js';

const serverName = 'The feed parser';

/** A longer answer, in bytes, is read in slices: that of some fifty episodes or more. */
const MAX_LENGTH_AT_ONCE = 200_000;

/** A page of HTML comes from something in between, and says nothing about the feed. */
const explain: Explain = (answer) =>
  answer.body === undefined ? 'unavailable' : explainParserFailure(answer);

export interface Loading {
  signal: AbortSignal;
  /** Whether an answer that the browser keeps will do. */
  cache?: RequestCache | undefined;
  /** Gets what a long answer begins with, if its first episodes are there to show; the others wait until they are. */
  onBeginning?: ((beginning: ShownPodcast) => Promise<void>) | undefined;
}

/**
 * @param parserUrl absolute base URL of the parser.
 * @throws {PrivatePodcastError} with the parser's `code`, or why the request failed.
 */
export async function requestPodcast(
  feedUrl: string,
  parserUrl: string,
  parserFormat: string | undefined,
  { signal, cache, onBeginning }: Loading,
): Promise<ShownPodcast> {
  const url = parserRequestUrl(parserUrl, feedUrl, parserFormat);
  let length = 0;
  let beginning: ShownPodcast | undefined;
  let reader: Promise<typeof import('./read-in-slices.js') | undefined> | undefined;
  const onChunk = (chunks: readonly Uint8Array[]) => {
    length += chunks.at(-1)?.length ?? 0;
    if (length > MAX_LENGTH_AT_ONCE) reader ??= loadReader(chunks);
  };
  // Where the reader of long answers cannot be loaded, they are read in one piece.
  const loadReader = async (chunks: readonly Uint8Array[]) => {
    const it = await import('./read-in-slices.js').catch(() => undefined);
    beginning = it?.readBeginning(chunks);
    if (beginning) await onBeginning?.(beginning);
    return it;
  };
  const chunks = await requestJson(
    { serverName, url, signal },
    { cache },
    errorByCode(serverName, explain),
    (response, goOn) => readChunks(response, goOn, onChunk),
  ).finally(() => reader);
  const slices = await reader;
  const podcast = await (slices
    ? slices.readInSlices(chunks, signal)
    : readShownPodcast(readJsonOf(chunks)));
  // What the member has opened of the beginning stays what it is.
  podcast?.episodes.splice(0, beginning?.episodes.length ?? 0, ...(beginning?.episodes ?? []));
  if (podcast) return podcast;
  throw new PrivatePodcastError('bad-response', `${serverName} answered without a podcast.`);
}
