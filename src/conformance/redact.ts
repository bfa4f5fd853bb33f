/**
 * Keeps secrets out of a report. What an operator says is never quoted, because it may repeat what
 * was sent in any encoding. It is described by its shape. Only numbers of a few digits and the words of
 * protocols that are listed here are shown, such as "bearer" in place of "Bearer".
 */

/** A shorter text would be found everywhere: a secret, … */
const MIN_SECRET_LENGTH = 4;
/** … and an encoded form of one. */
const MIN_FORM_LENGTH = 6;
/** In lower case: types of tokens and items, kinds of purchases, media types, referrer policies. */
const WORDS = new Set(
  `bearer mac dpop feed url rss atom html own lease recurring gift true false null none service
  application/json application/problem+json application/rss+xml application/atom+xml application/xml
  application/octet-stream application/xhtml+xml application/x-www-form-urlencoded
  text/html text/xml text/plain text/javascript text/css text/csv text/json
  audio/mpeg audio/mp4 audio/x-m4a audio/aac audio/ogg audio/wav audio/flac video/mp4 video/webm
  video/quicktime image/jpeg image/png image/svg+xml
  no-referrer origin same-origin strict-origin unsafe-url no-referrer-when-downgrade
  origin-when-cross-origin strict-origin-when-cross-origin
  cs da de en es fi fr it nb nl no pl pt sv`.split(/\s+/),
);
const MAX_SHOWN_NUMBER = 9_999_999;

/** Base64 of a text and of its two shifts by a byte: the part that does not depend on what is around it. */
function base64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((shift) => {
    const shifted = [...new Uint8Array(shift), ...bytes];
    const text = btoa(String.fromCharCode(...shifted));
    const inner = text.slice(shift && shift + 1, Math.floor((shifted.length * 8) / 6));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A text in JSON, also as PHP writes it: with escapes for slashes and for letters beyond ASCII. */
function jsonForms(secret: string): string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const ascii = plain.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [plain, ascii].flatMap((form) => [form, form.replaceAll('/', '\\/')]);
}

/** How an answer may hold a text, in lower case. */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const escaped = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const bytes = [...new TextEncoder().encode(secret)];
  return [
    ...[secret, encoded, encodeURIComponent(encoded), encoded.replaceAll('%20', '+'), escaped],
    ...jsonForms(secret),
    ...[bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')],
    ...base64Forms(secret),
    ...[Array.from(secret).toReversed().join('')],
  ]
    .filter((form) => form === secret || form.length >= MIN_FORM_LENGTH)
    .map((form) => form.toLowerCase());
}

export interface Redactor {
  /** Remembers a secret. */
  learn: (secret: unknown) => void;
  /** Remembers what no answer is quoted with, but what may be a word of ours: a user name "member". */
  learnName: (name: unknown) => void;
  /** A value of an answer as a report may show it. */
  show: (value: unknown) => string;
  /** A line of ours, without any secret that found its way into it. */
  clean: (line: string) => string;
}

/** Whether a text holds one secret, as it is or encoded. Case makes no difference. */
export function holds(text: string, secret: string): boolean {
  if (secret.length < MIN_SECRET_LENGTH) return false;
  const folded = text.toLowerCase();
  return formsOf(secret).some((form) => folded.includes(form));
}

export function createRedactor(): Redactor {
  const secrets = new Map<string, string[]>();
  const names = new Map<string, string[]>();
  const remember = (known: Map<string, string[]>) => (text: unknown) => {
    if (typeof text !== 'string' || text.length < MIN_SECRET_LENGTH || known.has(text)) return;
    known.set(text, formsOf(text));
  };
  const isIn = (known: Map<string, string[]>, text: string) => {
    const folded = text.toLowerCase();
    return [...known.values()].some((forms) => forms.some((form) => folded.includes(form)));
  };
  const showText = (text: string) => {
    if (text === '') return 'an empty text';
    const isWord = WORDS.has(text.toLowerCase());
    const isShown = isWord && !isIn(secrets, text) && !isIn(names, text);
    return isShown ? `"${text}"` : `a text of ${text.length} characters`;
  };
  return {
    learn: remember(secrets),
    learnName: remember(names),
    show(value) {
      if (value === undefined) return 'nothing';
      if (value === null || typeof value === 'boolean') return String(value);
      if (typeof value === 'number') {
        const isShown = Number.isInteger(value) && Math.abs(value) <= MAX_SHOWN_NUMBER;
        return isShown ? String(value) : 'a number';
      }
      if (typeof value === 'string') return showText(value);
      return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
    },
    clean: (line) =>
      isIn(secrets, line) ? 'What was seen is not shown: it holds a secret.' : line,
  };
}
