/**
 * An answer in the chunks in which it arrives: to take in a long one as a whole would stop a phone for
 * the better part of a second.
 */
import { readJson } from '../../api/http.js';

/**
 * The bytes of an answer, as they arrive. On a slow line a long one takes longer than ten seconds: none of its
 * chunks may.
 * @param onChunk is called with each, and with those before it.
 */
export async function readChunks(
  { body }: Response,
  goOn: () => void,
  onChunk?: (chunks: readonly Uint8Array[]) => void,
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return chunks;
    chunks.push(value);
    goOn();
    onChunk?.(chunks);
  }
}

/** Bytes that are decoded at a time: a browser may deliver megabytes in one chunk. */
const PIECE_LENGTH = 32_768;

/** Decodes chunks of UTF-8 lazily. */
export function* decodeInPieces(chunks: readonly Uint8Array[]): Generator<string, void> {
  const decoder = new TextDecoder();
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_LENGTH) {
      yield decoder.decode(chunk.subarray(at, at + PIECE_LENGTH), { stream: true });
    }
  }
  yield decoder.decode();
}

/** The JSON that chunks of UTF-8 make up; undefined if they make up none. */
export const readJsonOf = (chunks: readonly Uint8Array[]): unknown =>
  readJson([...decodeInPieces(chunks)].join(''));
