/** The lines of a transcript as buttons, whose value is the second at which they begin. */
import { inSlices } from './in-slices.js';
import type { TranscriptLine } from './transcript-line.js';

/** Lines that the browser lays out at a time. */
const BLOCK_SIZE = 50;

/** An element in the direction of its text. */
function create<Name extends 'b' | 'button'>(name: Name, text: string) {
  const element = document.createElement(name);
  element.dir = 'auto';
  element.textContent = text;
  return element;
}

/** @param previous the line above: a speaker is named where they begin. */
export function createButton(
  { start, speaker, text }: TranscriptLine,
  previous?: TranscriptLine,
): HTMLButtonElement {
  const button = create('button', text);
  button.type = 'button';
  button.className = 'said';
  button.value = String(start);
  button.tabIndex = -1;
  // The space parts the name from the text where styles do not.
  if (speaker && speaker !== previous?.speaker) button.prepend(create('b', speaker), ' ');
  return button;
}

/**
 * Appends a button for each line, in blocks; the first ones at once.
 * @param buttons gets them, too.
 */
export async function createBlocks(
  lines: readonly TranscriptLine[],
  list: HTMLElement,
  buttons: HTMLButtonElement[],
  signal: AbortSignal,
): Promise<void> {
  let block: HTMLElement;
  await inSlices(
    lines,
    () => !signal.aborted,
    (line) => {
      const index = buttons.length;
      if (index % BLOCK_SIZE === 0) {
        block = document.createElement('div');
        block.className = 'said-block';
        list.append(block);
      }
      const button = createButton(line, lines[index - 1]);
      buttons.push(button);
      block.append(button);
    },
  );
}
