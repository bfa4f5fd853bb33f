/** One rule for all pictures of the element: what cannot be loaded is not seen. */

/** A picture that cannot be loaded is hidden, wherever it is: the glyph behind it shows. */
const showIfLoaded = ({ type, target }: Event) => {
  if (target instanceof HTMLImageElement) target.hidden = type === 'error';
};

/** Watches all pictures of a shadow tree, now and later. Their events do not bubble. */
export function watchPictures(root: ShadowRoot): ShadowRoot {
  for (const type of ['load', 'error']) root.addEventListener(type, showIfLoaded, true);
  return root;
}
