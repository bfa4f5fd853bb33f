/** For programs that refuse to run as root. */
import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** Gives a folder to a user, if root runs the tests. @returns the options of `spawn` to run as that user */
export function giveTo(user: string, folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, user]).stdout.toString());
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}
