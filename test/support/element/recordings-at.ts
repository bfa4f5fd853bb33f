/** Recordings at the URLs of a podcast: real ones of silence, in which a page can seek. */
import { silence } from './silence.js';

export interface Recordings {
  /** Seconds of silence at each URL. Whatever is at another URL is refused. */
  at: Map<string, number>;
  /** The URLs that were loaded, in order. */
  loaded: string[];
}

/** Has media elements load them in the place of the network's, until the test is over. */
export function useRecordings(): Recordings {
  const own = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src')!;
  const recordings: Recordings = { at: new Map(), loaded: [] };
  let made: string[] = [];
  const sourceOf = (url: string) => {
    const seconds = recordings.at.get(url);
    // What is no recording fails as one does whose host refuses it.
    if (seconds === undefined) return 'data:text/plain,refused';
    const source = URL.createObjectURL(silence(seconds));
    made.push(source);
    return source;
  };
  beforeEach(() => {
    recordings.at.clear();
    recordings.loaded = [];
    Object.defineProperty(HTMLMediaElement.prototype, 'src', {
      ...own,
      set(this: HTMLMediaElement, url: string) {
        recordings.loaded.push(url);
        Reflect.deleteProperty(this, 'error');
        own.set!.call(this, sourceOf(url));
      },
    });
  });
  afterEach(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'src', own);
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
