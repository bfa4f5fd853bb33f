/** A substitute for the GUID that an episode lacks. */

/** 32-bit FNV-1a (draft-eastlake-fnv), over UTF-16 code units and from any start value. */
function fnv1a32(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A hash to use as an identifier: 16 hexadecimal digits. Not for security. */
export function fnv1a(text: string): string {
  return fnv1a32(text, 0x811c9dc5) + fnv1a32(text, 0x050c5d1f);
}
