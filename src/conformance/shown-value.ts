/**
 * A value of an answer in the words of a report. What a server says is never quoted, because it may repeat
 * what was sent in any writing: it is described by its shape. Only small numbers are shown, and the words
 * of protocols that are listed here.
 */

/** In lower case: types of tokens and items, kinds of purchases, media types, referrer policies, languages. */
const WORDS = new Set(
  `bearer mac dpop feed url rss atom html own lease recurring gift true false null none service
  application/json application/problem+json application/rss+xml application/atom+xml application/xml
  application/octet-stream application/xhtml+xml application/x-www-form-urlencoded
  text/html text/xml text/plain text/javascript text/css text/csv text/json
  audio/mpeg audio/mp4 audio/x-m4a audio/aac audio/ogg audio/wav audio/flac video/mp4 video/webm
  video/quicktime image/jpeg image/png image/svg+xml
  no-referrer origin same-origin strict-origin unsafe-url no-referrer-when-downgrade
  origin-when-cross-origin strict-origin-when-cross-origin
  cs da de en es fi fr it nb nl no pl pt sv`.split(/\s+/),
);
const MAX_SHOWN_NUMBER = 9_999_999;

export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    const isShown = Number.isInteger(value) && Math.abs(value) <= MAX_SHOWN_NUMBER;
    return isShown ? String(value) : 'a number';
  }
  if (typeof value !== 'string')
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  if (value === '') return 'an empty text';
  return WORDS.has(value.toLowerCase()) ? `"${value}"` : `a text of ${value.length} characters`;
}
