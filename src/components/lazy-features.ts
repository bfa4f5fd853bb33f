/** Loads what comes after the app buttons, once there is a subscription; another one gets it anew. */
import type { ReactiveController } from 'lit';
import type { Subscription } from '../api/subscription.js';
import type { AppActionsController } from './actions/app-actions-controller.js';
import type { ElementServices } from './element-services.js';
import type { EpisodesSection } from './episodes/episodes-section.js';

export class LazyFeatures implements ReactiveController {
  /** The podcast and its episodes; `undefined` until they are loaded. */
  section: EpisodesSection | undefined;
  /** What happens when a button is used; likewise. */
  actions: AppActionsController | undefined;
  /** Whether the first view is on the screen: what is folded away is rendered after it. */
  isPainted = false;
  #actionsLoaded: Promise<void> | undefined;
  /** The subscription whose features are loaded, or loading. */
  #subscription: Subscription | undefined;

  constructor(private readonly services: ElementServices) {
    services.host.addController(this);
    void services.painted.then(() => {
      this.isPainted = true;
      services.host.requestUpdate();
    });
  }

  /** A server has rendered the first view: it stays until the element's own is complete. */
  hostConnected(): void {
    const { chunks, host, onForgotten, resolved } = this.services;
    const data = host.renderRoot.querySelector('script');
    if (!data) return;
    data.remove();
    resolved.given = JSON.parse(data.text) as Subscription;
    // The server did not know it, and the buttons must not change places.
    onForgotten();
    void chunks
      .get(() => import('./take-over.js'))
      .then(({ TakeOver }) => new TakeOver(host, this));
  }

  hostUpdate(): void {
    const { subscription } = this.services.resolved;
    if (subscription === this.#subscription) return;
    this.section?.dispose();
    this.actions?.dispose();
    this.section = this.actions = undefined;
    // What was not said yet is about the subscription before.
    if (this.#subscription) this.services.announce('');
    this.#subscription = subscription;
    if (!subscription) return;
    void this.#loadSection(subscription);
    this.#actionsLoaded = this.#loadActions(subscription);
  }

  hostDisconnected(): void {
    this.services.announce('');
  }

  /** The browser is online again: the podcast is worth another try if it failed. */
  retryOnline(): void {
    const podcast = this.section?.podcast;
    if (podcast?.hasFailed) void podcast.load();
  }

  async #loadSection(subscription: Subscription): Promise<void> {
    const { services } = this;
    await services.painted;
    const load = () => import('./episodes/episodes-section.js');
    const { EpisodesSection } = await services.chunks.get(load);
    if (subscription !== this.#subscription) return;
    this.section = new EpisodesSection(services, subscription);
  }

  async #loadActions(subscription: Subscription): Promise<void> {
    const { services } = this;
    await services.painted;
    const load = () => import('./actions/app-actions-controller.js');
    const [{ AppActionsController }] = await Promise.all([
      services.chunks.get(load),
      services.language.loaded,
    ]);
    const texts = services.language.all;
    if (!texts || subscription !== this.#subscription) return;
    this.actions = new AppActionsController(services, subscription, texts);
    services.host.requestUpdate();
  }

  /**
   * Does what the member asks for. Once the actions are loaded, it happens within the click event, as
   * browsers demand for the clipboard.
   */
  async act(use: (actions: AppActionsController) => unknown): Promise<void> {
    if (!this.actions) await this.#actionsLoaded;
    if (this.actions) use(this.actions);
  }
}
