/**
 * Shows messages in place of the app buttons and announces them to screen readers. A chunk of its
 * own, because none of it is needed for the first paint.
 */
import type { ElementView } from '../element/element-view.js';
import type { ReactiveController, TemplateResult } from 'lit';
import type { ElementHost } from '../element/element-host.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import type { LanguageController } from '../language/language-controller.js';
import { LatestOnly } from '../loading/latest-only.js';
import { printStyles } from '../print/print-styles.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import { messageStyles } from './message-styles.js';
import { renderMessage } from './render-message.js';
import type { Renewal } from './renew-link.js';
import { spokenMessage, stateMessage, type NextStep, type StateMessage } from './state-message.js';
import { contactUrl } from '../page/contact-url.js';

/** The messages take this from the element. */
export interface MessageServices {
  readonly host: ElementHost;
  readonly subscriptionController: SubscriptionController;
  readonly language: Pick<LanguageController, 'all'>;
  readonly chunks: LazyChunks;
  readonly view: () => Pick<ElementView, 'title'>;
  readonly announce: (text: string) => void;
}

export class StateMessages implements ReactiveController {
  /** The last text that was announced. */
  #announced = '';
  /** The way from a dead link to a new one, while the member is on it. */
  #renewal: Renewal | undefined;
  readonly #renewing = new LatestOnly();

  constructor(private readonly services: MessageServices) {
    adoptStyles(services.host.renderRoot, messageStyles, printStyles);
    services.host.addController(this);
  }

  /** The message; `undefined` for a state that shows the app buttons or waits for them. */
  get current(): StateMessage | undefined {
    const { host, language, subscriptionController } = this.services;
    const situation = {
      state: subscriptionController.state,
      failure: subscriptionController.failure,
      canRenew: Boolean(host.getToken),
      canReset: Boolean(subscriptionController.dead?.canReset),
      hasContact: Boolean(contactOf(host)),
      renewal: this.#renewal?.step,
    };
    return language.all && stateMessage(situation, language.all);
  }

  /** The page has brought something new meanwhile. */
  hostUpdate(): void {
    if (!this.services.subscriptionController.dead) this.#endRenewal();
  }

  hostUpdated(): void {
    const { current } = this;
    const text = current ? spokenMessage(current, this.services.host) : '';
    if (text && text !== this.#announced) this.services.announce(text);
    this.#announced = text;
  }

  hostDisconnected(): void {
    this.#endRenewal();
  }

  render(message: StateMessage): TemplateResult {
    return renderMessage({
      message,
      isTitled: Boolean(this.services.view().title),
      contact: contactOf(this.services.host),
      isWorking: this.#renewal?.step === 'working',
      onStep: (does) => void this.#take(does),
    });
  }

  async #take(does: NextStep['does']): Promise<void> {
    const { subscriptionController } = this.services;
    if (does === 'retry') return subscriptionController.resolve();
    if (does === 'reload') location.reload();
    else if (does === 'ask-for-link') await this.#askForLink();
    else if (does === 'cancel') this.#endRenewal();
    else await this.#renewal?.take(does, this.#renewing.begin());
    return this.#show();
  }

  async #askForLink(): Promise<void> {
    const { chunks, subscriptionController } = this.services;
    const { dead } = subscriptionController;
    const { Renewal } = await chunks.get(() => import('./renew-link.js'));
    if (subscriptionController.dead === dead) {
      this.#renewal = new Renewal(this.services, () => void this.#show());
    }
  }

  #endRenewal(): void {
    this.#renewing.abort();
    this.#renewal = undefined;
  }

  /** Shows the next step. The focus must not stay on a button that now does something else. */
  async #show(): Promise<void> {
    const { host } = this.services;
    host.requestUpdate();
    await host.updateComplete;
    if (host.renderRoot.activeElement) {
      host.renderRoot.querySelector<HTMLElement>('.actions')?.focus({ preventScroll: true });
    }
  }
}

/** Where the page's `contact` leads; `undefined` for nowhere, of which the console tells the page's developer. */
const contactOf = ({ contact, baseURI }: ElementHost): string | undefined =>
  contact ? contactUrl(contact, baseURI) : undefined;
