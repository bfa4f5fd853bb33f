/**
 * A button that only the script can answer remembers that it was pressed: it opens a popover that
 * asks for a moment, natively. When the element takes over, it presses its own button.
 */
import { escapeUTF8 } from 'entities/escape';
import type { FirstTexts } from '../components/language/texts/en-first.js';

/** Gives each button the attributes of a popover of its own. */
export class WaitForScript {
  #count = 0;

  /** @param name sets the popovers of one view apart from those of another in the same tree */
  constructor(private readonly name = 'wait') {}

  readonly next = (): string =>
    `popovertarget="${this.name}-${++this.#count}" popovertargetaction="show"`;

  /** The popovers of all buttons so far. */
  render({ oneMoment }: FirstTexts): string {
    const ids = Array.from({ length: this.#count }, (_, at) => `${this.name}-${at + 1}`);
    return ids
      .map((id) => `<div id="${id}" popover role="status">${escapeUTF8(oneMoment)}</div>`)
      .join('');
  }
}
