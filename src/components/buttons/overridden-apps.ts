/** The app table with the page's changes. Loaded only if a page sets `appOverrides`. */
import { readAppOverrides, type AppOverride } from '../../apps/app-overrides.js';
import type { App } from '../../apps/app-table.js';
import { PpsErrorEvent } from '../events/first-events.js';

/** Returns `undefined` for invalid overrides: the page's developer is told, and the package's table stays. */
export function overriddenApps(
  overrides: readonly AppOverride[],
  host: EventTarget,
): readonly App[] | undefined {
  try {
    return readAppOverrides(overrides);
  } catch (error) {
    reportError(error);
    host.dispatchEvent(new PpsErrorEvent('bad-input'));
    return undefined;
  }
}
