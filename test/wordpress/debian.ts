/** Debian's WordPress, MariaDB and PHP: installed and unpacked where they can be had, without Debian's web server. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from '../../scripts/browsers.mjs';
import { ensureFolder, fetchPackages } from '../support/programs/debian-packages.js';
import { suitesOfPhp, type Version } from './versions.js';

type Suite = Version['suite'];

/** Its own dependencies would bring Apache and 750 MB along. */
const packages = ['mariadb-server-core', 'php-cli', 'php-mysql', 'php-curl', 'ca-certificates'];
/** The packages that WordPress's files link to. */
const linked = {
  bookworm: ['cropper', 'prototype', 'scriptaculous', 'underscore'],
  trixie: ['cropper', 'lodash', 'prototype', 'scriptaculous', 'underscore'],
  sid: ['cropper', 'jquery-ui', 'lodash', 'prototype', 'scriptaculous', 'underscore'],
};
const packagesOf = (suite: Suite) => [
  ...['wordpress', 'wordpress-theme-twentytwentythree', 'php-getid3'],
  ...(suite === 'sid' ? ['libphp-phpmailer'] : []),
  ...linked[suite].map((name) => `libjs-${name}`),
];
/** What WordPress needs of a PHP that is unpacked and not installed. */
const extensions = ['mysqlnd', 'mysqli', 'curl', 'ctype', 'exif', 'fileinfo', 'iconv', 'tokenizer'];

const isInstalled = () =>
  ['mariadbd', 'php'].every((name) => spawnSync(name, ['--version']).status === 0) &&
  ['mysqli', 'curl'].every((name) => spawnSync('php', ['--ri', name]).status === 0);

/** WordPress's files, with copies in place of links: links would move WordPress's root. */
const ensureFiles = (suite: Suite) =>
  ensureFolder(`wordpress-${suite}`, (work) => {
    const [unpacked, site] = [join(work, 'unpacked'), join(work, 'site')];
    fetchPackages(unpacked, suite, 'download', ...packagesOf(suite));
    mkdirSync(site);
    const from = join(unpacked, 'usr/share/wordpress');
    const without = ['--exclude=./.htaccess', '--exclude=./wp-config.php', '--ignore-failed-read'];
    const tar = spawnSync('sh', [
      ...['-c', 'tar -C "$1" -ch "$3" "$4" "$5" . | tar -C "$2" -x', 'sh', from, site],
      ...without,
    ]);
    if (!existsSync(join(site, 'wp-load.php'))) throw new Error(String(tar.stderr));
    return site;
  });

const isPhp = (program: string, version: string) =>
  String(spawnSync(program, ['-r', 'echo PHP_VERSION;']).stdout).startsWith(version);

/** A PHP that is unpacked beside the machine's, with the C library that it was made for. */
function unpackedPhp(version: Version['php']): string {
  const folder = ensureFolder(`php-${version}`, (work) => {
    const tree = join(work, 'tree');
    const wanted = ['cli', 'mysql', 'curl'].map((name) => `php${version}-${name}`);
    const command = ['install', '--download-only', '--yes', '--no-install-recommends'];
    fetchPackages(tree, suitesOfPhp[version], ...command, ...wanted);
    const starter = `#!/bin/sh
root=$(dirname "$(readlink -f "$0")")
loader=$(echo "$root"/usr/lib/*/ld-linux-*)
modules=$(dirname "$root"/usr/lib/php/*/mysqli.so)
export PHP_INI_SCAN_DIR=
exec "$loader" --library-path "$(dirname "$loader")" "$root/usr/bin/php${version}" \\
  -d extension_dir="$modules" -d zend_extension=opcache ${extensions.map((name) => `-d extension=${name}`).join(' ')} "$@"
`;
    writeFileSync(join(tree, 'php'), starter, { mode: 0o755 });
    return tree;
  });
  return join(folder, 'php');
}

/** Where a WordPress's files are, and the program that runs them. */
export interface Programs {
  files: string;
  php: string;
}

/** @returns what a WordPress of a version needs, or the reason why this machine cannot have it. */
export function ensureWordPress({ suite, wordPress, php }: Version): Programs | string {
  try {
    if (!isInstalled()) installWithApt(packages);
    if (!isInstalled()) return 'no MariaDB and PHP here';
    const files = ensureFiles(suite);
    const found = /\$wp_version = '([^']+)'/.exec(
      readFileSync(join(files, 'wp-includes/version.php'), 'utf8'),
    )?.[1];
    if (!found?.startsWith(`${wordPress}.`)) {
      return `Debian’s ${suite} has WordPress ${found} now, and not ${wordPress}`;
    }
    const program = isPhp('php', php) ? 'php' : unpackedPhp(php);
    return isPhp(program, php) ? { files, php: program } : `no PHP ${php} here`;
  } catch (error) {
    console.error(error);
    return `WordPress ${wordPress} and PHP ${php} could not be fetched from Debian`;
  }
}
