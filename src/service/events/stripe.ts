/** Events of Stripe. Nothing is asked of Stripe: what is not in an event is in another one. */
import * as z from 'zod';
import {
  endWithGrace,
  type MemberEvent,
  type ProductAccess,
  type ReadEvent,
  type Stamp,
} from './member-event.js';
import {
  idOf,
  idSchema,
  lenientEmailSchema,
  readFields,
  referenceSchema,
  secondsSchema,
} from './read-fields.js';

const envelopeSchema = z.object({
  id: idSchema,
  created: secondsSchema,
  data: z.object({ object: z.unknown() }),
});
const typeSchema = z.object({ type: z.string() });

const customerSchema = z.object({ id: idSchema, email: lenientEmailSchema });

const priceSchema = z.object({ id: idSchema, product: referenceSchema.optional() });
const periodShape = {
  current_period_start: secondsSchema.nullish(),
  current_period_end: secondsSchema.nullish(),
};
/** Since its version of 2025-03-31, Stripe has the period in each item; before, in the subscription. */
const subscriptionSchema = z.object({
  id: idSchema,
  customer: referenceSchema,
  status: z.string(),
  ...periodShape,
  items: z.object({
    data: z.array(
      z.object({ price: priceSchema.nullish(), plan: priceSchema.nullish(), ...periodShape }),
    ),
  }),
});
type Subscription = z.output<typeof subscriptionSchema>;
type Period = Pick<Subscription, keyof typeof periodShape>;

const summarySchema = z.object({
  customer: idSchema,
  entitlements: z.object({
    data: z.array(
      z.object({ feature: referenceSchema, lookup_key: z.string().max(255).nullish() }),
    ),
  }),
});

const paymentSchema = z.object({
  customer: referenceSchema.nullish(),
  customer_email: lenientEmailSchema,
  customer_details: z.object({ email: lenientEmailSchema }).nullish(),
});

/** Reads the object of an event of one kind. */
type Reader = (object: unknown, stamp: Stamp, type: string) => MemberEvent | undefined;

/**
 * Until when an item may be heard; `null` if it may not. While a payment is due, the period that has
 * begun is not paid for.
 */
function endOf({ status }: Subscription, period: Period): number | null | undefined {
  const end = status === 'past_due' ? period.current_period_start : period.current_period_end;
  if (!['active', 'trialing', 'past_due'].includes(status)) return null;
  return end === undefined || end === null ? undefined : end * 1000;
}
function accessOf(subscription: Subscription): ProductAccess[] {
  return subscription.items.data.flatMap(({ price, plan, ...period }) => {
    const sold = price ?? plan;
    const own = period.current_period_end === undefined ? subscription : period;
    const end = endOf(subscription, own);
    if (!sold || end === null) return [];
    const until = end === undefined ? undefined : endWithGrace(end);
    const ids = [sold.id, ...(sold.product === undefined ? [] : [idOf(sold.product)])];
    return [{ ids, until }];
  });
}

const readCustomer: Reader = (object, stamp, type) => {
  const { id: subject, email } = readFields(customerSchema, object);
  if (type === 'customer.deleted') return { ...stamp, rank: [3], subject, isDeleted: true };
  return { ...stamp, subject, address: { of: 'member', email } };
};

const readSubscription: Reader = (object, stamp, type) => {
  const subscription = readFields(subscriptionSchema, object);
  const access = type.endsWith('.deleted') ? [] : accessOf(subscription);
  // Stripe's times are whole seconds. Of two states of one second, the one further on counts.
  const step = type.endsWith('.created') ? 0 : type.endsWith('.deleted') ? 2 : 1;
  const ends = subscription.items.data.map((item) => item.current_period_end ?? 0);
  const end = Math.max(subscription.current_period_end ?? 0, ...ends);
  return {
    ...stamp,
    rank: [step, end, access.length],
    subject: idOf(subscription.customer),
    subscription: { key: subscription.id, access },
  };
};

const readSummary: Reader = (object, stamp) => {
  const { customer, entitlements } = readFields(summarySchema, object);
  const access = entitlements.data.map(({ feature, lookup_key: key }) => ({
    ids: key ? [idOf(feature), key] : [idOf(feature)],
  }));
  const rank = [access.length];
  return { ...stamp, rank, subject: customer, subscription: { key: 'entitlements', access } };
};

/** Reads the address of a payment: the customer may be older than this endpoint. */
const readPayment: Reader = (object, stamp) => {
  const { customer, customer_email, customer_details } = readFields(paymentSchema, object);
  const email = customer_email ?? customer_details?.email;
  if (!customer || !email) return undefined;
  return { ...stamp, subject: idOf(customer), address: { of: 'payment', email } };
};

function readerOf(type: string): Reader | undefined {
  if (/^customer\.(created|updated|deleted)$/.test(type)) return readCustomer;
  if (type.startsWith('customer.subscription.')) return readSubscription;
  if (type === 'entitlements.active_entitlement_summary.updated') return readSummary;
  return ['checkout.session.completed', 'invoice.paid'].includes(type) ? readPayment : undefined;
}

export const readStripeEvent: ReadEvent = (body) => {
  const { type } = readFields(typeSchema, body);
  const read = readerOf(type);
  if (!read) return undefined;
  const { id, created, data } = readFields(envelopeSchema, body);
  return read(data.object, { id, at: created * 1000, rank: [0] }, type);
};
