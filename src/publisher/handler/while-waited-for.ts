/** Work for a request, ended when its client leaves. */

/** Milliseconds after which a client that leaves is noticed. */
const WATCH_AFTER_MS = 20;

/**
 * Runs work with a signal that aborts when the client of a request leaves. The request's own signal
 * is read only if the work takes a while: on Node's servers, an adapter builds the whole request anew
 * for it, which costs more than an answer from memory.
 */
export async function whileWaitedFor<T>(
  request: Request,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const leave = () => left.abort();
  let signal: AbortSignal | undefined;
  const timer = setTimeout(() => {
    ({ signal } = request);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
  }, WATCH_AFTER_MS);
  // It does not keep a process running. Edge runtimes give a number.
  (timer as { unref?: () => void }).unref?.();
  try {
    return await work(left.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
