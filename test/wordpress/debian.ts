/** Debian's WordPress, MariaDB and PHP: installed and unpacked where they can be had, without Debian's web server. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from '../../scripts/browsers.mjs';
import { root } from '../../scripts/setup.mjs';

/** Its own dependencies would bring Apache and 750 MB along. */
const packages = ['mariadb-server-core', 'php-cli', 'php-mysql', 'php-curl', 'ca-certificates'];
/** The packages that WordPress's files link to. */
const linked = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'php-getid3',
  ...['cropper', 'prototype', 'scriptaculous', 'underscore'].map((name) => `libjs-${name}`),
];

const isInstalled = () =>
  ['mariadbd', 'php'].every((name) => spawnSync(name, ['--version']).status === 0) &&
  ['mysqli', 'curl'].every((name) => spawnSync('php', ['--ri', name]).status === 0);

/** Unpacks the packages into a folder, with copies in place of links: links would move WordPress's root. */
function unpack(folder: string): void {
  const work = `${folder}.part`;
  rmSync(work, { recursive: true, force: true });
  const [packed, unpacked, site] = ['packed', 'unpacked', 'site'].map((name) =>
    join(work, name),
  ) as [string, string, string];
  for (const path of [packed, unpacked, site]) mkdirSync(path, { recursive: true });
  execFileSync('apt-get', ['download', '-qq', ...linked], { cwd: packed, stdio: 'ignore' });
  for (const file of readdirSync(packed))
    execFileSync('dpkg', ['-x', join(packed, file), unpacked]);
  const from = join(unpacked, 'usr/share/wordpress');
  const without = ['--exclude=./.htaccess', '--exclude=./wp-config.php', '--ignore-failed-read'];
  const tar = spawnSync('sh', [
    ...['-c', 'tar -C "$1" -ch "$3" "$4" "$5" . | tar -C "$2" -x', 'sh', from, site],
    ...without,
  ]);
  if (!existsSync(join(site, 'wp-load.php'))) throw new Error(String(tar.stderr));
  renameSync(site, folder);
  rmSync(work, { recursive: true, force: true });
}

/** @returns the folder with WordPress's files; undefined if this machine cannot have them. */
export function ensureWordPress(): string | undefined {
  const folder = join(root, '.cache/wordpress');
  try {
    if (!isInstalled()) installWithApt(packages);
    if (!isInstalled()) return undefined;
    if (!existsSync(folder)) unpack(folder);
    return folder;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
