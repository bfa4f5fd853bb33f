/** The release of this package, for `--version` and the paths that contain it. */
import { readFileSync } from 'node:fs';

/** This path is the same from `src/service` and from `dist/service`. */
const packageFile = '../../../package.json';

/** @throws if the package's own package.json is missing. */
export function packageVersion(): string {
  const text = readFileSync(new URL(packageFile, import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
