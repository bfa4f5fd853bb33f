/**
 * A button that only the script can answer remembers that it was pressed: it opens a popover that
 * asks for a moment, natively. When the element takes over, it presses its own button.
 */
import type { LanguageCode } from '../languages/languages.js';

/** The popover's text. */
const oneMoment: Readonly<Record<LanguageCode, string>> = {
  ar: 'لحظة من فضلك…',
  cs: 'Okamžik…',
  da: 'Et øjeblik…',
  de: 'Einen Moment…',
  'de-formal': 'Einen Moment…',
  en: 'One moment…',
  es: 'Un momento…',
  fi: 'Hetkinen…',
  fr: 'Un instant…',
  it: 'Un momento…',
  ja: '少々お待ちください…',
  nb: 'Et øyeblikk…',
  nl: 'Een ogenblik…',
  pl: 'Chwileczkę…',
  pt: 'Um momento…',
  'pt-PT': 'Um momento…',
  sv: 'Ett ögonblick…',
  tr: 'Bir saniye…',
  'zh-Hans': '请稍候…',
  'zh-Hant': '請稍候…',
};

/** Gives each button the attributes of a popover of its own. */
export class WaitForScript {
  #count = 0;

  /** @param name sets the popovers of one view apart from those of another in the same tree */
  constructor(private readonly name = 'wait') {}

  readonly next = (): string =>
    `popovertarget="${this.name}-${++this.#count}" popovertargetaction="show"`;

  /** The popovers of all buttons so far. */
  render(language: LanguageCode): string {
    const ids = Array.from({ length: this.#count }, (_, at) => `${this.name}-${at + 1}`);
    return ids
      .map((id) => `<div id="${id}" popover role="status">${oneMoment[language]}</div>`)
      .join('');
  }
}
