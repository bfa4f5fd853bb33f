/** Finds a secret in what a server says, in the writings that servers repeat one in. */

/** A shorter text would be found everywhere: a secret, … */
const MIN_SECRET_LENGTH = 4;
/** … and a piece of its Base64. */
const MIN_PIECE_LENGTH = 6;

/** Base64 of a text and of its two shifts by a byte: the part that does not depend on what is around it. */
function base64Of(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2]
    .map((shift) => {
      const shifted = [...new Uint8Array(shift), ...bytes];
      const text = btoa(String.fromCharCode(...shifted));
      return text.slice(shift && shift + 1, Math.floor((shifted.length * 8) / 6));
    })
    .filter((piece) => piece.length >= MIN_PIECE_LENGTH);
}

/** The secret itself, percent-encoded, in JSON and in HTML, and in Base64 with either alphabet. */
function writingsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = base64Of(secret);
  return [
    ...[secret, encoded, encodeURIComponent(encoded), encoded.replaceAll('%20', '+')],
    ...[json, json.replaceAll('/', '\\/'), secret.replaceAll('&', '&amp;')],
    ...[...base64, ...base64.map((piece) => piece.replaceAll('+', '-').replaceAll('/', '_'))],
  ];
}

/** Whether a text holds a secret in one of its writings. Case makes no difference. */
export function holds(text: string, secret: string): boolean {
  if (secret.length < MIN_SECRET_LENGTH) return false;
  const folded = text.toLowerCase();
  return writingsOf(secret).some((writing) => folded.includes(writing.toLowerCase()));
}
