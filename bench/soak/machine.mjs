/**
 * A machine of the soak's own, where root on Linux can have one: its processes, its network and its disks are
 * seen by nobody else, and the kernel ends and removes them with the soak, however that ends. Elsewhere the
 * soak runs as any program, and does without the small disk.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { installWithApt, onPath } from '../../scripts/browsers.mjs';
import { ensurePostgres } from '../../scripts/postgres.mjs';

const INSIDE = 'PPS_SOAK_INSIDE';
const own = '--mount --pid --net --fork --kill-child --mount-proc'.split(' ');
/** The first process of a machine collects those that lost their parent; a shell does. */
const init = ['sh', '-c', 'ip link set lo up; "$@"; exit $?', 'sh'];

/** Programs, and their packages in Debian. */
const programs = {
  nginx: 'nginx',
  'redis-server': 'redis-server',
  faketime: 'faketime',
  gpo: 'gpodder',
};

/** Installs what is missing. @returns the programs without which there is no soak and that cannot be had */
function missingPrograms() {
  const missing = Object.entries(programs).filter(([program]) => !onPath([program]));
  if (missing.length > 0) installWithApt(missing.map(([, name]) => name));
  const hasPostgres = ensurePostgres() !== undefined;
  return [
    ...['nginx', 'redis-server'].filter((program) => !onPath([program])),
    ...(hasPostgres ? [] : ['postgres']),
  ];
}

const canHaveOne = () =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', [...own, 'true'], { stdio: 'ignore' }).status === 0;

/**
 * Runs the soak on a machine of its own if that can be had, or here.
 * @param {(options: { canMount: boolean, interrupted: AbortSignal }) => Promise<number>} soak returns the exit code
 */
export async function onOwnMachine(soak) {
  const interruption = new AbortController();
  const interrupt = () => {
    // Whoever interrupts twice does not want to wait for the report.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  };
  if (process.env[INSIDE]) {
    process.on('message', interrupt);
    // The one outside was killed.
    process.on('disconnect', interrupt);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
    return soak({ canMount: true, interrupted: interruption.signal });
  }
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.error(`Install ${missing.join(', ')}: on Debian, root can do so with apt-get.`);
    return 2;
  }
  if (!canHaveOne()) {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt);
    return soak({ canMount: false, interrupted: interruption.signal });
  }
  const command = [process.execPath, ...process.argv.slice(1)];
  const inside = spawn('unshare', [...own, ...init, ...command], {
    env: { ...process.env, [INSIDE]: '1' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C reaches the inside through this process alone.
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => inside.send('end'));
  const [code] = await once(inside, 'exit');
  return code ?? 1;
}
