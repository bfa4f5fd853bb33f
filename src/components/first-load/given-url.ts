/** URLs out of what the page gives. */
import { isSecureUrl, resolveWebUrl } from '../../urls/web-url.js';

/** An absolute URL; the handler's if the page gives none. An invalid URL counts as none. */
export const givenUrl = (
  given: string,
  { baseURI }: Pick<Node, 'baseURI'>,
  handlers?: string,
): string | undefined => (given ? resolveWebUrl(given, baseURI) : handlers);

/** A secret is sent to the consume page: one on plain http counts as none. */
export const onlySecure = (url: string | undefined): string | undefined =>
  url && isSecureUrl(url) ? url : undefined;
