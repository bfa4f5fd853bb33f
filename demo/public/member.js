// @ts-check
/**
 * Connects the element to this site. A subscribe token expires after a few minutes, so on a page
 * that stays open the element asks for a fresh one.
 */
const element = /** @type {import('private-podcast-subscribe').PrivatePodcastSubscribe} */ (
  document.querySelector('private-podcast-subscribe')
);

element.getToken = async () => {
  const response = await fetch('/token', { method: 'POST' });
  if (response.status === 401) location.assign('/');
  // The element says what a failed answer means.
  if (!response.ok) return response;
  const { token } = await response.json();
  return token;
};

/** @param {string} fragment of a link to a moment: `#episode=<GUID>&t=<seconds>` */
function playMoment(fragment) {
  const moment = new URLSearchParams(fragment.slice(1));
  const guid = moment.get('episode');
  if (guid) element.play(guid, { at: Number(moment.get('t')) });
}

// Where a server rendered the element, it is defined after its first view.
void customElements.whenDefined('private-podcast-subscribe').then(() => playMoment(location.hash));

for (const link of document.querySelectorAll('a[href^="#episode="]')) {
  link.addEventListener('click', () => playMoment(link.getAttribute('href') ?? ''));
}
