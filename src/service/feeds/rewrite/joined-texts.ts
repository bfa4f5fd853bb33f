/** Texts as readers of a feed see them: that of one element may be in pieces, plain and as CDATA, with comments between. */
import { isText, type Text, type Token } from './feed-tokens.js';
import type { Edit } from './splice.js';

/** The texts of a feed, each in its pieces. */
export function joinedTexts(tokens: readonly Token[]): Text[][] {
  const joined: Text[][] = [];
  let last: Text[] | undefined;
  for (const token of tokens) {
    if (!isText(token)) last = undefined;
    else if (token.kind === 'text' || token.kind === 'cdata') {
      if (last) last.push(token);
      else joined.push((last = [token]));
    } else joined.push([token]);
  }
  return joined;
}

/** Changes a text in its pieces. @param edits in order, without overlap, with offsets in the whole */
export function editText(pieces: readonly Text[], edits: readonly Edit[]): void {
  let from = 0;
  let next = 0;
  for (const piece of pieces) {
    const whole = piece.text;
    const to = from + whole.length;
    let text = '';
    let done = from;
    for (let edit = edits[next]; edit && edit.start < to; edit = edits[next]) {
      text += whole.slice(done - from, Math.max(edit.start, from) - from);
      if (edit.start >= from) text += edit.text;
      done = Math.min(edit.end, to);
      if (edit.end > to) break;
      next += 1;
    }
    piece.text = text + whole.slice(done - from);
    from = to;
  }
}
