/** Has screen readers announce a text, by a chunk that loads with the first one. */

/** @param text empty to take back what was not said yet. */
export function announceIn({ renderRoot }: { renderRoot: ShadowRoot }, text: string): void {
  void import('../messages/announcer.js').then(
    ({ announce }) => announce(renderRoot, text),
    () => undefined,
  );
}
