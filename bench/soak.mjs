/**
 * `npm run soak`: a day of trouble in an hour. Two service processes on one Postgres behind nginx, a publisher's
 * handler with Redis, members, apps, an operator and hostile traffic, all at once, while one part after the
 * other fails. It ends with a report: what was lost, who got what is not theirs, what grew, how long each
 * recovery took. The exit code is 0 if all is well, 1 if not, 2 if it cannot run, 130 if it was interrupted.
 *
 *   npm run soak -- [--minutes 60] [--clients 12]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { root } from '../scripts/setup.mjs';
import { createCalls, fetchToken } from './soak/calls.mjs';
import { faults } from './soak/faults.mjs';
import { hostileKinds } from './soak/hostile.mjs';
import { createLedger, findLosses } from './soak/ledger.mjs';
import { runLoad } from './soak/load.mjs';
import { onOwnMachine } from './soak/machine.mjs';
import { createMarks } from './soak/marks.mjs';
import { kinds as memberKinds } from './soak/members.mjs';
import { createAsk, createPhases, createTally } from './soak/mixed-load.mjs';
import { createChecks, patienceNow } from './soak/recovery.mjs';
import { printReport } from './soak/report.mjs';
import { sampleAll } from './soak/resources.mjs';
import { createRig, hostedSku } from './soak/rig.mjs';
import { createTroubles } from './soak/troubles.mjs';

const HOSTED_MEMBERS = 10;
/** How much of the run comes before the last kill of a process whose memory is judged. */
const SHARE_BEFORE = 0.45;

/** Where the programs write, for whoever looks for the cause of a failure. */
const logs = join(root, '.cache/soak');
const kinds = { ...memberKinds, ...hostileKinds };

/** Lets members subscribe to the show at the host. @param {ReturnType<typeof createCalls>} calls @returns their paths */
async function subscribeToHosted(calls) {
  const paths = [];
  for (let index = 0; index < HOSTED_MEMBERS; index++) {
    const userId = (await calls.findUser(`hosted${index}@example.org`)) ?? '';
    const entitlementId = (await calls.onboard(userId, hostedSku)) ?? '';
    paths.push((await calls.access(userId, entitlementId)) ?? '');
  }
  return paths;
}

/** Which faults this machine can have, and why not the others. @param {import('./soak/rig.mjs').Rig} rig */
function sortFaults(rig) {
  /** @type {Record<string, string>} */
  const skipped = {};
  const names = Object.keys(faults).filter((name) => {
    const why = faults[name]?.lacks?.(rig);
    if (why) skipped[name] = why;
    return why === undefined;
  });
  return { names, skipped };
}

/**
 * @param {string} folder @param {number} minutes @param {number} clients
 * @param {{ canMount: boolean, interrupted: AbortSignal }} machine
 * @returns the exit code
 */
async function soak(folder, minutes, clients, { canMount, interrupted }) {
  const patience = patienceNow();
  const phases = createPhases(faults);
  const tally = createTally(kinds, phases, patience);
  const ledger = createLedger();
  const marks = createMarks();
  /** @type {string[]} */
  const failures = [];
  const rig = await createRig({
    folder,
    logs,
    canMount,
    onDeath(name, how) {
      if (faults[phases.current()]?.endsToo === name) return;
      failures.push(`${name} ended by itself (${how}) during "${phases.current()}".`);
    },
  });
  /** @type {Agent[]} */
  const agents = [];
  /** Each client has an address of its own, as nginx limits what one may ask for. @param {number} number */
  const agentOf = (number) => {
    const localAddress = `127.0.1.${number + 1}`;
    const agent = new Agent({ localAddress, connect: { ca: rig.ca } });
    agents.push(agent);
    return agent;
  };
  const askFrom = (/** @type {number} */ number) => createAsk(tally, agentOf(number));
  let hasEnded = false;
  const isOver = () => hasEnded || interrupted.aborted;

  try {
    console.log('starting Postgres, Redis, nginx, two services and a handler …');
    const members = await rig.start();
    const { url, direct } = rig.places;
    const ask = askFrom(0);
    const token = await fetchToken(ask, url);
    const calls = createCalls(ask, token, url, direct);
    const hosted = await subscribeToHosted(calls);
    const known = /** @type {import('./service/installation.mjs').Member} */ (members[0]);
    const checks = createChecks(rig, agentOf(200), token, known);
    const { names, skipped } = sortFaults(rig);
    console.log(
      `${minutes} minutes, ${clients} clients, ${members.length} members, ${names.length} faults`,
    );

    const judged = { tally, ledger, marks, patience, isOver, interrupted };
    const load = runLoad({ rig, clients, token, askFrom, members, hosted, ...judged });
    const { turns, sufferAll } = createTroubles({ rig, phases, tally, checks, interrupted });
    await sufferAll(names, minutes * SHARE_BEFORE);
    const { A, B } = rig.services;
    const living = { 'service A': A, 'service B': B, handler: rig.handler };
    const others = { Postgres: rig.postgres, Redis: rig.redis, nginx: rig.nginx };
    const sampling = sampleAll(living, others, isOver, interrupted);
    const gentle = names.filter((name) => !faults[name]?.endsNode);
    // Thirds are compared: each should have seen the same.
    await sufferAll(gentle, minutes * (1 - SHARE_BEFORE), 3);
    hasEnded = true;
    failures.push(...(await load));

    const statusOf = async (/** @type {string} */ path) => {
      const response = await fetch(direct() + path);
      await response.arrayBuffer();
      return response.status;
    };
    const found = await findLosses(ledger, { listGrants: calls.listGrants, statusOf });
    for (const service of [A, B]) {
      const code = await service.stop('SIGTERM');
      if (code !== 0) failures.push(`${service.name} stopped with exit code ${code}.`);
    }
    const { byPhase, times, unexplained } = tally;
    return printReport({
      ...{ turns, skipped, patience, byPhase, times, unexplained, failures },
      samples: await sampling,
      ledger: found,
      marks: marks.counts(),
      kinds: Object.keys(kinds),
      isInterrupted: interrupted.aborted,
    });
  } finally {
    hasEnded = true;
    await Promise.all(agents.map((each) => each.destroy()));
    await rig.stop();
  }
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    clients: { type: 'string', default: '12' },
  },
});
const code = await onOwnMachine(async (machine) => {
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'pps-soak-'));
  try {
    return await soak(folder, Number(values.minutes), Number(values.clients), machine);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
process.exit(code);
