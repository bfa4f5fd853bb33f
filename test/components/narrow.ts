/** The element on the narrowest phone, in the languages that need most room. */
import type { PlayerTexts, PrivatePodcastSubscribe, Texts } from '../../src/index.js';
import { en } from '../../src/components/language/texts/en.js';
import { enPlayer } from '../../src/components/language/texts/player/en.js';
import { loadPlayerTexts } from '../../src/components/language/texts/player/player-texts.js';
import { loadTexts } from '../../src/components/language/texts/language-table.js';
import { has, one, root, settled } from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';

/** WCAG 2.2, 1.4.10: no second scroll axis on the narrowest phone. */
const NARROWEST = '320px';

/** Every word 40 % longer, as German or Finnish can be; placeholders stay as they are. */
const longer = (text: string): string =>
  text.replace(/\{\w+\}|[\p{L}’-]+/gu, (word) =>
    word.startsWith('{') ? word : word + 'ö'.repeat(Math.ceil(word.length * 0.4)),
  );

const longerTexts = Object.fromEntries(
  Object.entries({ ...en, ...enPlayer }).map(([name, text]) => [
    name,
    typeof text === 'string'
      ? longer(text)
      : Object.fromEntries(Object.entries(text).map(([form, said]) => [form, longer(said)])),
  ]),
) as unknown as Texts & PlayerTexts;

/** What reaches past the end of a line of the element, or of its sheet: the page would scroll sideways. */
export function beyond(element: PrivatePodcastSubscribe): string[] {
  const frame = one(element, 'dialog') ?? root(element);
  const { left, right } = frame.getBoundingClientRect();
  const isRtl = root(element).dir === 'rtl';
  const isBeyond = (box: DOMRect) =>
    box.width > 0 && (isRtl ? box.left < left - 0.5 : box.right > right + 0.5);
  const past = [...frame.querySelectorAll(':not(.status, .status *, option)')].filter((part) =>
    isBeyond(part.getBoundingClientRect()),
  );
  const found = past.map((part) => part.outerHTML.slice(0, 60));
  const isWide = frame.scrollWidth > frame.clientWidth;
  return isWide ? [...found, `it is ${frame.scrollWidth} px wide within`] : found;
}

/** What does not fit there in any of them. */
export async function lostWhereNarrow(element: PrivatePodcastSubscribe): Promise<string[]> {
  if (!has(element, '.root')) return [];
  const { locale, texts } = element;
  const faults: string[] = [];
  element.style.inlineSize = NARROWEST;
  const dialog = one(element, 'dialog');
  if (dialog) dialog.style.width = NARROWEST;
  for (const [name, speaks, size] of [
    // WCAG 2.2, 1.4.4: twice the size, here together with the narrowest phone.
    ['English at 200 %', { locale: 'en' }, '32px'],
    ['words 40 % longer', { locale: 'en', texts: longerTexts }, '16px'],
    ['Arabic', { locale: 'ar' }, '16px'],
    ['Finnish', { locale: 'fi' }, '16px'],
  ] as const) {
    Object.assign(element, { texts: undefined, ...speaks });
    element.style.fontSize = size;
    await Promise.all([loadTexts(speaks.locale), loadPlayerTexts(speaks.locale)]);
    await waitUntil(() => root(element).lang === speaks.locale, name);
    await settled(element);
    for (const fault of beyond(element).slice(0, 3)) faults.push(`${name}: ${fault}`);
  }
  Object.assign(element, { locale, texts });
  element.style.fontSize = '';
  return faults;
}
