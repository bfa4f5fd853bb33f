/**
 * Webhooks of Ghost: `member.added`, `member.edited` and `member.deleted`. They have neither a name
 * nor an ID, and Ghost sends none when a subscription is renewed, so what is paid for has no end until
 * it is cancelled.
 */
import * as z from 'zod';
import { endWithGrace, type ProductAccess, type ReadEvent } from './member-event.js';
import { idSchema, lenientEmailSchema, readFields } from './read-fields.js';
import { ghostSignature } from './signatures.js';

const instantSchema = z.iso.datetime({ offset: true });
const tierSchema = z.object({ id: idSchema, expiry_at: instantSchema.nullish() });
const subscriptionSchema = z.object({
  status: z.string(),
  cancel_at_period_end: z.unknown().optional(),
  current_period_end: instantSchema.nullish(),
  price: z.object({ tier: z.object({ tier_id: z.string().nullish() }).nullish() }).nullish(),
});
const memberSchema = z.object({
  id: idSchema,
  email: lenientEmailSchema,
  tiers: z.array(tierSchema).optional(),
  subscriptions: z.array(subscriptionSchema).optional(),
});
type Member = z.output<typeof memberSchema>;

const bodySchema = z.object({
  member: z.object({ current: z.looseObject({}), previous: z.looseObject({}) }),
});
const goneSchema = z.object({ id: idSchema });

/** Those that Ghost itself lets in. */
const OPEN = ['active', 'trialing', 'past_due', 'unpaid'];

/** The end of what is cancelled, if nothing else that is paid for goes on. */
function cancelledEnd(subscriptions: Member['subscriptions'], tier?: string): string | undefined {
  const open = subscriptions?.filter(
    ({ status, price }) =>
      OPEN.includes(status) && (tier === undefined || price?.tier?.tier_id === tier),
  );
  const ends = open?.map(({ cancel_at_period_end: isCancelled, current_period_end: end }) =>
    isCancelled && end ? Date.parse(end) : Infinity,
  );
  const last = Math.max(...(ends ?? []));
  return Number.isFinite(last) ? endWithGrace(last) : undefined;
}

/** Stands for every tier of a member who pays or was given one. */
const PAID = 'paid';

/**
 * Reads the access of a member from the tiers. `status` does not say it: when a tier is given or taken, Ghost still sends the
 * one from before, and no second event.
 */
function accessOf({ tiers, subscriptions }: Member): ProductAccess[] | undefined {
  const access = tiers?.map(({ id, expiry_at: expiry }) => ({
    ids: [id, PAID],
    until: expiry ?? cancelledEnd(subscriptions, id),
  }));
  const isPaying = subscriptions?.some(({ status }) => OPEN.includes(status)) ?? false;
  const isWithoutTier = isPaying && access?.length === 0;
  return isWithoutTier ? [{ ids: [PAID], until: cancelledEnd(subscriptions) }] : access;
}

export const readGhostEvent: ReadEvent = (body, request) => {
  const signature = ghostSignature(request);
  const isMember = typeof body === 'object' && body !== null && Object.hasOwn(body, 'member');
  if (!signature || !isMember) return undefined;
  const { current, previous } = readFields(bodySchema, body).member;
  const stamp = { id: signature.hash, at: signature.at };
  if (Object.keys(current).length === 0) {
    const { id: subject } = readFields(goneSchema, previous);
    return { ...stamp, rank: [1], subject, isDeleted: true };
  }
  const member = readFields(memberSchema, current);
  const access = accessOf(member);
  return {
    ...stamp,
    rank: [0],
    subject: member.id,
    address: { of: 'member', email: member.email },
    ...(access && { subscription: { key: 'tiers', access } }),
  };
};
