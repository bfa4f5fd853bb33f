/** The icons of the apps shown. Each is loaded when it is first asked for, after the buttons. */

export class AppIcons {
  readonly #paths = new Map<string, string>();

  /** @param onLoad called whenever an icon has loaded */
  constructor(private readonly onLoad: () => void) {}

  /** An app's icon as SVG path data, or an empty string or `undefined` until it has loaded. */
  pathOf = (appId: string): string | undefined => {
    if (!this.#paths.has(appId)) {
      this.#paths.set(appId, '');
      void this.#load(appId);
    }
    return this.#paths.get(appId);
  };

  async #load(appId: string): Promise<void> {
    // An icon that fails to load leaves the button with its neutral glyph.
    const icons = await import('./load-icon.js').catch(() => undefined);
    const path = await icons?.loadIcon(appId);
    if (!path) return;
    this.#paths.set(appId, path);
    this.onLoad();
  }
}
