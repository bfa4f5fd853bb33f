/** A language that nobody speaks, made from the English: every word 40 % longer, as German or Finnish can be. */
import type { PlayerTexts, Texts } from '../../../src/index.js';
import { en } from '../../../src/components/texts/en.js';
import { enPlayer } from '../../../src/components/texts/player/en.js';

const GROWTH = 0.4;

/** A word with more letters at its end, but placeholders stay as they are. */
function longerWord(word: string): string {
  return word.startsWith('{') ? word : word + 'ö'.repeat(Math.ceil(word.length * GROWTH));
}

export function longer(text: string): string {
  return text.replace(/\{\w+\}|[\p{L}’-]+/gu, longerWord);
}

export const longerTexts = Object.fromEntries(
  Object.entries({ ...en, ...enPlayer }).map(([name, text]) => [
    name,
    typeof text === 'string'
      ? longer(text)
      : Object.fromEntries(Object.entries(text).map(([form, said]) => [form, longer(said)])),
  ]),
) as unknown as Texts & PlayerTexts;
