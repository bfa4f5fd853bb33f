/** Values that no operator has given out, of the form of those that it has. */

const classes = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
/** Letters and digits at the end of a text that are replaced … */
const MAX_CHANGED = 16;
/** … and those that there must be at least: "95" in the place of "12" may be somebody's. */
const MIN_CHANGED = 12;
/** Digits of a number: a database can look it up, and counts as far as this in no table of IDs. */
const NUMBER_LENGTH = 9;

const oneOf = (characters: string): string => {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  return characters[random % characters.length] ?? '';
};

/** Another character of the same kind; undefined for a sign. */
function anotherCharacter(character: string): string | undefined {
  const kind = classes.find((characters) => characters.includes(character));
  return kind && oneOf(kind.replace(character, ''));
}

/** A number that is larger than those that are given out. */
const largeNumber = (): string =>
  oneOf('123456789') +
  Array.from({ length: NUMBER_LENGTH - 1 }, () => oneOf('0123456789')).join('');

/** The text with other letters and digits at its end, so that its form is the same. A short one gets longer. */
export function another(text: string): string {
  if (/^\d+$/.test(text) && text.length < NUMBER_LENGTH) return largeNumber();
  const characters = Array.from(text);
  let changed = 0;
  for (let at = characters.length - 1; at >= 0 && changed < MAX_CHANGED; at--) {
    const other = anotherCharacter(characters[at] ?? '');
    if (other === undefined) continue;
    characters[at] = other;
    changed++;
  }
  const last = characters.at(-1) ?? '';
  const kind = classes.find((kind) => kind.includes(last)) ?? '0123456789';
  for (; changed < MIN_CHANGED; changed++) characters.push(oneOf(kind));
  return characters.join('');
}

/** The text with another character in the middle of its last part: of a JWT, in its signature. */
export function withOneChange(text: string): string {
  const from = text.lastIndexOf('.') + 1;
  for (let at = from + Math.floor((text.length - from) / 2); at < text.length; at++) {
    const other = anotherCharacter(text[at] ?? '');
    if (other !== undefined) return text.slice(0, at) + other + text.slice(at + 1);
  }
  return `${text}0`;
}
