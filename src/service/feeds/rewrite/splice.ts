/** Edits parts of a text and leaves every other character unchanged. */

/** Replaces the characters from `start` up to, but not including, `end`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Applies the edits. Where two overlap, the first one counts. */
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
