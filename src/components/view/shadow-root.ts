/** The element's whole shadow tree: how it speaks, and what becomes of its pictures. */

/**
 * Has screen readers announce a text, by a chunk that loads with the first one.
 * @param text empty to take back what was not said yet.
 */
export function announceIn({ renderRoot }: { renderRoot: ShadowRoot }, text: string): void {
  void import('../messages/announcer.js').then(
    ({ announce }) => announce(renderRoot, text),
    () => undefined,
  );
}

/** A picture that cannot be loaded is hidden, wherever it is: the glyph behind it shows. */
const showIfLoaded = ({ type, target }: Event) => {
  if (target instanceof HTMLImageElement) target.hidden = type === 'error';
};

/** Watches all pictures of a shadow tree, now and later. Their events do not bubble. */
export function watchPictures(root: ShadowRoot): ShadowRoot {
  for (const type of ['load', 'error']) root.addEventListener(type, showIfLoaded, true);
  return root;
}
