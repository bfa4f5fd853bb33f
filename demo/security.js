// @ts-check
/**
 * The Content Security Policy of a page that has the element in it. Copy this: everything is
 * forbidden, and then allowed by name.
 */

/**
 * @param {object} hosts
 * @param {string} hosts.serviceUrl The feed service: it serves the script, the members' feeds and the parser.
 * @param {string} hosts.media Where the show's cover and audio are, as CSP sources.
 */
export function contentSecurityPolicy({ serviceUrl, media }) {
  return [
    `default-src 'none'`,
    `script-src 'self' ${serviceUrl}`,
    `style-src 'self'`,
    `img-src 'self' ${media}`,
    `media-src ${media}`,
    // The subscribe handler is on this site; transcripts and chapters are beside the audio.
    `connect-src 'self' ${serviceUrl} ${media}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    // The element renders with Lit, and cleans show notes with DOMPurify where the browser cannot.
    `trusted-types lit-html dompurify`,
  ].join('; ');
}
