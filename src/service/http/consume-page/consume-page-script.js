// @ts-check
/**
 * Runs on the consume page right after the element's tag. No server sees the link's fragment, which
 * names the app that the member chose: here that app is shown alone, as the element does when it takes over.
 * Whoever has tapped its button on another page already reads why there is one more.
 */
{
  const element = /** @type {HTMLElement} */ (document.querySelector('private-podcast-subscribe'));
  const heading = /** @type {HTMLElement} */ (document.querySelector('h1'));
  const title = heading.textContent;
  /** As in `src/urls/consume-page-url.ts`. */
  const AGAIN = '~';
  const asked = () => location.hash.slice(1);

  /** The mark is kept with the history entry: in the address it would reach another device with it. */
  const readMark = () => {
    if (!asked().endsWith(AGAIN)) return;
    history.replaceState({ again: true }, '', `#${asked().slice(0, -AGAIN.length)}`);
  };

  /** What takes the place of all buttons. Of the views for a Mac and for an iPad, which calls itself one, CSS shows one. */
  const viewOfApp = () => {
    const isTouched = matchMedia('(pointer: coarse) and (hover: none)').matches;
    const hidden = isTouched ? 'for-mouse' : 'for-touch';
    const view = document.querySelector(
      `template[data-one-app="${CSS.escape(asked())}"]:not([data-only="${hidden}"])`,
    );
    return view instanceof HTMLTemplateElement ? { view, hidden } : undefined;
  };

  const showApp = () => {
    readMark();
    const found = history.state?.again && viewOfApp();
    heading.textContent = (found && heading.dataset.again) || title;
    heading.classList.toggle('heard', !found);
    // The element renders again when the app changes, and reads the line then: the same app comes anew.
    element.removeAttribute('one-app');
    element.dataset.again = found?.view.dataset.again ?? '';
    if (asked()) element.setAttribute('one-app', asked());
  };

  /**
   * Puts the one app's buttons in the place of all others. An app that does not run here has none.
   * @param {ShadowRoot} root
   */
  const leaveAlone = (root) => {
    const found = viewOfApp();
    if (!found) return;
    const { view, hidden } = found;
    root.querySelector(`:not(.${hidden}) > .buttons`)?.replaceWith(view.content);
    root.querySelector('section')?.remove();
    const status = root.querySelector('[part=status]');
    if (!status || !element.dataset.again) return;
    const line = document.createElement('span');
    line.textContent = element.dataset.again;
    status.replaceChildren(line);
  };

  /** Browsers without declarative shadow DOM get no view from the server, and its data by hand. */
  const readData = () => {
    const data = element.querySelector('template')?.content.querySelector('script')?.text;
    const { feedUrl, title, streamingUrl, streamingLinkUrl } = JSON.parse(data ?? '{}');
    Object.assign(element, { feedUrl, podcastTitle: title, streamingUrl, streamingLinkUrl });
  };

  showApp();
  if (element.shadowRoot) leaveAlone(element.shadowRoot);
  else readData();
  document.documentElement.classList.remove('reading');
  addEventListener('hashchange', showApp);
  // The entry before may have the same fragment, and no mark.
  addEventListener('popstate', showApp);
}
