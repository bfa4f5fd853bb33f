/** Asks your backend for a token of the member who is logged in. */
export function getToken(): Promise<Response> {
  return fetch('/token', { method: 'POST', redirect: 'manual' });
}
