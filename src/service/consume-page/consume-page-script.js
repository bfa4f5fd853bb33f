// @ts-check
/**
 * Runs on the consume page before the element's script. It removes the feed URL from the
 * address bar and puts the app named in the fragment first. The query stays in the history
 * entry, which only this origin can read, so that a reload shows the page again.
 */
{
  const element = document.querySelector('private-podcast-subscribe');
  const { pathname, search } = location;
  /** @type {{ search?: string } | null} */
  const state = history.state;

  if (element) {
    const preferApp = () => element.setAttribute('preferred-app', location.hash.slice(1));
    history.replaceState({ search }, '', pathname + location.hash);
    addEventListener('hashchange', preferApp);
    preferApp();
  } else if (state?.search) {
    location.replace(pathname + state.search + location.hash);
  }
}
