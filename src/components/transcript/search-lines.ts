/** Searches a transcript. Loaded when the member first searches it. */
import type { PlayerTexts } from '../language/texts/player/en.js';
import { fillCount } from '../language/formats.js';
import { fill } from '../language/texts.js';
import { searchForm } from '../language/search-form.js';
import { inSlices } from './in-slices.js';
import { createButton } from './line-buttons.js';
import type { TranscriptLine } from './transcript-line.js';

/** Lines that a search shows; it counts all. */
const MAX_SHOWN = 100;

/**
 * The text in parts, by turns outside and inside of what is searched for.
 * @param wanted words in the form in which texts are compared.
 * @param searchForm gives that form.
 */
export function splitAtMatches(
  text: string,
  wanted: string,
  searchForm: (text: string) => string,
): string[] {
  let plain = '';
  /** Where each character of the compared text comes from, as some become several or none. */
  const places: number[] = [];
  let place = 0;
  for (const letter of text) {
    // Most letters need no more, which is a tenth of the time.
    const simple = letter < '\x80' ? letter.toLowerCase() : searchForm(letter);
    plain += simple;
    for (let count = simple.length; count > 0; count--) places.push(place);
    place += letter.length;
  }
  const parts: string[] = [];
  let [end, from] = [0, 0];
  for (let at; (at = plain.indexOf(wanted, from)) >= 0;) {
    from = at + wanted.length;
    const start = places[at];
    parts.push(text.slice(end, start), text.slice(start, (end = places[from] ?? text.length)));
  }
  return [...parts, text.slice(end)];
}

/** Marks the words in the last text of a line. */
function mark({ lastChild }: Element, wanted: string, searchForm: (text: string) => string): void {
  const parts = splitAtMatches(lastChild?.textContent ?? '', wanted, searchForm);
  lastChild?.replaceWith(
    ...parts.map((part, index) => {
      if (index % 2 === 0) return part;
      const element = document.createElement('mark');
      element.textContent = part;
      return element;
    }),
  );
}

export interface FoundLines {
  /** The first of them. */
  buttons: readonly HTMLButtonElement[];
  /** Their number, in words for the member. */
  told: string;
}

/**
 * Searches for words as they stand, whatever case and accents they have.
 * @param isWanted asked now and then: whether to go on.
 */
export async function searchLines(
  lines: readonly TranscriptLine[],
  words: string,
  { texts, locale }: { texts: PlayerTexts; locale: string },
  isWanted: () => boolean,
): Promise<FoundLines> {
  const wanted = searchForm(words);
  const found: TranscriptLine[] = [];
  await inSlices(lines, isWanted, (line) => {
    if (searchForm(line.text).includes(wanted)) found.push(line);
  });
  const buttons: HTMLButtonElement[] = [];
  await inSlices(found.slice(0, MAX_SHOWN), isWanted, (line) => {
    const button = createButton(line, found[buttons.length - 1]);
    mark(button, wanted, searchForm);
    buttons.push(button);
  });
  const told = found.length
    ? fillCount(texts.linesFound, found.length, locale)
    : fill(texts.noLines, { query: words });
  return { buttons, told };
}
