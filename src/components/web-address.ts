/** Addresses that a page gives in attributes. */

/** The address, absolute; `undefined` where it is no web address. */
export function webAddress(given: string, base: string): string | undefined {
  return URL.canParse(given, base) ? /^https?:.*/.exec(new URL(given, base).href)?.[0] : undefined;
}
