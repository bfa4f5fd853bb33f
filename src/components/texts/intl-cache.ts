/**
 * Keeps `Intl` formatters: making one costs more than using it a hundred times. A page has one or
 * two locales, so the limit only matters for a page that sets ever new ones: they all go then.
 */

/** Room for the formatters of four locales: two date formats, a duration and a plural rule each. */
const MAX_FORMATTERS = 16;

const formatters = new Map<string, unknown>();

/** @param key names the use and the locale, such as `date sv`. */
export function cachedFormatter<T>(key: string, make: () => T): T {
  if (formatters.has(key)) return formatters.get(key) as T;
  const formatter = make();
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}
