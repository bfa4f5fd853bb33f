/** Turns what is made piece by piece into the body of a request or an answer. */

interface StreamMaker {
  from<T>(pieces: AsyncIterable<T>): ReadableStream<T>;
}

/**
 * A web stream that makes each piece when the reader asks for it. `Readable.toWeb` would throw, where
 * nobody can catch it, if the reader leaves while a piece is on its way.
 */
export function webStream<T extends Uint8Array>(pieces: AsyncIterable<T>): ReadableStream<T> {
  return (ReadableStream as unknown as StreamMaker).from(pieces);
}

/**
 * The same, once its first piece is there: what cannot begin is an error of the call, and not an answer that
 * breaks off.
 * @throws what making the first piece throws
 */
export async function begunStream<T extends Uint8Array>(
  pieces: AsyncIterable<T>,
): Promise<ReadableStream<T>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const begun = [await iterator.next()];
  return webStream({
    [Symbol.asyncIterator]: () => ({
      next: async () => begun.pop() ?? iterator.next(),
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  });
}
