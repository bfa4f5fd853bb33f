// @ts-check
/**
 * Wires the element to this site: a subscribe token lives for minutes, so when a page stands
 * open for longer the element asks for a fresh one.
 */
const element = /** @type {import('private-podcast-subscribe').PrivatePodcastSubscribe} */ (
  document.querySelector('private-podcast-subscribe')
);

element.getToken = async () => {
  const response = await fetch('/token', { method: 'POST' });
  if (response.status === 401) location.assign('/');
  if (!response.ok) throw new Error('The site gave no token.');
  const { token } = await response.json();
  return token;
};
