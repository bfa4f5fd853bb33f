/** What stays of the HTML in a feed's notes: simple text marks and links out. */
import { notesAttributes, notesLinkSchemes, notesTags } from '../../podcast/notes-html.js';
import { loadPeer } from '../peers.js';

/** @throws {PrivatePodcastError} `config` if sanitize-html is not installed. */
export async function createNotesSanitizer(): Promise<(html: string) => string> {
  const { default: sanitize } = await loadPeer('sanitize-html');
  const options = {
    allowedTags: notesTags,
    allowedAttributes: notesAttributes,
    allowedSchemes: notesLinkSchemes,
    allowProtocolRelative: false,
  };
  return (html) => sanitize(html, options);
}
