/** Finds files that hold something other than a feed. One that cannot be read now may come back, and is no mistake. */
import { open } from 'node:fs/promises';
import { decodeFeed } from '../../podcast/xml/decode.js';

/** Declarations and comments before the root of a feed are shorter. */
const HEAD_BYTES = 64 * 1024;
/** RSS, RSS 1.0, and feeds that leave out their root. */
const ROOT = /<(?:rss|rdf:rdf|channel)[\s>]/i;

/** Whether a file can be read, and is not RSS. */
export async function isOtherThanFeed(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES));
      return !ROOT.test(decodeFeed(buffer.subarray(0, bytesRead)));
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
