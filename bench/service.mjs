/**
 * `npm run bench:service`: feed requests beside a bare Node server (`service/compare.mjs`). With `--rate`,
 * what a poll costs two processes on Postgres behind nginx, beside one process, at that rate
 * (`service/many.mjs`). With `--starts`, how long starts with that many members take
 * (`service/starts.mjs`).
 *
 *   npm run bench:service -- [--members 1000,100000] [--seconds 5] [--connections 16] [--episodes 100]
 *   npm run bench:service -- --rate 500 [--members 1000] [--seconds 5] [--connections 16]
 *   npm run bench:service -- --starts 100000
 */
import { parseArgs } from 'node:util';
import { compareServices } from './service/compare.mjs';
import { compareLayouts } from './service/many.mjs';
import { compareStarts } from './service/starts.mjs';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000,100000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    episodes: { type: 'string', default: '100' },
    rate: { type: 'string' },
    starts: { type: 'string' },
  },
});

const members = values.members.split(',').map(Number);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const episodes = Number(values.episodes);

if (values.starts !== undefined) {
  await compareStarts(Number(values.starts));
} else if (values.rate !== undefined) {
  const [count = 1000] = members;
  const rate = Number(values.rate);
  await compareLayouts({ members: count, rate, seconds, connections, episodes });
} else {
  await compareServices({ members, seconds, connections, episodes });
}
