/** Writing a file of secrets, such as a backup. */
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { reasonOf } from '../failures/failure-code.js';
import { randomId } from '../crypto/secrets.js';

/**
 * Writes a file that only its owner may read; it has its name once it is complete. Until then its name
 * is one that nobody could have made a file or a link of before, and if someone has, it is not written.
 * @throws {PrivatePodcastError} `config`, or what `lines` threw. It leaves nothing.
 */
export async function writePrivateFile(
  path: string,
  lines: AsyncIterable<string>,
  makeName = randomId,
): Promise<void> {
  const partial = `${path}.${makeName()}.partial`;
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      await writeFile(file, lines);
      await file.sync();
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof PrivatePodcastError) throw cause;
    const message = `The backup cannot be written to ${path}${reasonOf(cause)}.`;
    throw new PrivatePodcastError('config', message, { cause });
  }
}
