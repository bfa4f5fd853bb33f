/** The language of the page around an element. */

/** The nearest `lang` of an element or its ancestors, across shadow roots; English if there is none. */
export function nearestLang(element: Element): string {
  const marked = element.closest('[lang]');
  if (marked) return marked.getAttribute('lang') || 'en';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : 'en';
}
