/** A failure as tests compare it: its code, if nothing in it tells a secret. */
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { secrets } from './operator.js';

/** Every text that someone might log of an error. */
export function textsOf(error: unknown): string {
  return [
    String(error),
    JSON.stringify(error),
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    inspect(error, { depth: 10, showHidden: true }),
  ].join('\n');
}

export function expectNoSecret(text: string, more: string[] = []): void {
  for (const secret of [...Object.values(secrets), ...more]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encodeURIComponent(secret));
  }
}

/** Waits for a promise to fail with one of our errors, which says in whole sentences what to do. */
export async function failure(promise: Promise<unknown>): Promise<PrivatePodcastError> {
  const error: unknown = await promise.then(
    (value) => expect.fail(`did not fail, but gave ${typeof value}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PrivatePodcastError);
  expectNoSecret(textsOf(error));
  expect((error as PrivatePodcastError).message).toMatch(/^[A-Z`].+\.$/);
  return error as PrivatePodcastError;
}
