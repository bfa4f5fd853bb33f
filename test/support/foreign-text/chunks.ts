/** UTF-8 in chunks of a given number of bytes, as a network may deliver it. */
export function chunksOf(text: string, length = Infinity): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const chunks = [];
  for (let at = 0; at < bytes.length; at += length) chunks.push(bytes.slice(at, at + length));
  return chunks;
}
