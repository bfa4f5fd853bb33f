/** A grant: one member's access to one product, for a time or without end. */
import * as z from 'zod';
import { emailAddressSchema } from './email-address.js';

/** Last day (UTC) or exact end of a membership, ISO 8601. Without it, the membership does not end. */
export const untilSchema = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  'must be an ISO 8601 date',
);

export const grantSchema = z.strictObject({
  email: emailAddressSchema,
  sku: z.string(),
  until: untilSchema.optional(),
});

export type Grant = z.output<typeof grantSchema>;

/** A date without a time includes the whole day. */
export function isInForce({ until }: Pick<Grant, 'until'>, now: Date): boolean {
  if (until === undefined) return true;
  return now <= new Date(until.includes('T') ? until : `${until}T23:59:59.999Z`);
}
