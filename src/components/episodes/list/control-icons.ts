/** The two icons beside the heading of the episodes, and between them what they open. */
import { html, type TemplateResult } from 'lit/html.js';
import { endSearchGlyph, searchGlyph, sortGlyph } from '../../icons/later-glyphs.js';
import type { Texts } from '../../language/texts/en.js';
import type { EpisodeControls } from './episode-controls.js';

const renderIcon = (
  part: string,
  label: string,
  isOpen: boolean | undefined,
  glyph: unknown,
  onClick: () => unknown,
) =>
  html`<button
    type="button"
    part=${part}
    class="icon-button"
    aria-label=${label}
    aria-expanded=${String(Boolean(isOpen))}
    @click=${onClick}
  >
    ${glyph}
  </button>`;

/**
 * A form, though nothing is sent: to fill in a field without one, Chromium goes through the whole page
 * when the field gets the focus, which takes a fifth of a second with ten thousand rows.
 * @param controls `undefined` until they are loaded.
 * @param use has the controls do something, as soon as they are loaded.
 */
export function renderControls(
  texts: Texts,
  controls: EpisodeControls | undefined,
  use: (act: (controls: EpisodeControls) => void) => unknown,
): TemplateResult {
  const isSearching = controls?.isSearching;
  const glyph = isSearching ? endSearchGlyph : searchGlyph;
  return html`<form
    class="controls"
    part="controls"
    role="presentation"
    @submit=${(event: Event) => event.preventDefault()}
    @keydown=${controls?.onKeydown}
    @focusout=${controls?.onFocusOut}
  >
    ${controls?.renderField(texts)}
    ${renderIcon('search-open', texts.search, isSearching, glyph, () => use((it) => it.toggleSearch()))}
    ${renderIcon('sort-open', texts.sortAndFilter, controls?.isMenuOpen, sortGlyph, () => use((it) => it.toggleMenu()))}
    ${controls?.renderMenu(texts)}
  </form>`;
}
