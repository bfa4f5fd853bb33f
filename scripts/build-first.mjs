/** Builds before tests that run on what is built, when they are started by hand. */
import { ensureBuild } from './setup.mjs';

export function setup() {
  ensureBuild();
}
