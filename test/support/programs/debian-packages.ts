/** Debian packages that tests unpack for themselves: nothing is installed, so nobody needs to be root. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/setup.mjs';

/**
 * Fetches packages of a suite and unpacks them into a folder, by lists of packages of its own: what
 * is installed here stays as it is.
 * @param suite `bookworm`, for example.
 * @param args `download` or `install` of apt-get, and the packages.
 */
export function fetchPackages(folder: string, suite: string, ...args: string[]): void {
  const packed = `${folder}-packed`;
  const own = join(root, '.cache/apt', suite);
  for (const path of [folder, join(packed, 'partial'), join(own, 'lists/partial')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(own, 'sources.list'), `deb http://deb.debian.org/debian ${suite} main\n`);
  const settings = {
    'Dir::Etc::SourceList': join(own, 'sources.list'),
    'Dir::Etc::SourceParts': '-',
    'Dir::State::Lists': join(own, 'lists'),
    'Dir::State::Status': '/dev/null',
    'Dir::Cache': own,
    'Dir::Cache::Archives': packed,
    'APT::Sandbox::User': '',
    'Debug::NoLocking': 'true',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = (...command: string[]) =>
    execFileSync('apt-get', ['-qq', ...options, ...command], {
      cwd: packed,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  apt('update');
  apt(...args);
  for (const file of readdirSync(packed).filter((name) => name.endsWith('.deb')))
    execFileSync('dpkg', ['-x', join(packed, file), folder]);
}

/**
 * Makes a folder of `.cache` whole or not at all, unless it is there.
 * @param make fills a folder below the one that it is given, and returns its path.
 */
export function ensureFolder(name: string, make: (work: string) => string): string {
  const folder = join(root, '.cache', name);
  if (existsSync(folder)) return folder;
  const work = `${folder}.part`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  renameSync(make(work), folder);
  rmSync(work, { recursive: true, force: true });
  return folder;
}
