/** The parts of the element's code that load later: from when on, whether one is missing, and how to try again. */
import type { ReactiveControllerHost } from 'lit';
import { PpsErrorEvent } from '../events/first-events.js';

export class LazyChunks {
  /** The chunks that wait for the next try. */
  readonly #missing = new Set<() => void>();

  constructor(private readonly host: ReactiveControllerHost & EventTarget) {}

  get areMissing(): boolean {
    return this.#missing.size > 0;
  }

  /**
   * Waits for a chunk, however often it has to be tried. If it cannot be loaded, the page gets a
   * `pps-error` and the member a button.
   * @param onLost called each time that it cannot be loaded.
   */
  async get<T>(load: () => Promise<T>, onLost?: () => void): Promise<T> {
    for (;;) {
      try {
        return await load();
      } catch {
        onLost?.();
        const nextTry = new Promise<void>((resolve) => this.#missing.add(resolve));
        this.host.requestUpdate();
        this.host.dispatchEvent(new PpsErrorEvent('network'));
        await nextTry;
      }
    }
  }

  /** Tries again to load what is missing. */
  retry = (): void => {
    for (const tryAgain of this.#missing) tryAgain();
    this.#missing.clear();
    this.host.requestUpdate();
  };
}

/** Where nothing is painted, as in a frame out of sight, this many milliseconds have to do. */
const MAX_WAIT_MS = 1000;

/** Settles once the browser has painted what is rendered by now; in a hidden page soon. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, document.hidden ? 0 : MAX_WAIT_MS);
    // The frame is painted right after its callbacks: a task comes after that.
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
