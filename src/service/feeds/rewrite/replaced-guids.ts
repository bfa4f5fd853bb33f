/**
 * What takes the place of a GUID is no URL. Without `isPermaLink="false"` it would be one (RSS 2.0),
 * and gPodder would resolve it against the member's feed URL: another GUID for every link.
 */
import { isText, type Tag, type Token } from './feed-tokens.js';
import { isGuid } from './hidden-enclosures.js';
import type { Edit } from './splice.js';

/** Marks the GUIDs whose texts have changed, in their tokens or by the edits that it returns. */
export function markReplacedGuids(tokens: readonly Token[]): Edit[] {
  const edits: Edit[] = [];
  let tag: Tag | undefined;
  for (const token of tokens) {
    if (!isText(token)) {
      tag = token;
    } else if (tag && isGuid(token) && token.text !== token.written) {
      const mark = tag.attributes.find(({ attribute }) => attribute === 'ispermalink');
      const end = tag.end - 1;
      if (mark) mark.text = 'false';
      else edits.push({ start: end, end, text: ' isPermaLink="false"' });
      tag = undefined;
    }
  }
  return edits;
}
