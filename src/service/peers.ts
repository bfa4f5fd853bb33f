/** The packages that only the service needs. They are optional, so they are imported when the service opens. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';

/** The type of each package's import; CommonJS packages are under `default`. */
interface Peers {
  '@electric-sql/pglite': typeof import('@electric-sql/pglite');
  '@hono/node-server': typeof import('@hono/node-server');
  'fs-native-extensions': { default: typeof import('fs-native-extensions') };
  hono: typeof import('hono');
  'ipaddr.js': { default: typeof import('ipaddr.js') };
  'p-queue': typeof import('p-queue');
  pg: typeof import('pg');
  piscina: typeof import('piscina');
  'prom-client': { default: typeof import('prom-client') };
  'sanitize-html': { default: typeof import('sanitize-html') };
  undici: typeof import('undici');
}

type Name = keyof Peers;

const loaders: Record<Name, () => Promise<unknown>> = {
  '@electric-sql/pglite': () => import('@electric-sql/pglite'),
  '@hono/node-server': () => import('@hono/node-server'),
  'fs-native-extensions': () => import('fs-native-extensions'),
  hono: () => import('hono'),
  'ipaddr.js': () => import('ipaddr.js'),
  'p-queue': () => import('p-queue'),
  pg: () => import('pg'),
  piscina: () => import('piscina'),
  'prom-client': () => import('prom-client'),
  'sanitize-html': () => import('sanitize-html'),
  undici: () => import('undici'),
};

function isMissing(name: string, error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${name}'`)
  );
}

/** The service needs either pg or the packages for the embedded database. */
const embedded: readonly Name[] = ['@electric-sql/pglite', 'fs-native-extensions'];

/** All packages that are not installed, so that one error can name them all. */
async function missingPeers(wanted: Name): Promise<string[]> {
  const others = wanted === 'pg' ? embedded : ['pg'];
  const names = (Object.keys(loaders) as Name[]).filter((name) => !others.includes(name));
  const missing = await Promise.all(
    names.map((name) =>
      loaders[name]().then(
        () => [],
        (error: unknown) => (isMissing(name, error) ? [name] : []),
      ),
    ),
  );
  return missing.flat();
}

/**
 * Imports a package that the service needs.
 * @throws {PrivatePodcastError} `config` if it is not installed, naming every missing package.
 */
export async function loadPeer<N extends Name>(name: N): Promise<Peers[N]> {
  try {
    return (await loaders[name]()) as Peers[N];
  } catch (error) {
    if (!isMissing(name, error)) throw error;
    const missing = await missingPeers(name);
    throw new PrivatePodcastError(
      'config',
      `The service needs packages that are not installed. Run: npm install ${missing.join(' ')}`,
    );
  }
}
