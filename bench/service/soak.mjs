/**
 * The service as its command under mixed load, while the hosts of its feeds fail in turn. It is killed
 * once in the midst of it and started again, and changed by commands all the time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { generateFeed } from '../generate-feed.mjs';
import {
  createAsk,
  createPhases,
  createTally,
  cycleFaults,
  quiet,
  runClients,
} from './mixed-load.mjs';
import { printVerdict } from './verdict.mjs';
import { client, createCalls } from './calls.mjs';
import { faults, hostFaults, restart } from './faults.mjs';
import { cli, install, sku, start } from './installation.mjs';
import { createLedger, findLosses } from './ledger.mjs';
import { createActs, kinds } from './members.mjs';

const MEMBERS = 5_000;
const HOSTED_MEMBERS = 10;
const hostedSku = 'sid:hosted';
const PHASE_SECONDS = 12;
/** How much of the run comes before the kill: memory is judged after it. */
const SHARE_BEFORE = 0.4;
const SAMPLE_SECONDS = 5;
/** Milliseconds between two things that a client does. */
const PAUSE_MS = 100;
const COMMAND_PAUSE_MS = 5_000;

const hostFile = fileURLToPath(new URL('./host.mjs', import.meta.url));
const probe = new URL('./memory-probe.mjs', import.meta.url).href;

/** The command's ways to change a running service, one after the other. @param {string} url */
const commands = (url) =>
  [
    ['grant', sku, 'by-command@example.org', '--until', '2030-12-31'],
    ['grants', '--email', 'by-command@example.org'],
    ['revoke', sku, 'by-command@example.org'],
    ['reload'],
  ].map((args) => [cli, ...args, '--catalogue', 'catalogue.json', '--url', url]);

/**
 * Loads the service until `isOver`, and keeps changing it by commands.
 * @param {object} options
 * @param {string} options.url @param {string} options.folder @param {number} options.clients
 * @param {ReturnType<typeof createTally>} options.tally
 * @param {Parameters<typeof runClients>[0]['acts']} options.acts
 * @param {() => boolean} options.isOver
 */
async function load({ url, folder, clients, tally, acts, isOver }) {
  const change = async () => {
    for (let turn = 0; !isOver(); turn++) {
      const args = commands(url)[turn % 4] ?? [];
      const from = performance.now();
      const [code] = await once(spawn(process.execPath, args, { cwd: folder }), 'exit');
      tally.record('command', `exit ${code}`, from);
      await setTimeout(COMMAND_PAUSE_MS);
    }
  };
  await Promise.all([runClients({ clients, isOver, pause: PAUSE_MS, acts }), change()]);
}

/**
 * @param {number} minutes @param {number} clients
 * @returns whether everything was right, or explained by a fault
 */
export async function soakService(minutes, clients) {
  const folder = mkdtempSync(join(tmpdir(), 'pps-soak-'));
  const host = await start([hostFile], folder);
  const members = await install(folder, MEMBERS, {
    show: generateFeed(20),
    clients: [client],
    products: [
      { sku: hostedSku, title: 'Hosted', feed: `${host.url}/show.xml`, access: 'everyone' },
    ],
  });
  const hostName = new URL(host.url).host;
  const startService = (/** @type {string} */ port) =>
    start(
      [
        ...['--expose-gc', '--import', probe, cli, '--catalogue', 'catalogue.json'],
        ...['--data', 'data', '--port', port, '--allow-host', hostName, '--parser-host', hostName],
      ],
      folder,
    );
  let service = await startService('0');
  const { url } = service;
  const { port } = new URL(url);
  const phases = createPhases(faults);
  const tally = createTally(kinds, phases);
  const agent = new Agent({ connections: clients * 2 });
  const ask = createAsk(tally, phases, agent);
  /** @type {import('./verdict.mjs').MemorySample[]} */
  let memory = [];
  try {
    const calls = await createCalls(ask, url);
    const ledger = createLedger();
    const hosted = [];
    for (let index = 0; index < HOSTED_MEMBERS; index++) {
      const userId = (await calls.findUser(`hosted${index}@example.org`)) ?? '';
      const entitlementId = (await calls.onboard(userId, hostedSku)) ?? '';
      hosted.push((await calls.access(userId, entitlementId)) ?? '');
    }
    const acts = createActs({ ask, url, hostUrl: host.url, members, hosted, calls, ledger });
    /** @param {string} path */
    const statusOf = async (path) => {
      const response = await fetch(url + path);
      await response.arrayBuffer();
      return response.status;
    };

    /** Loads the service while each of the faults has its turn. @param {string[]} names @param {number} share of the time */
    const run = async (names, share) => {
      const begun = performance.now();
      const end = begun + minutes * share * 60_000;
      // In a short run too, each fault has its turn.
      const seconds = Math.min(PHASE_SECONDS, (minutes * share * 60) / (2 * names.length));
      let isOver = false;
      const set = async (/** @type {string} */ name) => {
        await host.tell({ fault: name === quiet ? '' : name });
        if (name !== restart) return;
        await service.stop('SIGKILL');
        service = await startService(port);
        console.log(`killed and started again in ${service.seconds.toFixed(2)} s`);
      };
      const sample = async () => {
        // The samples of a process that is about to be killed are judged by nobody.
        while (!isOver && !names.includes(restart)) {
          await setTimeout(SAMPLE_SECONDS * 1000);
          const { rss, heapUsed } = await service.tell({});
          const minute = (performance.now() - begun) / 60_000;
          memory.push({ minute, rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 });
        }
      };
      const cycle = async () => {
        await cycleFaults({ names, end, seconds, phases, set });
        isOver = true;
      };
      console.log(`${names.length} faults for ${seconds.toFixed(1)} s each`);
      await Promise.all([
        load({ url, folder, clients, tally, acts, isOver: () => isOver }),
        cycle(),
        sample(),
      ]);
      return findLosses(ledger, { listGrants: calls.listGrants, statusOf });
    };

    console.log(`${minutes} minutes, ${clients} clients, ${MEMBERS} members`);
    const names = Object.keys(hostFaults);
    const failures = [
      ...(await run([...names, restart], SHARE_BEFORE)),
      ...(await run(names, 1 - SHARE_BEFORE)),
    ];
    const code = await service.stop();
    if (code !== 0) failures.push(`The service stopped with exit code ${code}.`);
    const { observations, unexplained } = tally;
    return printVerdict({ observations, unexplained, memory, kinds: Object.keys(kinds), failures });
  } finally {
    await agent.destroy();
    for (const each of [service, host]) if (each.isRunning()) await each.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
