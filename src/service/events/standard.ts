/**
 * Events of a publisher's own systems, signed as Standard Webhooks: `membership.started`,
 * `membership.changed`, `membership.ended` and `member.deleted` (docs/service.md 7).
 */
import * as z from 'zod';
import { emailAddressSchema } from '../ledger/email-address.js';
import { untilSchema } from '../ledger/grant.js';
import type { ReadEvent } from './member-event.js';
import { idSchema, readFields } from './read-fields.js';

const typeSchema = z.object({ type: z.string() });
const timeSchema = z.object({ timestamp: z.iso.datetime({ offset: true }).optional() });

/** The sender's own name of a product, in any letters that a database can keep. */
const productSchema = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u);

/** Strict: a misspelt `until` must not become a grant without end. */
const membershipSchema = z.strictObject({
  email: emailAddressSchema,
  member: idSchema.optional(),
  product: productSchema,
  until: untilSchema.optional(),
});
const goneSchema = z
  .strictObject({ email: emailAddressSchema.optional(), member: idSchema.optional() })
  .refine(({ email, member }) => email !== undefined || member !== undefined, { path: ['email'] });

/** A member without an ID is known by the address. */
const subjectOf = ({ email, member }: z.output<typeof goneSchema>) =>
  member === undefined ? `email ${email ?? ''}` : `member ${member}`;

const ranks = new Map([
  ['membership.started', 0],
  ['membership.changed', 1],
  ['membership.ended', 2],
  ['member.deleted', 3],
]);

export const readStandardEvent: ReadEvent = (body, { header }) => {
  const { type } = readFields(typeSchema, body);
  const rank = ranks.get(type);
  if (rank === undefined) return undefined;
  const { timestamp } = readFields(timeSchema, body);
  const sent = Number.parseInt(header('webhook-timestamp') ?? '') * 1000;
  const stamp = {
    id: readFields(idSchema, header('webhook-id')),
    at: timestamp === undefined ? sent : Date.parse(timestamp),
    rank: [rank],
  };
  if (type === 'member.deleted') {
    const { data } = readFields(z.object({ data: goneSchema }), body);
    return { ...stamp, subject: subjectOf(data), isDeleted: true };
  }
  const { data } = readFields(z.object({ data: membershipSchema }), body);
  const { email, product, until } = data;
  return {
    ...stamp,
    subject: subjectOf(data),
    address: { of: 'member', email },
    subscription: {
      key: product,
      access: type === 'membership.ended' ? [] : [{ ids: [product], until }],
    },
  };
};
