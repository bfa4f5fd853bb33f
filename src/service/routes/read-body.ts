/** Reading a request's JSON body. */
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields that an issue is about, misspelt ones included. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys;
  return issue.path.length > 0 ? [issue.path.join('.')] : [];
}

/**
 * Reads a JSON body; an empty one counts as `{}`.
 * @throws {PrivatePodcastError} `bad-input`, naming the fields that are wrong.
 */
export async function readBody<T extends z.core.$ZodType>(
  c: Context,
  schema: T,
): Promise<z.output<T>> {
  const text = await c.req.text();
  const read = z.safeParse(schema, parseJson(text || '{}'));
  if (read.success) return read.data;
  const fields = [...new Set(read.error.issues.flatMap(fieldsOf))];
  throw new PrivatePodcastError(
    'bad-input',
    fields.length > 0 ? `Correct these fields: ${fields.join(', ')}.` : 'Send a JSON object.',
  );
}
