/** Printing what other people have chosen, such as e-mail addresses, without harm to the terminal. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Characters that move the cursor, turn the direction of writing, or cannot be seen. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (control: string) => `\\u{${Number(control.codePointAt(0)).toString(16)}}`;

/** The text with its controls written out, such as `\u{202e}`. */
export const printable = (text: string): string => text.replace(CONTROLS, escaped);

/** The same for a text of several lines. */
export const printableText = (text: string): string =>
  text.replace(CONTROLS, (control) => (/[\r\n]/.test(control) ? control : escaped(control)));

/** Prints lines as fast as they are taken. A reader that has seen enough, such as `head`, is no error. */
export async function printLines(lines: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(lines), process.stdout, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

async function* linesFor(terminal: boolean, text: AsyncIterable<string>) {
  for await (const chunk of text) yield terminal ? printableText(chunk) : chunk;
}

/** Prints a file as it is, but for the controls if it goes to a terminal. */
export function printText(body: NonNullable<Response['body']>): Promise<void> {
  return printLines(linesFor(process.stdout.isTTY, body.pipeThrough(new TextDecoderStream())));
}

/** Says in a line what a command did. */
export const say = (text: string): void => void process.stdout.write(`${printable(text)}\n`);
