/** The plugin's zip, as it is built. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { buildPlugin } from '../../integrations/wordpress/build.mjs';

/** Builds the zip. @returns its files as texts, by their paths in the plugin's folder. */
export async function filesOfZip(): Promise<Record<string, string>> {
  const zip = unzipSync(readFileSync(await buildPlugin()));
  return Object.fromEntries(
    Object.entries(zip).map(([path, bytes]) => [
      path.replace(/^private-podcast-subscribe\//, ''),
      strFromU8(bytes),
    ]),
  );
}
