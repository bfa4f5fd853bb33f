/** The way out of another app's browser, while the page is open in one. */
import type { DeviceApps } from '../buttons/device-apps.js';
import { nothing, type TemplateResult } from 'lit/html.js';
import { detectInAppBrowser } from '../../apps/in-app-browser.js';
import { intentUrl } from '../../urls/intent-url.js';
import type { ElementHost } from '../element/element-host.js';
import type { Texts } from '../language/texts/en.js';
import { Copying, selectField } from '../buttons/copying.js';
import { renderInAppNotice } from './in-app-notice.js';

/** The way out takes this from the element. */
export interface ExitServices {
  readonly host: ElementHost;
  readonly apps: Pick<DeviceApps, 'platform'>;
  readonly announce: (text: string) => void;
}

export class InAppExit {
  readonly #browser = detectInAppBrowser(navigator.userAgent, window);
  readonly #copying: Copying;

  constructor(
    private readonly services: ExitServices,
    private readonly texts: () => Texts,
  ) {
    this.#copying = new Copying(() => services.host.requestUpdate());
  }

  /** The address outlives the copying: one with a secret is the member's own, as their link is. */
  async #copy(): Promise<void> {
    const { announce, host } = this.services;
    const isCopied = await this.#copying.copy(location.href);
    const texts = this.texts();
    announce(isCopied ? texts.pageCopied : texts.linkSelected);
    await host.updateComplete;
    const notice = host.renderRoot.querySelector('[part=in-app]');
    if (!isCopied && notice) selectField(notice);
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#browser) return nothing;
    const texts = this.texts();
    return renderInAppNotice({
      browser: this.#browser,
      intent: this.services.apps.platform === 'android' ? intentUrl(location.href) : undefined,
      copyLabel: this.#copying.label(texts.copyPage, texts.copied),
      field: this.#copying.renderField(location.href, texts.copyPage, texts.linkSelected),
      texts,
      onCopy: () => void this.#copy(),
    });
  }
}
