/** Makes folders, in one way that ends wherever it is asked to. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, with those above it, unless it is there. Node's `recursive` never ends below `/proc`,
 * where nothing can be made.
 * @param mode of each folder that is made
 * @throws {Error} of Node, if it cannot be made
 */
export function makeFolder(path: string, mode?: number): Promise<void> {
  const folder = resolve(path);
  return make(folder, mode, dirname(folder));
}

async function make(path: string, mode: number | undefined, above: string): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && above !== path) {
      await make(above, mode, dirname(above));
      // Only once: nothing more can be done above it.
      return make(path, mode, path);
    }
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}
