/** Whether apps can play a recording: what its host answers to a request for its first byte. */
import { probe } from './finding.js';

/** Bytes of a feed that are read. */
export const MAX_FEED_BYTES = 64 * 1024 * 1024;
/** Recordings that are tried. */
export const MAX_RECORDINGS = 3;

/** Undefined if there is no answer. A host that takes byte ranges (RFC 9110 §14) answers 206. */
export function askRecording(
  fetch: typeof globalThis.fetch,
  url: string,
): Promise<Response | undefined> {
  return probe(fetch, url, { headers: { range: 'bytes=0-0' } });
}

/** Whether apps play a media type. Hosts that do not know better send `application/octet-stream`. */
export const isPlayable = (mediaType: string): boolean =>
  /^(?:audio|video)\/|octet-stream$/.test(mediaType);
