/** What the element loads when it is needed, and what of it the network lost. */
import type { LitElement } from 'lit';
import { PpsErrorEvent } from './events.js';

export class Parts {
  /** What did not come, and how it is asked for again. */
  readonly #lost = new Map<string, () => unknown>();

  constructor(private readonly host: LitElement) {}

  /** Whether anything did not come, and has not come since. */
  get areLost(): boolean {
    return this.#lost.size > 0;
  }

  /**
   * Waits for a part; undefined, and the page and the member are told, where the network lost it.
   * @param again what `retry` does.
   */
  async load<T>(name: string, loading: Promise<T>, again: () => unknown): Promise<T | undefined> {
    try {
      const part = await loading;
      if (this.#lost.delete(name)) this.host.requestUpdate();
      return part;
    } catch {
      this.#lost.set(name, again);
      this.host.requestUpdate();
      this.host.dispatchEvent(new PpsErrorEvent('network'));
      return undefined;
    }
  }

  /** Asks again for what was lost. */
  retry = (): void => {
    const lost = [...this.#lost.values()];
    this.#lost.clear();
    this.host.requestUpdate();
    for (const again of lost) again();
  };
}
