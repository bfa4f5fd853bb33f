/**
 * Shows messages in place of the app buttons and announces them to screen readers. A chunk of its
 * own, because none of it is needed for the first paint.
 */
import type { ReactiveController, TemplateResult } from 'lit';
import type { ElementServices } from '../first-load/element-services.js';
import {
  renderStateMessage,
  spokenMessage,
  stateMessage,
  type StateMessage,
} from './state-message.js';

export class StateMessages implements ReactiveController {
  /** The last text that was announced. */
  #announced = '';

  constructor(private readonly services: ElementServices) {
    services.host.addController(this);
  }

  /** The message; `undefined` for a state that shows the app buttons or waits for them. */
  get current(): StateMessage | undefined {
    const { host, language, resolved } = this.services;
    const { state, failure } = resolved;
    return language.all && stateMessage(state, failure, Boolean(host.getToken), language.all);
  }

  hostUpdated(): void {
    const { current } = this;
    const text = current ? spokenMessage(current, this.services.host) : '';
    if (text && text !== this.#announced) this.services.announce(text);
    this.#announced = text;
  }

  render(message: StateMessage): TemplateResult {
    return renderStateMessage(message, this.services.resolved.resolve);
  }
}
