/** Tells a file that is no feed from one that cannot be read now: only the first is a mistake in the catalogue. */
import { open } from 'node:fs/promises';
import { decodeFeed } from '../../podcast/xml/decode.js';

/** What stands before the root of a feed (declarations, comments) is shorter. */
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
