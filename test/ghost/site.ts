/** The suites of this folder: each has a Ghost site of its own, or says why it has none. */
import { afterAll, beforeAll, describe } from 'vitest';
import { startGhost, type Ghost } from './ghost.js';
import { ensureGhost } from './install.js';

const files = ensureGhost();

/** A suite that runs where Ghost can be had. */
export function describeWithGhost(name: string, suite: (ghost: () => Ghost) => void): void {
  if (typeof files === 'string') {
    describe.skip(`${name} (skipped: ${files})`, () => suite(() => undefined as never));
    return;
  }
  describe(name, () => {
    let ghost: Ghost;
    beforeAll(async () => {
      ghost = await startGhost(files);
    });
    afterAll(() => ghost.stop());
    suite(() => ghost);
  });
}
