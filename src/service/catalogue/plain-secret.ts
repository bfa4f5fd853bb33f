/** Secrets in the catalogue that the service must know in plain: a text, or the name of an environment variable. */
import * as z from 'zod';

const nonEmpty = z.string().trim().min(1, { abort: true });

/** @param why a hash does not do, to end the sentence with */
export function plainSecretSchema(why: string) {
  // `abort` makes one message for both forms of what would be one for each.
  const writtenSchema = z.union(
    [nonEmpty, z.strictObject({ env: nonEmpty })],
    `must be a text that is not empty, or { "env": "NAME" }: ${why}`,
  );
  return writtenSchema.transform((written, context): string => {
    if (typeof written === 'string') return written;
    const value = process.env[written.env]?.trim();
    if (value) return value;
    const message = `needs the environment variable ${written.env}, which is not set`;
    context.issues.push({ code: 'custom', message, input: written.env });
    return z.NEVER;
  });
}
