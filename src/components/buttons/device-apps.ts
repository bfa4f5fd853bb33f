/** The apps of this device, out of what the page, the member and the service say: which is the one button, and where the others stand. */
import type { App } from '../../apps/app-table.js';
import { detectPlatform, type Platform } from '../../apps/platform.js';
import type { ElementHost } from '../element/element-host.js';
import type { LanguageController } from '../language/language-controller.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import { givenUrl, onlySecure } from '../page/page-source.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import { appButtons, type AppButtons } from './app-buttons.js';
import { rememberedApp } from './remembered-app.js';

export class DeviceApps {
  /** Set before the first rendering. */
  platform: Platform = detectPlatform(navigator);
  /** The app table with the page's changes, once they are read; `undefined` without any. */
  rows: readonly App[] | undefined;
  /** Read once: the buttons must not change places under the member's finger. */
  #chosen = rememberedApp();

  constructor(
    private readonly host: ElementHost,
    private readonly controller: SubscriptionController,
    private readonly language: LanguageController,
    private readonly chunks: LazyChunks,
  ) {}

  /** Reads the page's changes of the app table. */
  async readOverrides(): Promise<void> {
    const { overriddenApps } = await this.chunks.get(() => import('./overridden-apps.js'));
    this.rows = overriddenApps(this.host);
    this.host.requestUpdate();
  }

  /** The member took back the app that they chose before. */
  forget(): void {
    this.#chosen = undefined;
    this.host.requestUpdate();
  }

  /** The app buttons, and the apps behind "More". */
  get buttons(): AppButtons {
    const { host, platform, rows } = this;
    const { subscription, rendered } = this.controller;
    return appButtons({
      feedUrl: subscription?.feedUrl,
      consumeUrl: onlySecure(givenUrl(host.consumeUrl, host, subscription?.consumeUrl)),
      language: this.language.code,
      links: host.links,
      apps: host.apps,
      oneApp: host.oneApp,
      preferred: host.preferredApp,
      connected: subscription?.connections,
      chosen: host.forgetApp || rendered ? '' : this.#chosen,
      platform,
      rows,
    });
  }
}
