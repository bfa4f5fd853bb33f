/** Vitest calls this before the tests on the sources: it installs other people's lists and tools, once. */
import { ensureDependencies } from '../../scripts/setup.mjs';

export function setup(): void {
  for (const folder of ['test/foreign-lists', 'test/tools']) ensureDependencies(folder);
}
