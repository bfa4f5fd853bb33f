/** Opens a native modal dialog of the element: over the page, removed when it closes. */
import { pageColors } from '../page/page-ground.js';
import { adoptStyles } from '../styles/adopt-styles.js';
import { dialogStyles } from './dialog-styles.js';

export interface DialogOptions {
  /** Name of the part, and class. */
  name: string;
  /** Id of the heading. */
  labelledBy: string;
  /** Id of the text that is read with the heading. A dialog with one is an `alertdialog`. */
  describedBy?: string;
  /** Whether the member may close it now. */
  canClose?: () => boolean;
  onClose: () => void;
}

/** Milliseconds in which the second click of a double click comes. */
const DOUBLE_CLICK_MS = 500;

/** The second click of a double click in a dialog that the first one closed hits what was below it. */
function dropSecondClick(root: ShadowRoot): void {
  const end = performance.now() + DOUBLE_CLICK_MS;
  const drop = (event: Event) => {
    const isLate = performance.now() > end;
    if (isLate) root.removeEventListener('click', drop, { capture: true });
    if (isLate || (event as MouseEvent).detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener('click', drop, { capture: true });
}

/**
 * The dialog has no content yet: fill it before the next paint. The focus is on the dialog itself:
 * its name and description are read, and nothing scrolls out of sight.
 */
export function openDialog(root: ShadowRoot, options: DialogOptions): HTMLDialogElement {
  const { name, labelledBy, describedBy, canClose = () => true, onClose } = options;
  adoptStyles(root, dialogStyles);
  const before = root.activeElement as HTMLElement | null;
  const dialog = document.createElement('dialog');
  dialog.part.add(name);
  dialog.className = name;
  dialog.tabIndex = -1;
  dialog.setAttribute('aria-labelledby', labelledBy);
  if (describedBy) {
    dialog.role = 'alertdialog';
    dialog.setAttribute('aria-describedby', describedBy);
  }
  (root.querySelector('.root') ?? root).append(dialog);
  // A dialog stands on a ground of its own, and inherits none.
  const dress = () => {
    const { paper, ink } = pageColors(dialog);
    dialog.style.background = paper;
    dialog.style.color = ink;
  };
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', dress);
  // Most pages with a switch for their theme set an attribute here.
  const themes = new MutationObserver(dress);
  for (const page of [document.documentElement, document.body])
    themes.observe(page, { attributes: true });
  dress();

  const keep = (event: Event) => {
    if (!canClose()) event.preventDefault();
  };
  dialog.addEventListener('cancel', keep);
  // A browser lets a page refuse `cancel` only once, the key any number of times.
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') keep(event);
  });
  // A click on the backdrop is a click on the dialog itself, if the finger went down there too:
  // who drags over the link to select it may end up beside the dialog.
  let isDownInside = false;
  dialog.addEventListener('pointerdown', ({ target }) => (isDownInside = target !== dialog));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && !isDownInside && canClose()) dialog.close();
    isDownInside = false;
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    scheme.removeEventListener('change', dress);
    themes.disconnect();
    dropSecondClick(root);
    // Safari gives a pressed button no focus, so it has none to give back.
    if (!root.activeElement) before?.focus({ preventScroll: true });
    onClose();
  });
  dialog.showModal();
  dialog.focus();
  return dialog;
}
