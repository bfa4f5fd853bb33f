/**
 * Debian's Ceph as an object store of the test's own: one monitor, one store in memory, and `radosgw`,
 * which speaks S3 and verifies what it is sent.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StandIn } from '../stores/bucket.js';
import { until } from '../waiting/until.js';
import { ensureProgram } from './debian.js';
import { freePort } from './free-port.js';

/** Whether all of it is there, after an attempt to install it. */
export const ensureRadosgw = (): boolean =>
  ['radosgw', 'ceph-mon', 'ceph-osd'].every((program) => ensureProgram(program));

const account = { accessKeyId: 'the-id-of-a-test', secretAccessKey: 'the-key-of-a-test' };
const run = promisify(execFile);

/** No keys between its parts: all of them are on loopback, for as long as the test. */
const settingsOf = (folder: string, id: string, monitor: string, gateway: number) => `[global]
fsid = ${id}
mon host = ${monitor}
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 268435456
mon allow pool size one = true
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
rgw frontends = beast endpoint=127.0.0.1:${gateway}
[mon.a]
mon data = ${folder}/mon
public addr = ${monitor}
[osd.0]
osd data = ${folder}/osd
[client.admin]
keyring = ${folder}/keyring
`;

export async function startRadosgw(): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-radosgw-'));
  await Promise.all(['mon', 'osd'].map((part) => mkdir(join(folder, part))));
  const [id, disk] = [randomUUID(), randomUUID()];
  const [port, gateway] = [await freePort(), await freePort()];
  const monitor = `v2:127.0.0.1:${port}`;
  const [config, map, keyring] = ['ceph.conf', 'monmap', 'keyring'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(config, settingsOf(folder, id, monitor, gateway));
  const with_ = ['-c', config];
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
  await run('monmaptool', ['--create', '--addv', 'a', `[${monitor}]`, '--fsid', id, map]);
  await run('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', ...all]);
  await run('ceph-authtool', [keyring, '--gen-key', '-n', 'client.admin', ...all]);

  const programs: ChildProcess[] = [];
  function start(program: string, ...args: string[]): void {
    programs.push(spawn(program, [...args, ...with_, '-f'], { stdio: 'ignore' }));
  }
  await run('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring, ...with_]);
  start('ceph-mon', '-i', 'a');
  await run('ceph', [...with_, 'osd', 'new', disk, '0']);
  await run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', disk, ...with_]);
  start('ceph-osd', '-i', '0');
  const key = ['--access-key', account.accessKeyId, '--secret-key', account.secretAccessKey];
  const user = ['--uid', 'publisher', '--display-name', 'Publisher'];
  await run('radosgw-admin', [...with_, 'user', 'create', ...user, ...key]);
  start('radosgw', '-n', 'client.admin');
  const endpoint = `http://127.0.0.1:${gateway}`;
  await until(async () => {
    await (await fetch(endpoint)).text();
  });
  return {
    endpoint,
    // Its own zonegroup, until it is given another name.
    region: 'default',
    ...account,
    async close() {
      const ended = programs.map((program) => once(program, 'exit'));
      for (const program of programs) program.kill('SIGKILL');
      await Promise.all(ended);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
