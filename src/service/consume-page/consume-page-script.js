// @ts-check
/**
 * Runs on the consume page right after the element's tag, before anything is painted. No server sees
 * the link's fragment, which names the app that the member chose: here that app is put first.
 */
{
  const element = /** @type {HTMLElement} */ (document.querySelector('private-podcast-subscribe'));
  const { heading = '' } = document.currentScript?.dataset ?? {};

  /** As `one-app` has it, which the element renders the same way when it takes over. */
  const showApp = () => {
    const app = location.hash.slice(1);
    if (app) element.setAttribute('one-app', app);
    else element.removeAttribute('one-app');
  };

  /**
   * Leaves one app above the tools of the server's view, and folds the others away.
   * @param {ShadowRoot} root
   */
  const putFirst = (root) => {
    const buttons = root.querySelector('.buttons');
    const tools = root.querySelector('.tools');
    // An app of another device opens a dialog.
    const app = root.querySelector(
      `[data-app="${CSS.escape(location.hash.slice(1))}"]:not([aria-haspopup])`,
    );
    if (!buttons || !tools || !app) return;
    const above = new Range();
    above.setStart(buttons, 0);
    above.setEndBefore(tools);
    const others = above.extractContents();
    const item = app.closest('li');
    if (item) makeFirst(app, item);
    else app.remove();
    foldAway(others, tools);
    const line = document.createElement('p');
    line.className = 'buttons-heading';
    line.append(Object.assign(document.createElement('span'), { textContent: heading }));
    buttons.prepend(line, app);
  };

  /**
   * The name of a button in a list is what the first one says.
   * @param {Element} app
   * @param {Element} item
   */
  const makeFirst = (app, item) => {
    const label = app.lastElementChild;
    if (label) label.textContent = app.getAttribute('aria-label');
    app.removeAttribute('aria-label');
    app.className = 'primary';
    app.setAttribute('part', 'app primary');
    item.remove();
    app.remove();
  };

  /**
   * @param {DocumentFragment} others
   * @param {Element} tools
   */
  const foldAway = (others, tools) => {
    const phone = others.querySelector('[part=phone]');
    if (phone) {
      phone.className = 'quiet';
      tools.firstElementChild?.after(phone);
    }
    const items = [...others.querySelectorAll('[data-app]')].map((app) => {
      app.className = 'button';
      app.setAttribute('part', 'app');
      const item = app.closest('li') ?? document.createElement('li');
      item.append(app);
      return item;
    });
    tools.querySelector('details[part=more] > ul')?.prepend(...items);
  };

  /** Browsers without declarative shadow DOM get no view from the server, and its data by hand. */
  const readData = () => {
    const data = element.querySelector('template')?.content.querySelector('script')?.text;
    const { feedUrl, title, streamingUrl, streamingLinkUrl } = JSON.parse(data ?? '{}');
    Object.assign(element, { feedUrl, podcastTitle: title, streamingUrl, streamingLinkUrl });
  };

  if (element.shadowRoot) putFirst(element.shadowRoot);
  else readData();
  addEventListener('hashchange', showApp);
  showApp();
}
