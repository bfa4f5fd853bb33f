/** Which app is the one button and where the others stand, out of what the page, the member and the service say. */
import type { App } from '../../apps/app-table.js';
import type { ElementHost } from '../element/element-host.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import type { LanguageController } from '../language/language-controller.js';
import type { Platform } from '../../apps/platform.js';
import { appButtons, type AppButtons } from '../buttons/app-buttons.js';
import { rememberedApp } from '../buttons/remembered-app.js';
import { onlySecure } from '../page/page-source.js';

/** What the places depend on. */
export interface PlacesServices {
  readonly host: ElementHost;
  readonly subscriptionController: Pick<SubscriptionController, 'subscription' | 'rendered'>;
  readonly language: Pick<LanguageController, 'code'>;
  readonly chunks: LazyChunks;
  readonly platform: Platform;
  /** URL of the consume page, as the page or the Subscription gives it. */
  readonly url: (name: 'consumeUrl') => string | undefined;
}

export class AppPlaces {
  /** The app table with the page's changes, once they are read. */
  rows: readonly App[] | undefined;
  /** Read once: the buttons must not change places under the member's finger. */
  #chosen = rememberedApp();

  constructor(private readonly services: PlacesServices) {}

  /** Reads the page's changes of the app table. */
  async readOverrides(): Promise<void> {
    const { chunks, host } = this.services;
    const { overriddenApps } = await chunks.get(() => import('../buttons/overridden-apps.js'));
    this.rows = overriddenApps(host);
    host.requestUpdate();
  }

  /** The member took back the app that they chose before. */
  forget(): void {
    this.#chosen = undefined;
    this.services.host.requestUpdate();
  }

  get buttons(): AppButtons {
    const { host, subscriptionController, language, platform, url } = this.services;
    const { subscription, rendered } = subscriptionController;
    return appButtons({
      feedUrl: subscription?.feedUrl,
      consumeUrl: onlySecure(url('consumeUrl')),
      language: language.code,
      links: host.links,
      apps: host.apps,
      oneApp: host.oneApp,
      preferred: host.preferredApp,
      connected: subscription?.connections,
      chosen: host.forgetApp || rendered ? '' : this.#chosen,
      platform,
      rows: this.rows,
    });
  }
}
