/** Chunks of the element's code that load when needed: which of them are missing, and how to try again. */
import type { LitElement } from 'lit';
import { PpsErrorEvent } from './events.js';

export class LazyChunks {
  /** How to load each chunk that did not arrive. */
  readonly #missing = new Map<string, () => unknown>();

  constructor(private readonly host: LitElement) {}

  get areMissing(): boolean {
    return this.#missing.size > 0;
  }

  /**
   * Waits for a chunk. If it cannot be loaded, the page gets a `pps-error` and the member a button.
   * @param load what `retry` calls.
   * @returns `undefined` if it could not be loaded.
   */
  async wait<T>(name: string, chunk: Promise<T>, load: () => unknown): Promise<T | undefined> {
    try {
      const loaded = await chunk;
      if (this.#missing.delete(name)) this.host.requestUpdate();
      return loaded;
    } catch {
      this.#missing.set(name, load);
      this.host.requestUpdate();
      this.host.dispatchEvent(new PpsErrorEvent('network'));
      return undefined;
    }
  }

  /** Tries again to load what is missing. */
  retry = (): void => {
    const loads = [...this.#missing.values()];
    this.#missing.clear();
    this.host.requestUpdate();
    for (const load of loads) load();
  };
}
