/** Remembers which app the member chose, or forgets it. */
import { STORAGE_KEY } from './remembered-app.js';

export function rememberApp(appId: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, appId);
  } catch {
    // Choosing an app works without storage, too.
  }
}

/** Takes the choice back. */
export function forgetApp(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing can be stored, so there is nothing to forget.
  }
}
