/** Loads what comes after the app buttons, once there is a subscription; another one gets it anew. */
import type { ReactiveController } from 'lit';
import type { Subscription } from '../api/subscription.js';
import type { FeaturesController, FeaturesHost, Target } from './features-controller.js';
import type { LazyChunks } from './lazy-chunks.js';
import type { SubscriptionController } from './subscription-controller.js';
import type { LanguageController } from './texts/language-controller.js';

export class LazyFeatures implements ReactiveController {
  /** `undefined` until they are loaded. */
  current: FeaturesController | undefined;
  /** The subscription whose features are loaded, or loading. */
  #subscription: Subscription | undefined;

  constructor(
    private readonly host: FeaturesHost,
    private readonly resolved: SubscriptionController,
    private readonly target: Target,
    private readonly language: LanguageController,
    private readonly chunks: LazyChunks,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    const { subscription } = this.resolved;
    if (subscription === this.#subscription) return;
    this.current?.dispose();
    this.current = undefined;
    this.#subscription = subscription;
    void this.#load();
  }

  #load = async (): Promise<void> => {
    const subscription = this.#subscription;
    if (!subscription) return;
    // Needed next: loads at the same time.
    void import('./actions/app-actions-controller.js').catch(() => undefined);
    const loading = import('./features-controller.js');
    const chunk = await this.chunks.wait('features', loading, this.#load);
    if (!chunk || this.current || subscription !== this.#subscription) return;
    const { host, target, language, chunks } = this;
    this.current = new chunk.FeaturesController(host, subscription, target, language, chunks);
  };

  /** Does what the member asks for, once the features are loaded. */
  async act(...[use]: Parameters<FeaturesController['act']>): Promise<void> {
    if (!this.current) await this.#load();
    await this.current?.act(use);
  }
}
