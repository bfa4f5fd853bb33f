/** The language of the page around an element. */

/** The nearest `lang` of an element or its ancestors, across shadow roots; English if there is none. */
export function nearestLang(element: Element): string {
  const marked = element.closest('[lang]');
  if (marked) return marked.getAttribute('lang') || 'en';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : 'en';
}

/** The canonical form of a BCP 47 tag; English if the tag is invalid. */
export function validLocale(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}
