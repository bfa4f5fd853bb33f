/** Writes the hash of each script of `dist/embed`, for `integrity` attributes and import maps. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, root } from '../setup.mjs';

const folder = 'dist/embed/';

export function writeIntegrity() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const integrity = Object.fromEntries(
    filesUnder(folder)
      .map((path) => path.replaceAll('\\', '/').slice(folder.length))
      .filter((file) => file.endsWith('.js'))
      .map((file) => {
        const hash = createHash('sha384').update(readFileSync(join(root, folder, file)));
        return [file, `sha384-${hash.digest('base64')}`];
      }),
  );
  writeFileSync(
    join(root, folder, 'integrity.json'),
    `${JSON.stringify({ version, integrity }, null, 2)}\n`,
  );
}
