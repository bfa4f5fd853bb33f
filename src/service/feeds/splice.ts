/** Changes in places of a text that stays as it is everywhere else, byte for byte. */

/** What takes the place of the characters from `start` to before `end`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The text with its changes; of two that overlap, the first is made. */
export function splice(text: string, edits: Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits.sort((one, other) => one.start - other.start)) {
    if (edit.start < at) continue;
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return pieces.join('') + text.slice(at);
}
