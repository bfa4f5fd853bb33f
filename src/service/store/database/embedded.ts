/** Postgres embedded in this process (PGlite): in the data folder, or in memory only. */
import type { PGlite } from '@electric-sql/pglite';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { reasonOf } from '../../failures/failure-code.js';
import { openDataFolder } from './data-folder.js';
import type { OpenDatabase } from './database.js';

/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;

/** The part of Emscripten's file system that sets a file's permissions. */
interface FileModes {
  chmod(file: unknown, mode: number, dontFollow?: boolean): void;
}

/** PGlite gives its files mode 0666, whatever the umask. These are for their owner alone. */
async function createOwnerOnlyFiles(path: string) {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs');
  type Init = InstanceType<typeof NodeFS>['init'];
  return new (class extends NodeFS {
    override async init(...args: Parameters<Init>): ReturnType<Init> {
      const { emscriptenOpts } = await super.init(...args);
      const restrict = ({ FS }: { FS: FileModes }) => {
        const chmod = FS.chmod.bind(FS);
        FS.chmod = (file, mode, dontFollow) => chmod(file, mode & ~OTHERS, dontFollow);
      };
      const preRun = [...(emscriptenOpts.preRun ?? []), restrict];
      return { emscriptenOpts: { ...emscriptenOpts, preRun } };
    }
  })(path);
}

function expose(database: PGlite, release = () => Promise.resolve()): OpenDatabase {
  return {
    hasOneConnection: true,
    query: (text, params) => database.query(text, params),
    transaction: (work) => database.transaction(work),
    async close() {
      await database.close();
      await release();
    },
  };
}

/** @throws {PrivatePodcastError} `config` if the data folder cannot be used. */
export async function openEmbedded(dataDir: string | undefined): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite');
  if (dataDir === undefined) return expose(await PGlite.create());
  const folder = await openDataFolder(dataDir);
  try {
    const database = await PGlite.create({ fs: await createOwnerOnlyFiles(folder.database) });
    await folder.holdDatabase();
    return expose(database, () => folder.close());
  } catch (cause) {
    await folder.close();
    if (cause instanceof PrivatePodcastError) throw cause;
    throw new PrivatePodcastError(
      'config',
      `The database in the data folder ${dataDir} cannot be opened${reasonOf(cause)}. Check the free disk space and the permissions of the files in it, or restore a backup.`,
      { cause },
    );
  }
}
