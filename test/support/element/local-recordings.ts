/** Recordings that need no network: what a feed says lies on `media.example` plays as silence. */
import { silence } from './silence.js';

/**
 * Has each media element of this page play silence for whatever it is given, in each test of a suite.
 * Its `src` says what it was given.
 * @param seconds how long the recordings are.
 */
export function useLocalRecordings(seconds: number): void {
  const { prototype } = HTMLMediaElement;
  const own = Object.getOwnPropertyDescriptor(prototype, 'src')!;
  const given = new WeakMap<HTMLMediaElement, string>();
  let address: string;
  beforeEach(() => {
    address = URL.createObjectURL(silence(seconds));
    Object.defineProperty(prototype, 'src', {
      configurable: true,
      get(this: HTMLMediaElement) {
        return given.get(this) ?? '';
      },
      set(this: HTMLMediaElement, url: string) {
        given.set(this, url);
        // A browser may refuse to play aloud before anyone has done anything.
        this.muted = true;
        own.set!.call(this, address);
      },
    });
  });
  afterEach(() => {
    Object.defineProperty(prototype, 'src', own);
    URL.revokeObjectURL(address);
  });
}
