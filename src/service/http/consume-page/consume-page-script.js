// @ts-check
/**
 * Runs on the consume page right after the element's tag. No server sees the link's fragment, which
 * names the app that the member chose: here that app is shown alone, as the element does when it takes over.
 */
{
  const element = /** @type {HTMLElement} */ (document.querySelector('private-podcast-subscribe'));
  const asked = () => location.hash.slice(1);

  const showApp = () => {
    if (asked()) element.setAttribute('one-app', asked());
    else element.removeAttribute('one-app');
  };

  /**
   * Puts the one app's buttons in the place of all others. An app that does not run here has none.
   * @param {ShadowRoot} root
   */
  const leaveAlone = (root) => {
    // Of the views for a Mac and for an iPad, which calls itself one, CSS shows one.
    const isTouched = matchMedia('(pointer: coarse) and (hover: none)').matches;
    const hidden = isTouched ? 'for-mouse' : 'for-touch';
    const buttons = document.querySelector(
      `template[data-one-app="${CSS.escape(asked())}"]:not([data-only="${hidden}"])`,
    );
    if (!(buttons instanceof HTMLTemplateElement)) return;
    root.querySelector(`:not(.${hidden}) > .buttons`)?.replaceWith(buttons.content);
    root.querySelector('section')?.remove();
  };

  /** Browsers without declarative shadow DOM get no view from the server, and its data by hand. */
  const readData = () => {
    const data = element.querySelector('template')?.content.querySelector('script')?.text;
    const { feedUrl, title, streamingUrl, streamingLinkUrl } = JSON.parse(data ?? '{}');
    Object.assign(element, { feedUrl, podcastTitle: title, streamingUrl, streamingLinkUrl });
  };

  if (element.shadowRoot) leaveAlone(element.shadowRoot);
  else readData();
  document.documentElement.classList.remove('reading');
  addEventListener('hashchange', showApp);
  showApp();
}
