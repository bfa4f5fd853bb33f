/** Which app is the one button and where the others stand, out of what the page, the member and the service say. */
import { isMobile } from '../../apps/app-choice.js';
import type { App } from '../../apps/app-table.js';
import type { ElementServices } from '../element/element-services.js';
import { rememberedApp } from './remembered-app.js';
import { appButtons, type AppButtons } from './app-buttons.js';

export class AppPlaces {
  /** The app table with the page's changes, once they are read. */
  rows: readonly App[] | undefined;
  /** Read once: the buttons must not change places under the member's finger. */
  #remembered = rememberedApp();
  /** Whether an app may be the one button. What is learned after the first view takes a place in it. */
  #canLead: boolean | undefined;

  constructor(private readonly services: ElementServices) {}

  /** Reads the page's changes of the app table. */
  async readOverrides(): Promise<void> {
    const { chunks, host } = this.services;
    const { appOverrides } = host;
    const { overriddenApps } = await chunks.get(() => import('./overridden-apps.js'));
    if (appOverrides !== host.appOverrides) return;
    this.rows = appOverrides && overriddenApps(appOverrides, host);
    host.requestUpdate();
  }

  /** The page asks for something else: the layout may change. */
  reset(): void {
    this.#canLead = undefined;
  }

  /** The member took back the app that they chose before. */
  forget(): void {
    this.#remembered = this.#canLead = undefined;
    this.services.host.requestUpdate();
  }

  /**
   * @param connectedApp id of the app that has the podcast.
   * @param isShown whether the member sees the buttons.
   */
  choose(connectedApp: string | undefined, isShown: boolean): AppButtons {
    const { host, subscriptionController, language, platform, consumePage } = this.services;
    const buttons = appButtons({
      feedUrl: subscriptionController.subscription?.feedUrl,
      consumeUrl: consumePage(),
      language: language.code,
      links: host.links,
      apps: host.apps,
      oneApp: host.oneApp,
      preferred: host.preferredApp || connectedApp || (host.forgetApp ? '' : this.#remembered),
      // A server does not know what this browser remembers, and puts the phone first on a computer.
      canLead: this.#canLead ?? !(subscriptionController.rendered && !isMobile(platform)),
      platform,
      rows: this.rows,
    });
    if (isShown) this.#canLead ??= Boolean(buttons.primary);
    return buttons;
  }
}
