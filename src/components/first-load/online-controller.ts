/** Tells the element that the browser is online again, while the element is on the page. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class OnlineController implements ReactiveController {
  constructor(
    host: ReactiveControllerHost,
    private readonly onOnline: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('online', this.onOnline);
  }

  hostDisconnected(): void {
    window.removeEventListener('online', this.onOnline);
  }
}
