/** Removes a feed's own URL from everything that was read: in a private feed it is a secret. */
import { fnv1a } from './values/guid.js';
import { createUrlFinder } from './writings/url-writings.js';

/** Removes URLs from a text; undefined if nothing is left of it. */
type Remove = (text: string) => string | undefined;

/**
 * Removes a feed's URLs from every text in `value`, in place, however they are written. Fields and list
 * elements of which nothing is left are removed; a GUID is replaced by a hash of it.
 * @param urls absolute URLs of the feed; others are ignored
 * @param keepsScripts whether a recording stays whose URL is the feed's with a query: some feeds and
 *   recordings are one script
 */
export function removeFeedUrls<Value extends object>(
  value: Value,
  urls: readonly string[],
  keepsScripts = false,
): Value {
  const find = createUrlFinder(urls);
  function remove(text: string): string | undefined {
    const writings = find(text);
    if (writings.length === 0) return text;
    let kept = '';
    let done = 0;
    for (const { start, end } of writings) {
      kept += text.slice(done, start);
      done = end;
    }
    return (kept + text.slice(done)).trim() || undefined;
  }
  const isScript = (text: string): boolean =>
    keepsScripts && find(text).every(({ start, hasMore }) => start === 0 && hasMore);
  clean(value, remove, isScript);
  return value;
}

/** Cleans a value, objects and lists in place. Returns undefined if nothing is left of it. */
function clean(value: unknown, remove: Remove, isKept: (url: string) => boolean): unknown {
  if (typeof value === 'string') return remove(value);
  if (Array.isArray(value)) cleanList(value as unknown[], remove, isKept);
  else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    const hadUrl = fields.url !== undefined;
    cleanFields(fields, remove, isKept);
    // An enclosure or a transcript is nothing without its URL; an episode still has its GUID.
    if (hadUrl && fields.url === undefined && !('guid' in fields)) return undefined;
  }
  return value;
}

function cleanList(list: unknown[], remove: Remove, isKept: (url: string) => boolean): void {
  let kept = 0;
  for (const element of list) {
    const cleaned = clean(element, remove, isKept);
    if (cleaned !== undefined) list[kept++] = cleaned;
  }
  list.length = kept;
}

function cleanFields(
  fields: Record<string, unknown>,
  remove: Remove,
  isKept: (url: string) => boolean,
): void {
  for (const key in fields) {
    const before = fields[key];
    if (key === 'url' && typeof before === 'string' && isKept(before)) continue;
    const after = clean(before, remove, isKept);
    if (after !== before) fields[key] = after ?? substituteFor(key, before as string);
  }
}

/** The substitute for a required field; `undefined` for optional ones. */
function substituteFor(key: string, removed: string): string | undefined {
  if (key === 'guid') return fnv1a(removed);
  return key === 'title' || key === 'name' ? '' : undefined;
}
