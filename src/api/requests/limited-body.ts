/** Reads the body of an answer up to a limit, so that no server can fill the memory. */
import { joinChunks } from '../join-chunks.js';

/** The part of a `Response` that is read: undici's class is not the platform's. */
export interface ReadableAnswer {
  readonly body: {
    getReader: () => ReadableStreamDefaultReader<Uint8Array>;
    cancel: () => Promise<void>;
  } | null;
  readonly headers: { get: (name: string) => string | null };
}

/**
 * The body of an answer, after decompression.
 * @returns undefined if it is longer than the limit; the rest is not read.
 */
export async function readBytes(
  { body, headers }: ReadableAnswer,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array();
  if (Number(headers.get('content-length')) > maxBytes) {
    await body.cancel();
    return undefined;
  }
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  return joinChunks(chunks);
}

/** As {@link readBytes}, decoded as UTF-8. */
export async function readText(
  response: ReadableAnswer,
  maxBytes: number,
): Promise<string | undefined> {
  const bytes = await readBytes(response, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}
