/** GUIDs for episodes: a substitute where the feed has none, and a suffix where it repeats one. */

/** 32-bit FNV-1a (draft-eastlake-fnv), over UTF-16 code units and from any start value. */
function fnv1a(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A hash to use as an identifier: 16 hexadecimal digits. Not for security. */
export function hashOf(text: string): string {
  return fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x050c5d1f);
}

/**
 * Makes the GUIDs of one feed unique.
 * @returns a function to call with each GUID in feed order: for `abc`, `abc`, `abc` it returns
 *   `abc`, `abc#2`, `abc#3`
 */
export function uniqueGuids(): (guid: string) => string {
  const seen = new Map<string, number>();
  return (guid) => {
    let times = (seen.get(guid) ?? 0) + 1;
    let unique = times === 1 ? guid : `${guid}#${times}`;
    while (times > 1 && seen.has(unique)) unique = `${guid}#${++times}`;
    seen.set(guid, times);
    if (unique !== guid) seen.set(unique, 1);
    return unique;
  };
}
