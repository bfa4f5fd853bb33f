/**
 * The script of a member page. The page is the same for everyone, so this script asks the site who is
 * looking at it, and starts the element for members. For visitors, the login link stays.
 */

// The build puts the version of the element into this path.
const element = import('../embed/private-podcast-subscribe.js');
// A page that was cached before an update of the plugin may have loaded an old copy of this script.
element.catch(() => undefined);

/** Asks the site for `{ token, script }`; the token is null for a visitor. */
async function ask(ajax, sku) {
  const url = `${ajax}private_podcast_token&sku=${encodeURIComponent(sku)}`;
  const response = await fetch(url, { method: 'POST', headers: { accept: 'application/json' } });
  if (response.ok) return response.json();
  const { detail } = await response.json().catch(() => ({}));
  if (response.status < 500 && detail) console.warn(`private-podcast-subscribe: ${detail}`);
  // The element reads this as a failure of the connection, which may pass, and offers to try again.
  throw new TypeError(`The site answered with status ${response.status}.`);
}

async function start(host) {
  const { ajax, sku = '' } = host.dataset;
  let first = ask(ajax, sku);
  const answer = await first.catch(() => undefined);
  if (answer?.token === null) return;
  await element.catch(() => answer && import(answer.script));
  host.querySelector(':scope > [slot="no-access"]')?.removeAttribute('hidden');
  host.getToken = async () => {
    const next = first ?? ask(ajax, sku);
    first = undefined;
    const { token } = await next;
    if (token) return token;
    return new Response('Nobody is logged in any more.', { status: 401 });
  };
  host.setAttribute('endpoint', `${ajax}private_podcast`);
}

for (const host of document.querySelectorAll('private-podcast-subscribe[data-ajax]')) {
  void start(host);
}
