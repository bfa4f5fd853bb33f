/** The app that the member chose last. Only its id is stored in the browser. */
export const STORAGE_KEY = 'pps-app';

/** `undefined` if nothing is stored, or the browser refuses access to its storage. */
export function rememberedApp(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
