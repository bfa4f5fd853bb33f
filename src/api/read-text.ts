/** Reads the text of an answer up to a limit, so that no server can fill the memory. */

/**
 * The body of an answer, after decompression.
 * @returns undefined if it is longer than the limit; the rest is not read.
 */
export async function readText(
  { body, headers }: Response,
  maxBytes: number,
): Promise<string | undefined> {
  if (!body) return '';
  if (Number(headers.get('content-length')) > maxBytes) {
    await body.cancel();
    return undefined;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
