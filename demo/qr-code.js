// @ts-check
/** A QR code for the terminal. */
import { styleText } from 'node:util';
import { renderUnicodeCompact } from 'uqr';

/**
 * @param {string} text
 * @returns {string} Lines of half blocks, light on dark whatever the terminal's colours are: the
 * blocks are the code's light modules.
 */
export function qrCode(text) {
  return renderUnicodeCompact(text, { border: 2 })
    .split('\n')
    .map((line) => `  ${styleText(['bgBlack', 'whiteBright'], line)}`)
    .join('\n');
}
