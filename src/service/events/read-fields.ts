/** Fields of events, whatever their source. Nothing else of an event is looked at. */
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { emailAddressSchema } from '../ledger/email-address.js';
import { describeFields } from '../failures/describe-fields.js';

/** An ID of theirs. They are ASCII; a NUL could not be stored. */
export const idSchema = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** An ID, or the object that has it. */
export const referenceSchema = z.union([idSchema, z.object({ id: idSchema })]);
export const idOf = (reference: z.output<typeof referenceSchema>): string =>
  typeof reference === 'string' ? reference : reference.id;

/** Seconds since 1970, until the year 9999. */
export const secondsSchema = z.int().min(0).max(253_402_300_799);

/** An address that is none says the same as no address: there is nobody to let in. */
export const lenientEmailSchema = z
  .unknown()
  .optional()
  .transform((value) => emailAddressSchema.safeParse(value).data ?? null);

/** @throws {PrivatePodcastError} `bad-input`, naming the fields that are wrong. */
export function readFields<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const { data, error } = schema.safeParse(value);
  if (error) throw new PrivatePodcastError('bad-input', describeFields(error, 'Send an event.'));
  return data;
}
