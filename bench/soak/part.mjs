/** A program of the soak, which faults end and start again with the same ports and folders. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How long a program may take until it stands, on a machine that is busy. */
const MAX_START_MS = 60_000;
const PAUSE_MS = 100;

/** @typedef {ReturnType<typeof createPart>} Part */

/** Whether something listens on a port of this machine. @param {number} port */
export function listens(port) {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.setTimeout(1000, () => resolve(false));
  }).finally(() => socket.destroy());
}

/** Kills a process and all that it started. @param {number} pid */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * @param {object} program
 * @param {string} program.name
 * @param {string} program.command @param {readonly string[]} program.args
 * @param {import('node:child_process').SpawnOptions} program.options `detached`: it is ended with its own processes
 * @param {string} program.log the file for what it prints
 * @param {() => Promise<unknown>} program.isReady
 * @param {boolean} [program.hasChannel] whether it is a Node program that its parent talks to
 * @param {(name: string, how: string) => void} program.onDeath called when it ends though nobody ended it
 */
export function createPart({
  name,
  command,
  args,
  options,
  log,
  isReady,
  hasChannel = false,
  onDeath,
}) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let running;
  let isWanted = false;
  /** @type {Promise<number | null>} the exit code */
  let ended = Promise.resolve(null);

  function launch() {
    const file = openSync(log, 'a');
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', file, file, ...(hasChannel ? [/** @type {const} */ ('ipc')] : [])],
    });
    running = child;
    ended = once(child, 'exit').then(([code, signal]) => {
      running = undefined;
      if (isWanted && isStanding) {
        isStanding = false;
        onDeath(name, signal ?? `exit code ${code}`);
        // As systemd does.
        void start().catch(() => undefined);
      }
      return code;
    });
    // A message to a program that is being killed finds no reader.
    child.on('error', () => undefined);
  }
  let isStanding = false;

  /** Starts it, again and again like systemd if it ends at once, until it stands. */
  async function start() {
    isWanted = true;
    const end = performance.now() + MAX_START_MS;
    while (isWanted && !isStanding) {
      if (!running) launch();
      if (performance.now() > end) throw new Error(`${name} does not start: see ${log}`);
      await setTimeout(PAUSE_MS);
      if (running && (await isReady().catch(() => false)) && running) isStanding = true;
    }
  }

  return {
    name,
    start,
    pid: () => running?.pid,
    isStanding: () => isStanding,
    /** Ends it, and waits until it has ended. @param {NodeJS.Signals} [signal] @returns the exit code */
    async stop(signal = 'SIGKILL') {
      isWanted = false;
      isStanding = false;
      const child = running;
      if (options.detached && child?.pid && signal === 'SIGKILL') killGroup(child.pid);
      else child?.kill(signal);
      return ended;
    },
    /** @param {NodeJS.Signals} signal */
    signal: (signal) => running?.kill(signal),
    /** Tells it something, and waits a second for its answer. @param {object} message */
    async tell(message) {
      const child = running;
      if (!child?.connected) return undefined;
      const signal = AbortSignal.timeout(5_000);
      child.send(message, () => undefined);
      return once(child, 'message', { signal }).then(
        ([answer]) => answer,
        () => undefined,
      );
    },
  };
}
