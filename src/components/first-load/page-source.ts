/** The attributes and properties that the element starts from. */

/** A feed URL, or an endpoint and a token (or a function that gets one). */
export interface Source {
  feedUrl?: string | undefined;
  token?: string | undefined;
  endpoint?: string | undefined;
  getToken?: (() => Promise<string | Response>) | undefined;
}

/** Whether the source is enough to start with; until it is, the element waits. */
export function isComplete({ feedUrl, token, endpoint, getToken }: Source): boolean {
  return Boolean(feedUrl) || (Boolean(endpoint) && (Boolean(token) || Boolean(getToken)));
}
