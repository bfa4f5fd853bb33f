/**
 * GUIDs by which every app knows an episode again, whatever its feed's URL. One that is no URL must
 * say so: without `isPermaLink="false"` it would be one (RSS 2.0), and gPodder resolves it against
 * the member's feed URL, which makes another GUID for every link. An episode without one is
 * dropped by some readers.
 */
import { isWebUrl } from '../../../urls/web-url.js';
import { hash } from '../../crypto/secrets.js';
import { isEnclosureUrl, recordingUrl } from './enclosure-url.js';
import { isText, type Tag, type Text, type Token } from './feed-tokens.js';
import type { Edit } from './splice.js';

export const isGuid = ({ kind, tag }: Text): boolean =>
  tag === 'guid' && (kind === 'text' || kind === 'cdata');

/** Marks the GUIDs that are no URLs, in their tokens or by the edits that it returns. */
export function markGuids(tokens: readonly Token[]): Edit[] {
  const edits: Edit[] = [];
  let tag: Tag | undefined;
  for (const token of tokens) {
    if (!isText(token)) {
      tag = token;
    } else if (tag && isGuid(token) && token.text.trim() !== '' && !isWebUrl(token.text.trim())) {
      const mark = tag.attributes.find(({ attribute }) => attribute === 'ispermalink');
      const end = tag.end - 1;
      if (mark) mark.text = 'false';
      else edits.push({ start: end, end, text: ' isPermaLink="false"' });
      tag = undefined;
    }
  }
  return edits;
}

/** Gives each episode that has none a GUID of its recording's URL. */
export function addGuids(tokens: readonly Token[]): Edit[] {
  const edits: Edit[] = [];
  let hasGuid = false;
  let tags: Tag[] = [];
  for (const token of tokens) {
    if (isText(token)) {
      hasGuid ||= isGuid(token) && token.text.trim() !== '';
    } else if (token.name.toLowerCase() === 'item') {
      const { kind, start } = token;
      const url = kind === 'close' && !hasGuid ? recordingUrl(tags) : undefined;
      if (url !== undefined) {
        const text = `<guid isPermaLink="false">${hash(url)}</guid>`;
        edits.push({ start, end: start, text });
      }
      hasGuid = false;
      tags = [];
    } else if (token.attributes.some(isEnclosureUrl)) tags.push(token);
  }
  return edits;
}
