/** Asks your backend for a token of the member who is logged in. */
export async function getToken(): Promise<string> {
  const response = await fetch('/token', { method: 'POST', redirect: 'manual' });
  if (response.ok) return response.text();
  throw response.status >= 500 ? new TypeError('Try again.') : new Error('Log in again.');
}
