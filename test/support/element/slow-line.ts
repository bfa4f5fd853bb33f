/** Answers that take longer than any deadline, because they come in pieces. */
import type { VirtualTime } from '../waiting/virtual-time.js';

const PIECES = 10;

/** Answers with the text in ten pieces nine seconds after each other, or with the first of them alone. */
export const onSlowLine =
  (text: string, time: VirtualTime, pieces = PIECES): (() => Response) =>
  () => {
    const size = Math.ceil(text.length / PIECES);
    let at = 0;
    const pull = (line: ReadableStreamDefaultController<Uint8Array>) => {
      if (at === PIECES) {
        line.close();
        return;
      }
      const isSilent = at === pieces;
      time.advance(isSilent ? 10_000 : 9_000);
      if (!isSilent) line.enqueue(new TextEncoder().encode(text.slice(at * size, ++at * size)));
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
