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
  // Where the reader of long answers cannot be loaded, they are read in one piece.
  const begin = async (chunks: readonly Uint8Array[]) => {
    const reader = await import('./read-in-slices.js').catch(() => undefined);
    const beginning = reader?.readBeginning(chunks);
    if (beginning) await onBeginning?.(beginning);
    return { reader, first: beginning?.episodes };
  };
  let length = 0;
  let begun: ReturnType<typeof begin> | undefined;
  const onChunk = (chunks: readonly Uint8Array[]) => {
    length += chunks.at(-1)?.length ?? 0;
    if (length > MAX_LENGTH_AT_ONCE) begun ??= begin(chunks);
  };
  const chunks = await requestJson(
    { serverName, url, signal },
    { cache },
    errorByCode(serverName, explain),
    (response, goOn) => readChunks(response, goOn, onChunk),
  ).finally(() => begun);
  const { reader, first = [] } = (await begun) ?? {};
  const podcast = await (reader
    ? reader.readInSlices(chunks, signal)
    : readShownPodcast(readJsonOf(chunks)));
  // An episode of the beginning that the member has opened stays the same object.
  podcast?.episodes.splice(0, first.length, ...first);
  if (podcast) return podcast;
  throw new PrivatePodcastError('bad-response', `${serverName} answered without a podcast.`);
}
