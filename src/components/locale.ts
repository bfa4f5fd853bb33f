/** The language of the place where an element stands. */

/** The nearest `lang` around an element, through the shadow roots it stands in, else the page's, else English. */
export function nearestLang(element: Element): string {
  const marked = element.closest('[lang]');
  if (marked) return marked.getAttribute('lang') || 'en';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : 'en';
}

/** A BCP 47 tag that `Intl` accepts, or English. */
export function validLocale(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}
