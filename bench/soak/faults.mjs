/**
 * The faults of a soak. `explains` has the outcomes that requests may then have, by what they need: a feed of the
 * `host`, the `database`, or `any` request.
 */
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** @typedef {import('./rig.mjs').Rig} Rig */
/** @typedef {import('node:http').ServerResponse} Response */
/**
 * @typedef {object} Fault
 * @property {Partial<Record<'host' | 'database' | 'any', readonly string[]>>} explains
 * @property {(rig: Rig) => unknown} begin @property {(rig: Rig) => unknown} end
 * @property {number} [lingers] milliseconds after which answers no longer show it; default 2,000
 * @property {boolean} [endsService] whether it ends a process whose memory is judged
 * @property {boolean} [needsSmallDisk]
 */

/** 50 MiB. */
const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20, 0x20));
const xml = { 'content-type': 'application/rss+xml' };

/** @param {(response: Response, good: () => void) => unknown} answer @returns {Fault} */
const ofHost = (answer) => ({
  // The service reads four foreign feeds at a time, lets sixteen requests wait, and gives a feed ten seconds.
  explains: { host: ['422', '429', '502', '504', 'left'] },
  lingers: 12_000,
  begin: (rig) => rig.misbehave(answer),
  end: (rig) => rig.misbehave(undefined),
});

/** @param {'A' | 'B'} name @param {NodeJS.Signals} signal @returns {Fault} */
const ending = (name, signal) => ({
  explains: { any: ['no answer', '503', 'network', 'unavailable', 'timeout'] },
  endsService: true,
  begin: (rig) => rig.services[name].stop(signal),
  end: (rig) => rig.services[name].start(),
});

const withoutDatabase = {
  explains: { database: ['502', '503', '504', 'unavailable', 'timeout'] },
  lingers: 6_000,
  end: (/** @type {Rig} */ rig) => rig.postgres.start(),
};

/** @type {Record<string, Fault>} */
export const faults = {
  'slow answers of the host': ofHost((_, good) => void setTimeout(1_000).then(good)),
  'no answers of the host': ofHost(() => undefined),
  'cut answers of the host': ofHost((response) => {
    response.writeHead(200, { ...xml, 'content-length': 10_000 });
    response.write('<rss version="2.0"><channel>', () => response.socket?.destroy());
  }),
  'gzip bombs of the host': ofHost((response) =>
    response.writeHead(200, { ...xml, 'content-encoding': 'gzip' }).end(bomb),
  ),
  'errors 500 of the host': ofHost((response) => response.writeHead(500).end()),
  'service A killed': ending('A', 'SIGKILL'),
  'service B killed': ending('B', 'SIGKILL'),
  'service A restarted': ending('A', 'SIGTERM'),
  'Postgres killed': {
    ...withoutDatabase,
    begin: (rig) => rig.postgres.stop('SIGKILL'),
  },
  'Postgres restarted': {
    ...withoutDatabase,
    begin: (rig) => rig.postgres.stop('SIGINT'),
  },
  'disk of Postgres full': {
    ...withoutDatabase,
    needsSmallDisk: true,
    begin: (rig) => rig.fillDisk(),
    async end(rig) {
      rig.emptyDisk();
      // It may have ended by itself.
      await rig.postgres.start();
    },
  },
};
