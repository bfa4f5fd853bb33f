/** Identifiers of episodes where a feed has none, or the same one twice. */

/** 32 bits of FNV-1a from a given start. */
function fnv1a(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A name for what has no GUID, the same for the same text: 16 hexadecimal digits. */
export function hashOf(text: string): string {
  return fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x050c5d1f);
}

/** Gives each GUID of a feed a suffix where it was there before: `abc`, `abc#2`, `abc#3`. */
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
