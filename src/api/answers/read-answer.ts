/** Reads an answer by its schema. An error names the field that does not fit, never its value. */
import * as z from 'zod/mini';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

/** A text that is left out if it is absent, null or of another type. */
export const optionalText = z.catch(z.optional(z.string()), undefined);

/**
 * Reads an answer.
 * @throws {PrivatePodcastError} `bad-response`, naming the first field that does not fit.
 */
export function readAnswer<T extends z.core.$ZodType>(
  schema: T,
  body: unknown,
  serverName: string,
): z.output<T> {
  const read = z.safeParse(schema, body);
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.');
  throw new PrivatePodcastError(
    'bad-response',
    `${serverName} answered without a usable ${field ? `\`${field}\`` : 'JSON body'}. Check its URL and version.`,
  );
}

/**
 * Reads a list; null counts as an empty one. Elements that do not fit are left out, but if none
 * fits, the answer is not usable.
 * @throws {PrivatePodcastError} `bad-response`
 */
export function readList<T extends z.core.$ZodType>(
  list: z.ZodMiniArray<T>,
  body: unknown,
  serverName: string,
): z.output<T>[] {
  const { element } = list.def;
  const values = readAnswer(z.nullable(z.array(z.unknown())), body, serverName) ?? [];
  const read = values.flatMap((value) => {
    const result = z.safeParse(element, value);
    return result.success ? [result.data] : [];
  });
  if (read.length === 0 && values.length > 0) readAnswer(element, values[0], serverName);
  return read;
}
