// @ts-check
/**
 * The Content Security Policy for a page with the element on it, ready to copy: it forbids
 * everything and then allows what the element needs.
 */

/**
 * @param {object} hosts
 * @param {string} hosts.serviceUrl Base URL of the feed service, which serves the script, the members' feeds and the parser.
 * @param {string} hosts.styleSource What allows the style sheet of a view that the server rendered.
 * @param {string} hosts.media CSP sources of the show's cover and audio.
 */
export function contentSecurityPolicy({ serviceUrl, styleSource, media }) {
  return [
    `default-src 'none'`,
    `script-src 'self' ${serviceUrl}`,
    `style-src 'self' ${styleSource}`,
    `img-src 'self' ${media}`,
    `media-src ${media}`,
    // The subscribe handler is on this site; transcripts and chapters are next to the audio.
    `connect-src 'self' ${serviceUrl} ${media}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    // The element renders with Lit, and sanitizes show notes with DOMPurify if the browser cannot.
    `trusted-types lit-html dompurify`,
  ].join('; ');
}
