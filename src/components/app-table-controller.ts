/** The app table with the page's `appOverrides`, which are read by a chunk of their own. */
import type { LitElement, ReactiveController } from 'lit';
import type { AppOverride } from '../apps/app-overrides.js';
import type { App } from '../apps/app-table.js';
import type { LazyChunks } from './lazy-chunks.js';

interface AppTableHost extends LitElement {
  readonly appOverrides: readonly AppOverride[] | undefined;
}

export class AppTableController implements ReactiveController {
  /** `undefined` for the package's own table. */
  rows: readonly App[] | undefined;
  #overrides: readonly AppOverride[] | undefined;

  constructor(
    private readonly host: AppTableHost,
    private readonly chunks: LazyChunks,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    if (this.#overrides === this.host.appOverrides) return;
    this.#overrides = this.host.appOverrides;
    void this.#read();
  }

  #read = async (): Promise<void> => {
    const overrides = this.#overrides;
    const chunk = await this.chunks.wait(
      'app overrides',
      import('./overridden-apps.js'),
      this.#read,
    );
    if (!chunk || overrides !== this.#overrides) return;
    this.rows = overrides && chunk.overriddenApps(overrides, this.host);
    this.host.requestUpdate();
  };
}
