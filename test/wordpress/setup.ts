/** Starts one WordPress for all tests of this folder, where the machine can have it. */
import type { TestProject } from 'vitest/node';
import { ensureDependencies } from '../../scripts/setup.mjs';
import { ensureWordPress } from './debian.js';
import { startWordPress, type WordPressFacts } from './wordpress.js';

declare module 'vitest' {
  interface ProvidedContext {
    wordPress: WordPressFacts | undefined;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  ensureDependencies('test/wordpress');
  const files = ensureWordPress();
  if (!files) {
    console.warn(
      'WordPress, MariaDB and PHP are neither installed nor could be: nothing is tried.',
    );
    project.provide('wordPress', undefined);
    return undefined;
  }
  const wordPress = await startWordPress(files);
  const { url, folder } = wordPress;
  project.provide('wordPress', { url, folder });
  return () => wordPress.stop();
}
