/** The parts of the element's code that load later: whether one is missing, and how to try again. */
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
