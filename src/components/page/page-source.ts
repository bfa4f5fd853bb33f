/** The attributes and properties that the element starts from, and the URLs in them. */
import { isSecureUrl, resolveWebUrl } from '../../urls/web-url.js';

/** A feed URL, or an endpoint and a token (or a function that gets one). */
export interface PageSource {
  feedUrl?: string | undefined;
  token?: string | undefined;
  endpoint?: string | undefined;
  getToken?: (() => Promise<string | Response>) | undefined;
}

/** Whether the source is enough to start with; until it is, the element waits. */
export function isComplete({ feedUrl, token, endpoint, getToken }: PageSource): boolean {
  return Boolean(feedUrl) || (Boolean(endpoint) && (Boolean(token) || Boolean(getToken)));
}

/** An absolute URL; the handler's if the page gives none. An invalid URL counts as none. */
export const givenUrl = (
  given: string,
  { baseURI }: Pick<Node, 'baseURI'>,
  handlers?: string,
): string | undefined => (given ? resolveWebUrl(given, baseURI) : handlers);

/** A secret is sent to the consume page: one on plain http counts as none. */
export const onlySecure = (url: string | undefined): string | undefined =>
  url && isSecureUrl(url) ? url : undefined;
