/** Copying the feed link, where the browser lets a page do so. */

/**
 * Puts a text on the clipboard.
 * @returns whether it is there; a page may be refused (no focus, no permission, no https).
 */
export async function copyText(
  text: string,
  { clipboard }: Pick<Navigator, 'clipboard'>,
): Promise<boolean> {
  try {
    // Not there on pages without https, whatever the type says.
    await (clipboard as Clipboard | undefined)!.writeText(text);
    return true;
  } catch {
    return false;
  }
}
