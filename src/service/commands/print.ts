/** Printing what other people have chosen, such as e-mail addresses, without harm to the terminal. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Characters that move the cursor, turn the direction of writing, or cannot be seen. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The same but for the ends of lines. A lone CR would let what follows overwrite its line. */
const CONTROLS_IN_LINES = /(?!\n|\r(?:\n|$))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (control: string) => `\\u{${Number(control.codePointAt(0)).toString(16)}}`;

const unitEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** As JSON writes it. */
const jsonEscaped = (control: string) => control.split('').map(unitEscape).join('');

/** The text with its controls written out, such as `\u{202e}`. */
export const printable = (text: string): string => text.replace(CONTROLS, escaped);

/** The same for a text of several lines. */
export const printableText = (text: string): string => text.replace(CONTROLS_IN_LINES, escaped);

/**
 * A value as JSON of several lines, with the controls of its texts as escapes, so that a program reads the
 * same texts. `JSON.stringify` leaves most controls as they are.
 */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(CONTROLS_IN_LINES, jsonEscaped);

/** Where a command prints: a terminal, a file, or another program. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean | undefined };

/** Prints lines as fast as they are taken. A reader that has seen enough, such as `head`, is no error. */
export async function printLines(
  lines: AsyncIterable<string>,
  output: Output = process.stdout,
): Promise<void> {
  try {
    await pipeline(Readable.from(lines), output, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

async function* textFor({ isTTY }: Output, text: AsyncIterable<string>) {
  for await (const chunk of text) yield isTTY ? printableText(chunk) : chunk;
}

/** Prints a file as it is, but for the controls if it goes to a terminal. */
export function printText(
  body: NonNullable<Response['body']>,
  output: Output = process.stdout,
): Promise<void> {
  return printLines(textFor(output, body.pipeThrough(new TextDecoderStream())), output);
}

/** Says in a line what a command did. */
export const say = (text: string): void => void process.stdout.write(`${printable(text)}\n`);
