// @ts-check
/**
 * Runs in the head of the consume page. A slow browser paints a page while it still reads it: the podcast
 * of a link to one app is shown once `consume-page-script.js` has left that app alone.
 */
if (location.hash.length > 1) document.documentElement.classList.add('reading');
