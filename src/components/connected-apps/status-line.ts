/** The line of status: in which apps the member has the podcast, and since when not, if that is long ago. */
import { html, type TemplateResult } from 'lit/html.js';
import type { ConnectedApp } from '../../api/subscription.js';
import { isInUse } from '../buttons/app-buttons.js';
import { checkGlyph } from '../icons/later-glyphs.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';
import { dayOf, listOf } from './apps-in-words.js';

/**
 * "In Overcast and Castro".
 * @param apps the latest first; none: there is nothing to say.
 */
export function renderConnected(
  apps: readonly ConnectedApp[],
  texts: Texts,
  locale: string,
): TemplateResult | undefined {
  const [latest] = apps;
  if (!latest) return undefined;
  const inUse = apps.filter(isInUse);
  const names = (inUse.length ? inUse : [latest]).map(({ name }) => name);
  const line = fill(texts.connectedIn, { app: listOf(names, locale) });
  return html`<span class="connected">${checkGlyph}</span>
    <span>${inUse.length ? line : `${line} · ${dayOf(latest.lastFetchedAt, locale)}`}</span>`;
}
