/** Waits until the buttons are on the screen. */

/** Where nothing is painted, as in a frame out of sight, this many milliseconds have to do. */
const MAX_WAIT_MS = 1000;

/** Settles once the browser has painted what is rendered by now; in a hidden page soon. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, document.hidden ? 0 : MAX_WAIT_MS);
    // The frame is painted right after its callbacks: a task comes after that.
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
