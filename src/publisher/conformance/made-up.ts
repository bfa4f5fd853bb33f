/** Values that no operator has given out, of the form of those that it has. */

const classes = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
/** Letters and digits at the end of a text that are replaced: enough to be nobody's. */
const MAX_CHANGED = 16;

/** Another character of the same kind; undefined for a sign. */
function anotherCharacter(character: string): string | undefined {
  const kind = classes.find((characters) => characters.includes(character));
  if (kind === undefined) return undefined;
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  const others = kind.replace(character, '');
  return others[random % others.length];
}

/** The text with other letters and digits at its end, so that its form is the same. */
export function another(text: string): string {
  const characters = Array.from(text);
  let changed = 0;
  for (let at = characters.length - 1; at >= 0 && changed < MAX_CHANGED; at--) {
    const other = anotherCharacter(characters[at] ?? '');
    if (other === undefined) continue;
    characters[at] = other;
    changed++;
  }
  return changed > 0 ? characters.join('') : `${text}-0`;
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
