/** Recordings at the URLs of a podcast: real ones of silence, in which a page can seek. */
import { silence } from './silence.js';

export interface Recordings {
  /** Seconds of silence at each URL. */
  at: Map<string, number>;
  /** The URLs that were loaded, in order. */
  loaded: string[];
}

/**
 * Has media elements load them in the place of the network's, in each test of a suite. The `src` of
 * an element says what it was given.
 * @param elsewhere seconds of silence at every other URL; without it, those are refused.
 */
export function useRecordingsAt(elsewhere?: number): Recordings {
  const { prototype } = HTMLMediaElement;
  const own = Object.getOwnPropertyDescriptor(prototype, 'src')!;
  const recordings: Recordings = { at: new Map(), loaded: [] };
  let given = new WeakMap<HTMLMediaElement, string>();
  let made: string[] = [];
  const sourceOf = (url: string) => {
    const seconds = recordings.at.get(url) ?? elsewhere;
    // What is no recording fails as one does whose host refuses it.
    if (seconds === undefined) return 'data:text/plain,refused';
    const source = URL.createObjectURL(silence(seconds));
    made.push(source);
    return source;
  };
  beforeEach(() => {
    recordings.at.clear();
    recordings.loaded = [];
    given = new WeakMap();
    Object.defineProperty(prototype, 'src', {
      configurable: true,
      get(this: HTMLMediaElement) {
        return given.get(this) ?? '';
      },
      set(this: HTMLMediaElement, url: string) {
        recordings.loaded.push(url);
        given.set(this, url);
        Reflect.deleteProperty(this, 'error');
        // A browser may refuse to play aloud before anyone has done anything.
        this.muted = true;
        own.set!.call(this, sourceOf(url));
      },
    });
  });
  afterEach(() => {
    Object.defineProperty(prototype, 'src', own);
    made.forEach((source) => URL.revokeObjectURL(source));
    made = [];
  });
  return recordings;
}

/** Fails as a recording does in the middle: by its line (2), broken (3), or refused (4). */
export function fail(media: HTMLMediaElement, code: 2 | 3 | 4): void {
  Object.defineProperty(media, 'error', { configurable: true, value: { code } });
  media.dispatchEvent(new Event('error'));
}
