/**
 * An answer in the chunks in which it arrives: to take in a long one as a whole would stop a phone for
 * the better part of a second.
 */
import { readJson } from '../../api/http.js';

/** The bytes of an answer, as they arrive. */
export async function readChunks({ body }: Response): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return chunks;
    chunks.push(value);
  }
}

/** The JSON that chunks of UTF-8 make up; undefined if they make up none. */
export function readJsonOf(chunks: readonly Uint8Array[]): unknown {
  const decoder = new TextDecoder();
  const pieces = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
  return readJson(pieces.join('') + decoder.decode());
}
