/** Vitest calls this before the tests: laws draw their cases by the seed that orders the tests. */
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `--sequence.seed=N` gives, or else one that Vitest drew and printed. */
    seed: number;
  }
}

export function setup(project: TestProject): void {
  project.provide('seed', project.config.sequence.seed);
}
