/** Starts one WordPress for all tests of a part, where the machine can have it. */
import type { TestProject } from 'vitest/node';
import { ensureDependencies } from '../../scripts/setup.mjs';
import { ensureWordPress } from './debian.js';
import { versions } from './versions.js';
import { startWordPress, type WordPressFacts } from './wordpress.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The WordPress, or the reason why there is none. */
    wordPress: WordPressFacts | string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  ensureDependencies('test/wordpress');
  const version = versions[project.name];
  if (!version) throw new Error(`test/wordpress/versions.ts has no row for ${project.name}.`);
  const programs = ensureWordPress(version);
  if (typeof programs === 'string') {
    console.warn(`Nothing is tried: ${programs}.`);
    project.provide('wordPress', programs);
    return undefined;
  }
  const { stop, ...facts } = await startWordPress(programs, version);
  project.provide('wordPress', facts);
  return stop;
}
