/** Loads the player's texts of a language, which nobody needs before the first press. */
import type { LanguageCode } from '../../../../languages/languages.js';
import type { PlayerTexts } from './en.js';

/** Loads a language's texts of the player and the transcript. The page's own are not in them. */
export async function loadPlayerTexts(code: LanguageCode): Promise<PlayerTexts> {
  // Not by the table: it would be one more round trip.
  if (code === 'en') return (await import('./en.js')).enPlayer;
  const { playerLanguages } = await import('./language-table.js');
  return playerLanguages[code]();
}
