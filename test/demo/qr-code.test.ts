/** The code in the terminal is one that a phone's camera reads. */
import { stripVTControlCharacters } from 'node:util';
import jsQr from 'jsqr';
import { expect, it } from 'vitest';
import { qrCode } from '../../demo/qr-code.js';

/** Pixels for each module. */
const SCALE = 4;

/** The picture that a camera sees: half blocks are light, the terminal behind them is dark. */
function pixelsOf(code: string) {
  const lines = stripVTControlCharacters(code).split('\n');
  const rows = lines
    .map((line) => Array.from(line.slice(2)))
    .flatMap((blocks) => ['█▀', '█▄'].map((light) => blocks.map((block) => light.includes(block))));
  const width = rows[0]!.length * SCALE;
  const height = rows.length * SCALE;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isLight = rows[Math.floor(y / SCALE)]![Math.floor(x / SCALE)];
      data.fill(isLight ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { data, width, height };
}

it.each(['https://192.168.1.20:8080', 'https://[fd00::7]:34879'])('qrCode holds %s', (url) => {
  const { data, width, height } = pixelsOf(qrCode(url));
  expect(jsQr(data, width, height, { inversionAttempts: 'dontInvert' })?.data).toBe(url);
});
