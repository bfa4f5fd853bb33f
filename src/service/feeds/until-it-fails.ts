/** Work that is done once, for all who ask. */

/** Keeps the result of a call, and calls again only if it failed. */
export function untilItFails<T>(call: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= call().catch((error: unknown) => {
      result = undefined;
      throw error;
    }));
}
