// @ts-check
/** Runs on the consume page: shows the app alone that the link's fragment names, if it runs here. */
{
  const element = document.querySelector('private-podcast-subscribe');
  const showApp = () => {
    const app = location.hash.slice(1);
    if (app) element?.setAttribute('one-app', app);
    else element?.removeAttribute('one-app');
  };
  addEventListener('hashchange', showApp);
  showApp();
}
