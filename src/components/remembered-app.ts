/** The app that the member chose last: its id and nothing else is kept in the browser. */
const key = 'pps-app';

/** A page may have no storage, or be refused it: then nothing is remembered. */
export function rememberedApp(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberApp(appId: string): void {
  try {
    localStorage.setItem(key, appId);
  } catch {
    // Choosing an app works all the same.
  }
}
