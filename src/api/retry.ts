import { PrivatePodcastError, type ErrorCode } from '../errors/private-podcast-error.js';
const tries = 3;
/** Milliseconds: the first wait at most; each later one may be twice as long. */
const firstWait = 200;
/** Seconds: a server that asks for a longer wait is left to the caller. */
const longestWait = 2;
/** Milliseconds after the first try began in which a further one may begin. */
const patience = 5_000;

export interface Retrying {
  /** Codes after which the call may be repeated. */
  after: readonly ErrorCode[];
  signal?: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 to 1. */
  random?: () => number;
}

/** Failures after which a call that changes nothing may be repeated. A timeout has cost enough. */
export const afterAnyFailure: readonly ErrorCode[] = ['network', 'unavailable', 'rate-limited'];
/** Failures after which even a call that changes something may be repeated: it was surely not carried out. */
export const afterRefusal: readonly ErrorCode[] = ['rate-limited'];

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}

/** Makes a call, and makes it again (three times in all) after failures that may pass. */
export async function withRetries<T>(
  call: () => Promise<T>,
  { after, signal, now, random = Math.random }: Retrying,
): Promise<T> {
  const begun = now();
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof PrivatePodcastError) || !after.includes(error.code)) throw error;
      const { retryAfter = 0 } = error;
      if (failures === tries || retryAfter > longestWait || signal?.aborted) throw error;
      // Full jitter, so that many members do not come back in step.
      const pause = retryAfter * 1000 + random() * firstWait * 2 ** (failures - 1);
      if (now() + pause - begun > patience) throw error;
      await wait(pause, signal);
    }
  }
}
