/**
 * Loads the packages that only the service needs. They are optional peer dependencies,
 * so that whoever wants the element alone does not install a server.
 */
import { PrivatePodcastError } from '../api/errors.js';

type Loaders = Record<string, () => Promise<unknown>>;
type Loaded<L extends Loaders> = { [Name in keyof L]: Awaited<ReturnType<L[Name]>> };

function isMissing(name: string, error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${name}'`)
  );
}

/**
 * Imports every package named, and says in one error what there is to install.
 * @throws {PrivatePodcastError} `config` where packages are missing.
 */
export async function loadPeers<L extends Loaders>(loaders: L): Promise<Loaded<L>> {
  const missing: string[] = [];
  const loaded = await Promise.all(
    Object.entries(loaders).map(async ([name, load]) => {
      try {
        return [name, await load()] as const;
      } catch (error) {
        if (!isMissing(name, error)) throw error;
        missing.push(name);
        return [name, undefined] as const;
      }
    }),
  );
  if (missing.length > 0) {
    throw new PrivatePodcastError(
      'config',
      `The service needs packages that are not installed. Run: npm install ${missing.sort().join(' ')}`,
    );
  }
  return Object.fromEntries(loaded) as Loaded<L>;
}
