/** What stays of the HTML in a feed's notes: simple text marks and links out. */
import { loadPeer } from '../peers.js';

/** @throws {PrivatePodcastError} `config` where sanitize-html is not installed. */
export async function createNotesSanitizer(): Promise<(html: string) => string> {
  const { default: sanitize } = await loadPeer('sanitize-html');
  const options = {
    allowedTags: ['b', 'i', 'em', 'strong', 'a', 'p', 'br', 'ul', 'ol', 'li'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
  };
  return (html) => sanitize(html, options);
}
