/** The icons of the apps that are shown: each is loaded when it is first asked for, after the buttons. */

export class AppIcons {
  readonly #paths = new Map<string, string>();

  /** @param onLoad called whenever an icon has come. */
  constructor(private readonly onLoad: () => void) {}

  /** Path data of an app's icon, once it is there. */
  pathOf = (appId: string): string | undefined => {
    if (!this.#paths.has(appId)) {
      this.#paths.set(appId, '');
      void this.#load(appId);
    }
    return this.#paths.get(appId);
  };

  async #load(appId: string): Promise<void> {
    // Without its icon a button has the neutral glyph, and works.
    const icons = await import('./load-icon.js').catch(() => undefined);
    const path = await icons?.loadIcon(appId);
    if (!path) return;
    this.#paths.set(appId, path);
    this.onLoad();
  }
}
