/** A suffix for a GUID that a feed uses twice. */

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
