/** Reads the file after `--config`. It holds secrets: no message quotes it. */
import { readFile } from 'node:fs/promises';
import { UsageError, whyUnreadable } from '../publisher/command-line.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A file may have this in place of a text, so that no secret need be in it. */
const isReference = (value: unknown): value is { env: string } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).join() === 'env' &&
  typeof (value as { env: unknown }).env === 'string';

/**
 * The values, with each `{ "env": "NAME" }` taken from the environment.
 * @throws {UsageError} for a variable that is not set.
 */
export function withEnvironment(
  values: Readonly<Record<string, unknown>>,
  env: Environment,
): Record<string, unknown> {
  const read = Object.entries(values).map(([name, value]) => {
    if (!isReference(value)) return [name, value];
    const found = env[value.env];
    if (!found) throw new UsageError(`\`${name}\` names a variable that is not set.`);
    return [name, found];
  });
  return Object.fromEntries(read) as Record<string, unknown>;
}

/** @throws {UsageError} for a file that cannot be read, or holds no JSON object. */
export async function readConfigFile(
  file: string,
  env: Environment,
): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(
      `The file after --config cannot be read${whyUnreadable(error)}. Give the path of a JSON file that you may read.`,
    );
  });
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    // The parser's message would quote the file, and so a secret.
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new UsageError('The file after --config must hold a JSON object.');
  }
  return withEnvironment({ ...values }, env);
}
