// @ts-check
/** Runs on the consume page: puts the app first that the link's fragment names. */
{
  const element = document.querySelector('private-podcast-subscribe');
  const showApp = () => {
    const app = location.hash.slice(1);
    if (app) element?.setAttribute('preferred-app', app);
    else element?.removeAttribute('preferred-app');
  };
  addEventListener('hashchange', showApp);
  showApp();
}
