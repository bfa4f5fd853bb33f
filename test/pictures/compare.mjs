/** Pictures as they are kept, with few colours, and how one differs from another. */
import { crc32, deflateSync } from 'node:zlib';
import { ensureDependencies } from '../../scripts/setup.mjs';

/**
 * @typedef {{ width: number, height: number, data: Buffer }} Pixels four bytes each: red, green, blue, alpha
 *
 * @typedef {object} Packages without types of their own until they are installed
 * @property {{ sync: { read: (png: Buffer) => Pixels, write: (pixels: Pixels) => Buffer } }} PNG
 * @property {(one: Buffer, other: Buffer, out: Buffer | undefined, width: number, height: number, options: object) => number} pixelmatch
 */

ensureDependencies('test/pictures');
const names = ['pngjs', 'pixelmatch'];
const [{ PNG }, { default: pixelmatch }] =
  /** @type {[Packages, { default: Packages['pixelmatch'] }]} */ (
    await Promise.all(names.map((name) => import(/* @vite-ignore */ name)))
  );

/** How far two colours may be apart, of 1; pixelmatch's own default is 0.1. */
const THRESHOLD = 0.05;

/** Side of the squares in which different pixels are counted: a moved line is in few of them. */
const SQUARE = 32;

/**
 * As many pixels of a square may differ. A line that moves by one pixel changes 47 or more; Chromium 150
 * draws every picture as Chromium 156 does.
 */
const MOST_PIXELS = 8;

/**
 * A picture with few colours: 16 steps of red, green and blue, or 8 if these are more than a palette
 * holds. So it is kept in a third of the bytes.
 * @param {Buffer} png
 * @returns {Pixels & { palette: Map<number, number> }} the palette: colour to index
 */
export function readWithFewColours(png, step = 17) {
  const { width, height, data } = PNG.sync.read(png);
  const steps = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.min(255, Math.round(value / step) * step),
  );
  /** @type {Map<number, number>} */
  const palette = new Map();
  for (let at = 0, last = -1; at < data.length; at += 4) {
    for (let part = at; part < at + 3; part++) data[part] = steps[data[part] ?? 0] ?? 0;
    const colour = data.readUIntBE(at, 3);
    if (colour !== last && !palette.has(colour)) palette.set(colour, palette.size);
    last = colour;
  }
  return palette.size > 256 ? readWithFewColours(png, 36) : { width, height, data, palette };
}

/**
 * A chunk of a PNG (ISO/IEC 15948, section 5.3).
 * @param {string} type @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/**
 * The picture as it is kept: a PNG with a palette, which pngjs reads but does not write.
 * @param {Buffer} png
 */
export function reduced(png) {
  const { width, height, data, palette } = readWithFewColours(png);
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0, to = 0; at < data.length; at += 4) {
    // Each row begins with the number of its filter: none.
    if ((at / 4) % width === 0) to++;
    rows[to++] = palette.get(data.readUIntBE(at, 3)) ?? 0;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const colours = [...palette.keys()].flatMap((colour) => [
    colour >> 16,
    (colour >> 8) & 255,
    colour & 255,
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours)),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * How a picture differs from the one that is kept; undefined if it does not. Anti-aliasing does not count.
 * @param {Buffer} kept PNG
 * @param {Buffer} taken PNG
 * @returns {{ what: string, picture: Buffer } | undefined} in words, and a PNG that marks the pixels
 */
export function difference(kept, taken) {
  const { width, height, data } = readWithFewColours(kept);
  const other = readWithFewColours(taken);
  if (width !== other.width || height !== other.height) {
    const what = `${other.width} × ${other.height} pixels in place of ${width} × ${height}`;
    return { what, picture: taken };
  }
  if (data.equals(other.data)) return undefined;
  const marks = Buffer.alloc(width * height * 4);
  const options = { threshold: THRESHOLD, diffMask: true, aaColor: [0, 0, 0] };
  const pixels = pixelmatch(data, other.data, marks, width, height, options);
  /** @type {Map<string, number>} */
  const squares = new Map();
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (marks[pixel * 4] !== 255) continue;
    const at = `${Math.floor((pixel % width) / SQUARE)} ${Math.floor(pixel / width / SQUARE)}`;
    squares.set(at, (squares.get(at) ?? 0) + 1);
  }
  if (Math.max(0, ...squares.values()) <= MOST_PIXELS) return undefined;
  const what = `${pixels} pixels in ${squares.size} places`;
  return { what, picture: PNG.sync.write({ width, height, data: marks }) };
}
