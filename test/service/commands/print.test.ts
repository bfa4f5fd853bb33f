/** What other people have chosen reaches a terminal without what would control it. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { printable, printText } from '../../../src/service/commands/print.js';

/** ESC, CSI, DEL, BEL, a turn of direction, a line separator, a soft hyphen, a tag. */
const controls = [
  '\u001b',
  '\u009b',
  '\u007f',
  '\u0007',
  '\u202e',
  '\u2028',
  '\u00ad',
  '\u{e0041}',
];
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe('printable', () => {
  it.each([...controls, '\n', '\r', '\t'])('writes %j out', (control) => {
    const found = printable(`a${control}31m`);
    expect(found).toMatch(/^a\\u\{[\da-f]+\}31m$/);
    expect(found).not.toMatch(CONTROL);
  });
});

describe('printText', () => {
  const file = 'email\r\n"\u202e\u009b31m"@example.org\r\n';
  const printed = async (isTTY: boolean | undefined) => {
    const output = Object.assign(new PassThrough(), { isTTY });
    await printText(new Response(file).body!, output);
    return text(output.end());
  };

  it('writes controls out for a terminal', async () => {
    expect(await printed(true)).toBe('email\r\n"\\u{202e}\\u{9b}31m"@example.org\r\n');
  });

  it.each([false, undefined])(
    'changes nothing for a file or a program: isTTY %s',
    async (isTTY) => {
      expect(await printed(isTTY)).toBe(file);
    },
  );
});
