/** Fills the placeholders of a feed, or of the JSON made of it, with the URLs of one member. */
import { ID_LENGTH, PLACE } from './hidden-enclosures.js';

/** Bytes from which a piece is full; at most twice as many. To make one takes about a millisecond. */
const PIECE_BYTES = 32 * 1024;

/**
 * Makes the pieces of the filled text one by one, when each is asked for.
 * @param urlOf URL of an enclosure by its ID, without a final slash
 */
export function* fillEnclosures(
  text: Uint8Array,
  urlOf: (id: string) => string,
): Generator<Uint8Array<ArrayBuffer>, void> {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  let parts: Uint8Array[] = [];
  let size = 0;

  function add(part: Uint8Array): void {
    parts.push(part);
    size += part.byteLength;
  }
  function take(): Uint8Array<ArrayBuffer> {
    const piece = Buffer.concat(parts);
    parts = [];
    size = 0;
    return piece;
  }

  for (let done = 0; done < bytes.length;) {
    const found = bytes.indexOf(PLACE, done);
    const start = found < 0 ? bytes.length : found;
    while (done < start) {
      const end = Math.min(start, done + PIECE_BYTES);
      add(bytes.subarray(done, end));
      done = end;
      if (size >= PIECE_BYTES) yield take();
    }
    if (found < 0) break;
    done += PLACE.length;
    const id = bytes.toString('latin1', done, done + ID_LENGTH + 1);
    if (/^[\w-]+\/$/.test(id)) {
      add(Buffer.from(urlOf(id.slice(0, -1))));
      done += ID_LENGTH;
    } else add(Buffer.from(PLACE));
    if (size >= PIECE_BYTES) yield take();
  }
  if (size > 0) yield take();
}
