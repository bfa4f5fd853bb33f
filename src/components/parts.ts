/** What the element loads when it is needed, and what of it the network lost. */
import type { LitElement } from 'lit';
import { PpsErrorEvent } from './events.js';

export class Parts {
  readonly #lost = new Set<string>();

  constructor(private readonly host: LitElement) {}

  /** Whether anything did not come, and has not come since. */
  get areLost(): boolean {
    return this.#lost.size > 0;
  }

  /** Waits for a part; undefined, and the page and the member are told, where the network lost it. */
  async load<T>(name: string, loading: Promise<T>): Promise<T | undefined> {
    try {
      const part = await loading;
      this.#lost.delete(name);
      return part;
    } catch {
      this.#lost.add(name);
      this.host.requestUpdate();
      this.host.dispatchEvent(new PpsErrorEvent('network'));
      return undefined;
    }
  }
}
