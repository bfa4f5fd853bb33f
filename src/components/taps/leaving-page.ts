/** A link to the consume page shows that it was pressed until the page is left: on a slow line that takes seconds. */

/** A page that is not left by then will not be: its address led nowhere, or the member stopped it. */
const LEAVING_MS = 20_000;

/** @param event a click that the browser follows in this tab. */
export function showLeaving(event: Event): void {
  const { currentTarget, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  if (!(currentTarget instanceof Element) || ctrlKey || metaKey || shiftKey) return;
  const control = currentTarget;
  const end = () => (control.ariaBusy = null);
  control.ariaBusy = 'true';
  setTimeout(end, LEAVING_MS);
  // A page that comes back as it was must not wait any more.
  for (const type of ['pagehide', 'pageshow']) addEventListener(type, end, { once: true });
}
