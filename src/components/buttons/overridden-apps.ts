/** The app table with the page's changes. Loaded only if a page sets `appOverrides`. */
import { readAppOverrides, type AppOverride } from '../../apps/app-overrides.js';
import type { App } from '../../apps/app-table.js';
import { errorEvent } from '../events/error-event.js';

/** Returns `undefined` for none, and for invalid ones: the page's developer is told, and the package's table stays. */
export function overriddenApps(
  host: EventTarget & { readonly appOverrides: readonly AppOverride[] | undefined },
): readonly App[] | undefined {
  try {
    return host.appOverrides && readAppOverrides(host.appOverrides);
  } catch (error) {
    host.dispatchEvent(errorEvent(error, 'bad-input'));
    return undefined;
  }
}
