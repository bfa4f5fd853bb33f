/** What events say, however their sender spells it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventKinds } from '../../../src/service/events/event-kinds.js';
import {
  ghostMember,
  sign,
  stripeEvent,
  stripeSubscription,
  type SourceName,
} from '../../support/feed-service/event-senders.js';
import { signedRequest } from '../../support/feed-service/signed-request.js';
import { same, spelt } from '../../support/laws/same.js';
import { anyCase, blanksAround } from '../../support/laws/spellings/text.js';
import { isoDate, instants } from '../../support/laws/spellings/values.js';

const DAY = 86_400_000;
const now = Date.parse('2026-11-26T12:00:00Z');
const kindOf = { billing: 'stripe', ghost: 'ghost', standard: 'standard' } as const;

/** What an event says, but for its stamp. */
function said(name: SourceName, body: object) {
  const text = JSON.stringify(body);
  return eventKinds[kindOf[name]].read(
    JSON.parse(text),
    signedRequest(sign[name]({ body: text, at: now, id: 'x' }), text),
  );
}

const address = fc.constantFrom('jane@example.org', 'j.doe+pod@mail.example');
const spelledAddress = spelt(address, (plain) => anyCase(plain).chain(blanksAround(' \t')));

describe('read: an address', () => {
  it.each<[string, SourceName, (email: string) => object]>([
    [
      'standard',
      'standard',
      (email) => ({ type: 'membership.started', data: { email, product: 'gold', member: '1' } }),
    ],
    ['ghost', 'ghost', (email) => ghostMember({ id: '1', email })],
    ['customer', 'billing', (email) => stripeEvent('customer.updated', { id: 'cus', email }, 1)],
    [
      'session',
      'billing',
      (email) =>
        stripeEvent(
          'checkout.session.completed',
          { customer: 'cus', customer_details: { email } },
          1,
        ),
    ],
    [
      'invoice',
      'billing',
      (email) => stripeEvent('invoice.paid', { customer: 'cus', customer_email: email }, 1),
    ],
  ])('is read alike however it is typed: %s', (_of, name, body) =>
    same(
      (email) => said(name, body(email))?.address?.email,
      spelledAddress,
      (plain) => plain,
    ),
  );
});

describe('read: Stripe', () => {
  const plain = stripeSubscription({ start: 1_800_000_000, end: 1_802_592_000 });
  const read = (subscription: object, type = 'updated') => {
    const event = said(
      'billing',
      stripeEvent(`customer.subscription.${type}`, subscription, 1, 'e'),
    );
    return { subject: event?.subject, ...event?.subscription };
  };
  const [item] = plain.items.data;
  const { current_period_start, current_period_end, price, ...bare } = item!;
  const period = { current_period_start, current_period_end };
  const reference = (id: string) =>
    fc.constantFrom<unknown>(id, { id, object: 'any', name: 'More' });

  it('reads an ID or the object that has it, `price` or `plan`, and the period of the item or of the subscription', () =>
    fc.assert(
      fc.property(
        reference('cus_1'),
        reference('prod_show'),
        fc.constantFrom('price', 'plan'),
        fc.boolean(),
        fc.constantFrom({}, { metadata: { a: 1 }, canceled_at: null }),
        (customer, product, sold, inItem, more) => {
          const items = [{ ...bare, ...(inItem && period), [sold]: { ...price, product } }];
          const spelling = {
            ...plain,
            ...more,
            ...(!inItem && period),
            customer,
            items: { data: items },
          };
          expect(read(spelling)).toEqual(read(plain));
        },
      ),
    ));

  const end = new Date(1_802_592_000_000 + 7 * DAY).toISOString();
  const start = new Date(1_800_000_000_000 + 7 * DAY).toISOString();
  it.each([
    ['trialing', end],
    ['active', end],
    ['past_due', start],
    ...['incomplete', 'incomplete_expired', 'canceled', 'unpaid', 'paused', 'ACTIVE', ''].map(
      (status) => [status, undefined],
    ),
  ])('gives access to who is %s until %s', (status, until) => {
    const access = until === undefined ? [] : [{ ids: ['price_1', 'prod_show'], until }];
    expect(read({ ...plain, status }).access).toEqual(access);
    expect(read({ ...plain, status }, 'deleted').access).toEqual([]);
  });
});

describe('read: Ghost', () => {
  const ends = ['2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'];
  const subscription = fc.record({
    status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'canceled'),
    cancel_at_period_end: fc.constantFrom(true, true, true, false, null, undefined),
    current_period_end: fc.constantFrom(...ends, ...ends, null, undefined),
    price: fc.constantFrom({ tier: { tier_id: 'a' } }, { tier: { tier_id: 'b' } }),
  });

  it('ends a tier with the last of its open subscriptions if all are cancelled, and when it was given until if it was', () =>
    fc.assert(
      fc.property(
        fc.array(subscription, { maxLength: 4 }),
        fc.constantFrom(undefined, null, '2026-12-24T00:00:00.000Z'),
        (subscriptions, expiry_at) => {
          const tiers = [{ id: 'a', expiry_at }];
          const event = said('ghost', ghostMember({ id: '1', email: null, tiers, subscriptions }));
          const open = subscriptions.filter(
            ({ status, price }) => status !== 'canceled' && price.tier.tier_id === 'a',
          );
          const lasts = open.some((each) => !each.cancel_at_period_end || !each.current_period_end);
          const last = open
            .map((each) => each.current_period_end ?? '')
            .sort()
            .at(-1);
          const end =
            lasts || !last ? undefined : new Date(Date.parse(last) + 7 * DAY).toISOString();
          expect(event?.subscription?.access).toEqual([
            { ids: ['a', 'paid'], until: expiry_at ?? end },
          ]);
        },
      ),
    ));
});

describe('read: Standard Webhooks', () => {
  const event = {
    type: 'membership.changed',
    data: { email: 'jane@example.org', product: 'gold', member: '1' },
  };
  it('orders by the timestamp in any zone, and else by the header', async () => {
    await same(
      (timestamp) => said('standard', { ...event, timestamp })?.at,
      spelt(
        instants.map((instant) => instant.toISOString()),
        (plain) => isoDate(new Date(plain)).filter((text) => text.includes('T')),
      ),
      (plain) => Date.parse(plain),
    );
    expect(said('standard', event)?.at).toBe(now);
  });

  it.each(['untill', 'Until', 'sku', 'mail'])('refuses the unknown field %s', (field) => {
    const data = { ...event.data, [field]: '2027-01-01' };
    expect(() => said('standard', { ...event, data })).toThrow(new RegExp(field));
  });
});
