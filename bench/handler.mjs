/**
 * `npm run bench:handler`: the subscribe handler beside a bare one (`handler/compare.mjs`), or with
 * `--minutes` under mixed load while its operator and cache fail in turn (`handler/soak.mjs`).
 *
 *   npm run bench:handler -- [--seconds 5]
 *   npm run bench:handler -- --minutes 10 [--clients 16]
 */
import { parseArgs } from 'node:util';
import { compareHandlers } from './handler/compare.mjs';
import { soakHandler } from './handler/soak.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    minutes: { type: 'string' },
    clients: { type: 'string', default: '16' },
  },
});

if (values.minutes === undefined) await compareHandlers(Number(values.seconds));
else {
  const isPassed = await soakHandler(Number(values.minutes), Number(values.clients));
  process.exitCode = isPassed ? 0 : 1;
}
