/**
 * `npm run bench:service`: feed requests beside a bare Node server (`service/compare.mjs`). With more than
 * a million members, the same on Postgres with its figures of scale (`service/millions.mjs`). With
 * `--starts`, how long starts with that many members take (`service/starts.mjs`).
 *
 *   npm run bench:service -- [--members 1000,100000] [--seconds 5] [--connections 16] [--episodes 100]
 *   npm run bench:service -- --members 10000000
 *   npm run bench:service -- --starts 100000
 */
import { parseArgs } from 'node:util';
import { compareServices } from './service/compare.mjs';
import { compareMillions } from './service/millions.mjs';
import { compareStarts } from './service/starts.mjs';

/** More than these are for Postgres. */
const MOST_EMBEDDED = 1_000_000;

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000,100000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    episodes: { type: 'string', default: '100' },
    starts: { type: 'string' },
    postgres: { type: 'boolean', default: false },
  },
});

const members = values.members.split(',').map(Number);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const episodes = Number(values.episodes);
const [count = 0] = members;

if (values.starts !== undefined) {
  await compareStarts(Number(values.starts));
} else if (values.postgres || count > MOST_EMBEDDED) {
  await compareMillions(count);
} else {
  await compareServices({ members, seconds, connections, episodes });
}
