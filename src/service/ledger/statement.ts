/** A statement: all that one source gives one member now (docs/ledger.md). */
import * as z from 'zod';
import { emailAddressSchema } from './email-address.js';
import { endOf, skuSchema, untilSchema } from './grant.js';

/** No date of a grant or of the database is later. */
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** The source's own ID of a member, or `email:` and the address where it has none. */
export const subjectSchema = z
  .string()
  .regex(
    /^[^\p{Cc}\p{Cs}]{1,255}$/u,
    'must be 1 to 255 characters, none of them a control character',
  );

/** Strict: a misspelt `until` must not become a grant without end. */
export const statedGrantSchema = z.strictObject({ sku: skuSchema, until: untilSchema.optional() });

/** Body of PUT /admin/members/{source}/{subject}. */
export const statementSchema = z.strictObject({
  email: emailAddressSchema,
  grants: z.array(statedGrantSchema).max(1_000, 'must be at most 1,000'),
  at: z.iso.datetime({ offset: true }).optional(),
});

export type StatedGrant = z.output<typeof statedGrantSchema>;

/** Where a source has no ID of its own. Such a row never takes another address. */
export const EMAIL_SUBJECT = 'email:';
export const subjectOfEmail = (email: string): string => `${EMAIL_SUBJECT}${email}`;

/**
 * The last moment of the seconds that are over at a time. Access lasts for whole seconds, which is all
 * that the index keeps: so it ends for the page and for the app at once.
 */
export const lastBefore = (time: number): Date => new Date(Math.floor(time / 1000) * 1000 - 1);

/** The end of a grant as a date; the last instant for none. */
export const endDate = (grant: Pick<StatedGrant, 'until'>): Date =>
  lastBefore(Math.min(endOf(grant), LAST_INSTANT) + 1);

/** Of several grants for one product, the one that ends last, in the order of their skus. */
export function longestBySku(grants: readonly StatedGrant[]): StatedGrant[] {
  const bySku = new Map<string, StatedGrant>();
  for (const grant of grants) {
    const known = bySku.get(grant.sku);
    if (!known || endOf(grant) > endOf(known)) bySku.set(grant.sku, grant);
  }
  return [...bySku.values()].sort((one, other) => (one.sku < other.sku ? -1 : 1));
}
