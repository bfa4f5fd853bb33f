/** Copying to the clipboard, if the browser allows it. */

/**
 * Copies a text to the clipboard.
 * @returns `false` if the browser refuses: no focus, no permission, or no https.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
