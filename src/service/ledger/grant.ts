/** A grant: one member's access to one product, for a time or without end. */
import * as z from 'zod';
import { emailAddressSchema } from './email-address.js';

/** Last day (UTC) or exact end of a membership, ISO 8601. Without it, the membership does not end. */
export const untilSchema = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  'must be an ISO 8601 date, such as 2030-12-31',
);

export const skuSchema = z
  .string()
  .regex(/^[\w-]+:[\w.-]+$/, 'must have the form <prefix>:<opaque_id>');

/** Where a grant was made: `catalogue`, `admin` for an operator's call, or `events/<name>`. */
export const sourceSchema = z
  .string()
  .regex(/^[\w-]+(\/[\w.-]+)?$/, 'must be a source that this service names');

export const grantSchema = z.strictObject({
  email: emailAddressSchema,
  sku: z.string(),
  until: untilSchema.optional(),
});

export type Grant = z.output<typeof grantSchema>;

/** The end of a grant in milliseconds. A date without a time includes the whole day. */
export function endOf({ until }: Pick<Grant, 'until'>): number {
  if (until === undefined) return Infinity;
  return Date.parse(until.includes('T') ? until : `${until}T23:59:59.999Z`);
}

/** Whether access that ends at a time goes on; `undefined` if there never was any. */
export const isOpenUntil = (endsAt: Date | number | undefined, now: Date): boolean =>
  endsAt !== undefined && Number(now) <= Number(endsAt);

/** Whether somebody may hear a product whose access by grants ends at a time. */
export const mayHear = (
  { access }: { access: 'everyone' | 'granted' },
  endsAt: Date | number | undefined,
  now: Date,
): boolean => access === 'everyone' || isOpenUntil(endsAt, now);
