/** A member's gPodder during a soak: Debian's `gpo`, which looks for new episodes now and then. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onPath } from '../../scripts/browsers.mjs';

const PAUSE_MS = 15_000;
const run = promisify(execFile);

/**
 * @param {object} options
 * @param {string} options.folder with the authority that it trusts
 * @param {ReturnType<typeof import('./mixed-load.mjs').createTally>} options.tally
 * @param {string} options.feedUrl
 * @param {() => boolean} options.isOver @param {AbortSignal} options.interrupted
 */
export async function runGpodder({ folder, tally, feedUrl, isOver, interrupted }) {
  if (!onPath(['gpo'])) return;
  const env = {
    ...process.env,
    HOME: folder,
    GPODDER_HOME: join(folder, 'gpodder'),
    REQUESTS_CA_BUNDLE: join(folder, 'ca.pem'),
    LC_ALL: 'C.UTF-8',
    NO_COLOR: '1',
    TERM: 'dumb',
  };
  /** Its output names the feed's URL, so it is only searched. @param {string} command @param {string} sign of success */
  const gpo = async (command, sign) => {
    const from = performance.now();
    const isDone = await run('gpo', [command, feedUrl], { env, timeout: 60_000 }).then(
      ({ stdout }) => stdout.includes(sign),
      () => false,
    );
    tally.record('gPodder', isDone ? 'done' : 'failed', from);
    return isDone;
  };
  let isSubscribed = false;
  while (!isOver()) {
    if (isSubscribed) await gpo('update', '[DONE]');
    else isSubscribed = await gpo('subscribe', 'Successfully added');
    await setTimeout(PAUSE_MS, undefined, { signal: interrupted }).catch(() => undefined);
  }
}
