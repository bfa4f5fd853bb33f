/** Where a redirect leads, for those who follow redirects themselves to look at each step. */

/** https://fetch.spec.whatwg.org/#redirect-status */
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** @returns the `Location` as it was sent, perhaps relative; `undefined` for an answer that is no redirect */
export function redirectLocation({
  status,
  headers,
}: {
  status: number;
  headers: { get(name: string): string | null };
}): string | undefined {
  return REDIRECT_STATUSES.has(status) ? (headers.get('location') ?? undefined) : undefined;
}
