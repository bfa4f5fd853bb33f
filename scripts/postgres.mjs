/** Finds Postgres's programs, or installs them on Debian, without the server that its package starts. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from './browsers.mjs';

/** Where Debian keeps its versions of Postgres. */
const debianFolder = '/usr/lib/postgresql';
/** Debian's package would also create and start a server of its own. */
const settings = '/etc/postgresql-common';

function find() {
  const folders = existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, 'bin'))
    : [];
  const paths = (process.env.PATH ?? '').split(':');
  return [...folders, ...paths].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** The folder of `initdb` and `postgres`, after an attempt to install them. */
export function ensurePostgres() {
  const found = find();
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  if (!existsSync(settings)) {
    mkdirSync(settings);
    writeFileSync(join(settings, 'createcluster.conf'), 'create_main_cluster = false\n');
  }
  installWithApt(['postgresql']);
  return find();
}
