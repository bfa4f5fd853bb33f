/**
 * The script of a member page. The page is the same for everyone, so this script asks the site who is
 * looking at it, and starts the element for members. Visitors keep what the page holds for them.
 */

// The build puts the version of the element into this path.
const element = import('../embed/private-podcast-subscribe.js');
// A page that was cached before an update of the plugin may have loaded an old copy of this script.
element.catch(() => undefined);

const name = 'private-podcast-subscribe';
const hosts = document.getElementsByTagName(name);
/** The elements that this script has taken care of. */
const seen = new WeakSet();

/** A failure for which the element has words. It knows them by the name and the code. */
const failure = (code, message) =>
  Object.assign(new Error(message), { name: 'PrivatePodcastError', code });

/** Asks the site for `{ token, script }`; the token is null for a visitor. */
async function askForToken({ ajax, sku = '' }) {
  const url = `${ajax}private_podcast_token&sku=${encodeURIComponent(sku)}`;
  const response = await fetch(url, { method: 'POST', headers: { accept: 'application/json' } });
  if (response.ok) return response.json();
  const { code, detail } = await response.json().catch(() => ({}));
  // Only for someone who is logged in does the site look for the podcast, and for its own settings.
  if (code === 'not-found' || code === 'config') throw failure('config', detail);
  if (detail) console.warn(`${name}: ${detail}`);
  // The element reads this as a failure of the connection, which may pass, and offers to try again.
  throw new TypeError(`The site answered with status ${response.status}.`);
}

/** Asks what to tell whoever edits this site; null for everyone else. */
async function askAsOwner({ ajax, sku = '' }) {
  const url = `${ajax}private_podcast_owner&sku=${encodeURIComponent(sku)}`;
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  return response.ok ? response.json() : null;
}

/** Tells the owner something above the element, until the page is loaded again. */
function tellOwner(host, text) {
  const note = document.createElement('span');
  note.className = 'private-podcast-note';
  note.textContent = text;
  host.before(note);
}

/** The offer may wait in a `<template>`, because a paragraph cannot hold it. */
function takeOutOffer(host) {
  const template = host.querySelector('template.private-podcast-offer');
  if (!template) return;
  const offer = document.createElement('div');
  offer.className = template.className;
  offer.append(template.content);
  template.replaceWith(offer);
}

/** The log-in leads back here, also from content that came later and from a page that a cache kept. */
function leadBackHere(host) {
  const link = host.querySelector('.private-podcast-login');
  if (!link) return;
  const url = new URL(link.href);
  if (!url.searchParams.has('redirect_to')) return;
  url.searchParams.set('redirect_to', location.href);
  link.href = url.href;
}

/** Starts the element: what stands in it for visitors goes, and the offer waits for `no-access`. */
function show(host, getToken) {
  const offer = host.querySelector('.private-podcast-offer');
  if (offer) {
    offer.slot = 'no-access';
    host.append(offer);
  }
  host.getToken = getToken;
  host.setAttribute('endpoint', `${host.dataset.ajax}private_podcast`);
}

/** Shows the owner what others see. @returns whether it did. */
async function preview(host, view) {
  const owner = await askAsOwner(host.dataset).catch(() => null);
  const text = owner?.texts[view];
  if (!text) return false;
  tellOwner(host, text);
  host.inert = true;
  await element;
  if (view === 'visitor') host.dataset.visitor = '';
  else if (view === 'stranger') show(host, () => Promise.reject(failure('no-access', '')));
  else host.feedUrl = new URL(owner.feedUrl, location.href).href;
  return true;
}

async function startForMember(host, first) {
  const answer = await first.catch((error) => error);
  // What came instead of an answer says nothing about who is looking. The page may know it.
  const isMember =
    answer instanceof TypeError
      ? document.body.classList.contains('logged-in')
      : answer.token !== null;
  if (!isMember) {
    host.dataset.visitor = '';
    if (answer instanceof TypeError) {
      addEventListener('online', () => void start(host), { once: true });
    }
    return;
  }
  await element.catch(() => answer.script && import(answer.script));
  let next = first;
  show(host, async () => {
    const asked = next ?? askForToken(host.dataset);
    next = undefined;
    const { token } = await asked;
    if (token) return token;
    return new Response('Nobody is logged in any more.', { status: 401 });
  });
  if (answer.code !== 'config') return;
  const owner = await askAsOwner(host.dataset).catch(() => null);
  if (owner && !owner.isKnown) tellOwner(host, owner.texts.unknown);
}

async function start(host) {
  takeOutOffer(host);
  leadBackHere(host);
  const view = new URLSearchParams(location.search).get('private_podcast_view');
  if (view && (await preview(host, view))) return;
  await startForMember(host, askForToken(host.dataset));
}

function startAll() {
  for (const host of hosts) {
    if (!host.dataset.ajax || seen.has(host)) continue;
    seen.add(host);
    void start(host);
  }
}

startAll();
// Popups, tabs and pages that are loaded in parts bring their content later.
new MutationObserver(startAll).observe(document.documentElement, {
  childList: true,
  subtree: true,
});
