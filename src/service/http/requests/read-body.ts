/** Reading a request's JSON body and its query. */
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { describeFields } from '../../failures/describe-fields.js';
import { isUnusable } from './unusable-text.js';

function refuseUnusable(name: string, value: unknown): unknown {
  if (isUnusable(name) || (typeof value === 'string' && isUnusable(value))) {
    throw new SyntaxError('a text that cannot be used');
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, refuseUnusable);
  } catch {
    return undefined;
  }
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
  throw new PrivatePodcastError('bad-input', describeFields(read.error, 'Send a JSON object.'));
}

/**
 * Reads the query.
 * @throws {PrivatePodcastError} `bad-input`, naming the parameters that are wrong.
 */
export function readQuery<T extends z.core.$ZodType>(c: Context, schema: T): z.output<T> {
  const read = z.safeParse(schema, c.req.query());
  if (read.success) return read.data;
  throw new PrivatePodcastError('bad-input', describeFields(read.error, 'Correct the query.'));
}
