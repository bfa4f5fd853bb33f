/**
 * The colours of the tiles, and the marks on them: an app's own, or the letters of its name. They come
 * after the tiles, each app's own when it is first asked for.
 */
import { svg } from 'lit/html.js';
import { colorOf } from '../../apps/app-colors.js';
import type { App } from '../../apps/app-table.js';
import { monogramOf } from '../../apps/monogram.js';
import { loadIcon } from './load-icon.js';
import type { AppIcon } from './tile.js';

export class AppIcons {
  /** SVG path data by app id, empty for an app without an icon of its own. */
  readonly #paths = new Map<string, string>();
  readonly #asked = new Set<string>();

  /** @param onLoad called whenever an icon can be shown */
  constructor(private readonly onLoad: () => void) {}

  /** An app's colour and mark, or `undefined` until it is known whether the app has one of its own. */
  iconOf = (app: App): AppIcon | undefined => {
    if (!this.#asked.has(app.id)) {
      this.#asked.add(app.id);
      void this.#load(app.id);
    }
    const path = this.#paths.get(app.id);
    return path === undefined ? undefined : appIcon(app, path);
  };

  async #load(appId: string): Promise<void> {
    // An icon that fails to load gives way to the letters.
    this.#paths.set(appId, (await loadIcon(appId)) ?? '');
    this.onLoad();
  }
}

/** @param path the app's own icon as SVG path data; without one the letters of its name stand for it. */
export const appIcon = (app: App, path: string | undefined): AppIcon => ({
  color: colorOf(app),
  mark: path
    ? svg`<path transform="translate(13 13) scale(1.25)" d=${path} />`
    : svg`<foreignObject width="56" height="56">
        <div class="letters" data-letters=${monogramOf(app.name).toUpperCase()}></div>
      </foreignObject>`,
});
