/** Words for the developer of a page, in the browser's console. They hold no secret. */
export function warn(text: string): void {
  // eslint-disable-next-line no-console -- the place where a page's developer looks
  console.warn(`<private-podcast-subscribe>: ${text}`);
}
