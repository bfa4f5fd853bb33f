/**
 * Prepares the element for paper when the page is printed: says what to do with the sheet. Not there
 * before, so that the element on the screen stays small. A chunk that loads after the list.
 */
import type { ReactiveController } from 'lit';
import { html, render } from 'lit/html.js';
import { holdsSecret } from '../../urls/secret-in-address.js';
import type { ElementHost } from '../element/element-host.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import type { LanguageController } from '../language/language-controller.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import { printStyles } from './print-styles.js';

/** The paper takes this from the element. */
export interface PrintServices {
  readonly host: ElementHost;
  readonly subscriptionController: Pick<SubscriptionController, 'state'>;
  readonly language: Pick<LanguageController, 'all'>;
}

/** The page's address as one types it. What follows the path may be personal, and a path that holds a code is. */
function typedAddress({ origin, host, pathname }: Location): string {
  return pathname === '/' || holdsSecret(new URL(origin + pathname)) ? host : host + pathname;
}

export class PrintPage implements ReactiveController {
  readonly #paper = document.createElement('div');
  /** Browsers that print without the event change the medium. */
  readonly #medium = matchMedia('print');

  constructor(private readonly services: PrintServices) {
    adoptStyles(services.host.renderRoot, printStyles);
    this.#paper.className = 'paper';
    services.host.addController(this);
  }

  hostConnected(): void {
    addEventListener('beforeprint', this.#prepare);
    this.#medium.addEventListener('change', this.#prepare);
    if (this.#medium.matches) this.#prepare();
  }

  hostDisconnected(): void {
    removeEventListener('beforeprint', this.#prepare);
    this.#medium.removeEventListener('change', this.#prepare);
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.hostDisconnected();
    this.#paper.remove();
    this.services.host.removeController(this);
  }

  #prepare = (): void => {
    const { host, language, subscriptionController } = this.services;
    const texts = language.all;
    const { renderRoot } = host;
    if (!texts || subscriptionController.state !== 'ready') return;
    const hasCode = renderRoot.querySelector('[part~=phone-card] [part~=qr]');
    const told = hasCode
      ? html`<p>${texts.printScan}</p>`
      : html`<p>${texts.printVisit}</p>
          <p dir="ltr">${typedAddress(location)}</p>`;
    render(told, this.#paper);
    renderRoot.querySelector('.actions')?.append(this.#paper);
  };
}
