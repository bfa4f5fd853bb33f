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
  if (!response.ok) throw new Error('The site returned no token.');
  const { token } = await response.json();
  return token;
};
