/** Sending a file of members, grants or links to a running service. */
import { createReadStream } from 'node:fs';
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { reasonOf } from '../failures/failure-code.js';
import { webStream } from '../http/answers/web-stream.js';
import type { AdminClient } from './admin-client.js';
import { countingLines, withProgress } from './progress.js';

export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

export const fileOptions = { ndjson: { type: 'boolean' } } as const;

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* path === '-' ? process.stdin : createReadStream(path);
  } catch (cause) {
    const message = `The file ${path} cannot be read${reasonOf(cause)}.`;
    throw new PrivatePodcastError('config', message, { cause });
  }
}

/** Sends a file, and prints the counts of what it has changed. */
export async function sendFile<Counts extends Record<string, number>>(
  call: AdminClient,
  to: { path: string; file: string; ndjson: boolean | undefined; counts: z.ZodType<Counts> },
): Promise<void> {
  const type = to.ndjson ? NDJSON : CSV;
  const answer = await withProgress('lines sent', (progress) => {
    const body = webStream(countingLines(readFile(to.file), progress));
    return call(to.path, { method: 'POST', file: { type, body } });
  });
  const counts = z.parse(to.counts, await answer.json());
  const words = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`${words.join(', ')}\n`);
}
