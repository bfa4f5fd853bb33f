/**
 * The data folder: readable by its owner only, and open in one process at a time. The lock is
 * the operating system's, so it ends with the process, however that ends.
 */
import { chmod, open, stat, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import locks from 'fs-native-extensions';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { makeFolder } from '../../../files/make-folder.js';
import { reasonOf } from '../../failures/failure-code.js';

export interface DataFolder {
  path: string;
  /** The folder of the database in it. */
  database: string;
  /**
   * Holds the database too, which need not be there before: whoever removes the lock's file must not
   * let another process in.
   * @throws {PrivatePodcastError} `config` if another process has it open.
   */
  holdDatabase(): Promise<void>;
  /** Releases the lock. */
  close(): Promise<void>;
}

const OWNER_ONLY = 0o700;

/** The mode bit of folders that users share, such as /tmp. */
const STICKY = 0o1000;

/** Byte that is locked. It is past the file's end: Windows does not let others read a locked byte. */
const LOCKED_BYTE = 1_000_000;

async function prepare(path: string): Promise<void> {
  await makeFolder(path, OWNER_ONLY);
  const { mode } = await stat(path);
  if (mode & STICKY) {
    throw new PrivatePodcastError(
      'config',
      `The data folder ${path} is shared with other users. Give a folder of its own.`,
    );
  }
  if (mode & 0o077) await chmod(path, OWNER_ONLY);
}

/** Reads the name of the lock's holder, which the holder may not have written yet. */
async function holderOf(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
  const holder = buffer.toString('utf8', 0, bytesRead).trim();
  return holder || 'another process';
}

const inUse = (path: string, holder: string) =>
  new PrivatePodcastError(
    'config',
    `The data folder ${path} is in use by ${holder}. Stop that service first, or give another folder.`,
  );

async function lock(path: string): Promise<FileHandle> {
  const file = await open(join(path, 'lock'), 'a+', 0o600);
  if (locks.tryLock(file.fd, LOCKED_BYTE, 1)) return file;
  const holder = await holderOf(file);
  await file.close();
  throw inUse(path, holder);
}

/** Locks a file that Postgres writes once and never replaces. Undefined if there is no database yet. */
async function lockDatabase(path: string, database: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(join(database, 'PG_VERSION'), 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (locks.tryLock(file.fd, LOCKED_BYTE, 1)) return file;
  await file.close();
  throw inUse(path, 'another process');
}

/**
 * Opens a data folder, and creates it if needed.
 * @throws {PrivatePodcastError} `config` if another process has it open, or if this user may
 * not write to it.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await prepare(path);
    const file = await lock(path);
    const database = join(path, 'database');
    let held: FileHandle | undefined;
    const folder: DataFolder = {
      path,
      database,
      async holdDatabase() {
        held ??= await lockDatabase(path, database);
      },
      async close() {
        await held?.close();
        await file.close();
      },
    };
    try {
      await folder.holdDatabase();
      await file.truncate(0);
      const since = new Date().toISOString();
      await file.write(`process ${process.pid} on ${hostname()}, since ${since}\n`);
    } catch (error) {
      await folder.close();
      throw error;
    }
    return folder;
  } catch (cause) {
    if (cause instanceof PrivatePodcastError) throw cause;
    throw new PrivatePodcastError(
      'config',
      `The data folder ${path} cannot be opened${reasonOf(cause)}. Give a folder that this user owns and may write to.`,
      { cause },
    );
  }
}
