/** Copying, where the browser lets a page do so. */

/**
 * Puts a text on the clipboard.
 * @returns whether it is there; a page may be refused (no focus, no permission, no https).
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
