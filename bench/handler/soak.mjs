/**
 * The subscribe handler under mixed load while its operator and cache fail in turn. Handler, operator
 * and clients have a process each.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { createAsk, createPhases, createTally, cycleFaults, quiet, runClients } from '../soak.mjs';
import { printVerdict } from '../soak-report.mjs';
import { faults } from './faults.mjs';
import { createActs, kinds, secret } from './members.mjs';

const PHASE_SECONDS = 10;
const SAMPLE_SECONDS = 5;
/** Milliseconds between two things that a client does. */
const PAUSE_MS = 50;
/** The handler's own deadline is 8 s: by then it has left every call to the operator. */
const MAX_OPEN_CALLS_MS = 10_000;

/** @typedef {Awaited<ReturnType<typeof start>>} Process */

/** @param {string} file @param {Record<string, string>} [env] */
async function start(file, env) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...env },
  });
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const answer = async () => (await once(child, 'message', { signal: ended.signal }))[0];
  const { url } = await answer();
  return {
    url: String(url),
    /** Tells the process something; rejects if it has ended. @param {object} message */
    tell(message) {
      child.send(message);
      return answer();
    },
    stop: () => child.connected && child.disconnect(),
  };
}

/** Waits until the handler has left every call to the operator. @param {Process} operator */
async function openCalls(operator) {
  const end = performance.now() + MAX_OPEN_CALLS_MS;
  for (;;) {
    const { open } = await operator.tell({});
    if (open === 0 || performance.now() > end) return Number(open);
    await setTimeout(200);
  }
}

/**
 * @param {number} minutes @param {number} clients
 * @returns whether everything was right, or explained by a fault
 */
export async function soakHandler(minutes, clients) {
  const operator = await start('./operator.mjs');
  const handler = await start('./handler-process.mjs', {
    OPERATOR_URL: operator.url,
    SUBSCRIBE_SECRET: secret,
  });
  const phases = createPhases(faults);
  const tally = createTally(kinds, phases);
  const agent = new Agent({ connections: clients * 2 });
  const ask = createAsk(tally, phases, agent);
  const begun = performance.now();
  const end = begun + minutes * 60_000;
  const names = Object.keys(faults);
  // In a short run too, each fault has its turn.
  const seconds = Math.min(PHASE_SECONDS, (minutes * 60) / (2 * names.length));
  /** @type {import('../soak-report.mjs').MemorySample[]} */
  const memory = [];
  const sample = async () => {
    while (performance.now() < end) {
      await setTimeout(SAMPLE_SECONDS * 1000);
      const { rss, heapUsed } = await handler.tell({});
      const minute = (performance.now() - begun) / 60_000;
      memory.push({ minute, rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 });
    }
  };
  console.log(
    `${minutes} minutes, ${clients} clients, ${names.length} faults for ${seconds.toFixed(1)} s each`,
  );
  try {
    await Promise.all([
      runClients({
        clients,
        isOver: () => performance.now() > end,
        pause: PAUSE_MS,
        acts: await createActs(ask, handler.url),
      }),
      cycleFaults({
        names,
        end,
        seconds,
        phases,
        set: (name) => operator.tell({ fault: name === quiet ? '' : name }),
      }),
      sample(),
    ]);
    const open = await openCalls(operator);
    const failures = open > 0 ? [`${open} calls to the operator were never left.`] : [];
    const { observations, unexplained } = tally;
    return printVerdict({ observations, unexplained, memory, kinds: Object.keys(kinds), failures });
  } finally {
    await agent.destroy();
    handler.stop();
    operator.stop();
  }
}
