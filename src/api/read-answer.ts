/** Reading an answer by its schema: a bad field is named, what it held is not. */
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
/** A text field that is left out where it is absent, null or no text. */
export const text = z.catch(z.optional(z.string()), undefined);

/**
 * Reads an answer.
 * @throws {PrivatePodcastError} `bad-response`, naming the first field that does not fit.
 */
export function readAnswer<T extends z.core.$ZodType>(
  schema: T,
  body: unknown,
  server: string,
): z.output<T> {
  const read = z.safeParse(schema, body);
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.');
  throw new PrivatePodcastError(
    'bad-response',
    `${server} answered without a usable ${field ? `\`${field}\`` : 'JSON body'}. Check its address and version.`,
  );
}

/**
 * Reads a list of 0 to n; null is an empty one. Elements that do not fit are left out,
 * but a list of nothing else is no answer.
 * @throws {PrivatePodcastError} `bad-response`
 */
export function readList<T extends z.core.$ZodType>(
  element: T,
  body: unknown,
  server: string,
): z.output<T>[] {
  const values = readAnswer(z.nullable(z.array(z.unknown())), body, server) ?? [];
  const read = values.flatMap((value) => {
    const result = z.safeParse(element, value);
    return result.success ? [result.data] : [];
  });
  if (read.length === 0 && values.length > 0) readAnswer(element, values[0], server);
  return read;
}
