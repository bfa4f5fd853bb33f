/** The rows of the app table as the page changes them. Loaded where a page sets `catalogue`. */
import { readAppOverrides, type AppOverride } from '../apps/app-overrides.js';
import type { App } from '../apps/app-table.js';
import { PpsErrorEvent } from './events.js';

/** Undefined where the page's rows are wrong: its developer is told, and the package's own serve on. */
export function rowsOf(
  catalogue: readonly AppOverride[],
  host: EventTarget,
): readonly App[] | undefined {
  try {
    return readAppOverrides(catalogue);
  } catch (error) {
    reportError(error);
    host.dispatchEvent(new PpsErrorEvent('bad-input'));
    return undefined;
  }
}
