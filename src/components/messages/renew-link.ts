/**
 * A new link for a member whose link is dead. Asked once more before it is made: a parser may be wrong
 * about the link, and no app goes on with the old one. A chunk of its own, loaded on the press.
 */
import type { Subscription } from '../../api/subscription.js';
import { resetQuestion } from '../connected-apps/request-connected-apps.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import { askHandler, handlerOf } from '../subscription/ask-handler.js';
import type { NextStep, RenewalStep } from './state-message.js';

export class Renewal {
  #step: RenewalStep = 'asking';
  #made: Subscription | undefined;

  /** @param onStep called at each step. */
  constructor(
    private readonly services: { readonly subscriptionController: SubscriptionController },
    private readonly onStep: () => void,
  ) {}

  get step(): RenewalStep {
    return this.#step;
  }

  /** Does what the member chose. */
  async take(does: NextStep['does'], signal: AbortSignal): Promise<void> {
    const { subscriptionController } = this.services;
    if (does === 'use-link' && this.#made) {
      await subscriptionController.settle({ state: 'ready', subscription: this.#made });
    } else if (does === 'make-link') {
      this.#go('working');
      this.#made = await askHandler(handlerOf(subscriptionController, signal), resetQuestion).catch(
        () => undefined,
      );
      if (!signal.aborted) this.#go(this.#made ? 'done' : 'failed');
    }
  }

  #go(step: RenewalStep): void {
    this.#step = step;
    this.onStep();
  }
}
