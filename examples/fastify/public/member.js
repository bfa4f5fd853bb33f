/** Tells the element where a fresh token comes from. */
document.querySelector('private-podcast-subscribe').getToken = () =>
  fetch('/token', { method: 'POST', redirect: 'manual' });
