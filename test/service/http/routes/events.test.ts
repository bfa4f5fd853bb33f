import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  createBackend,
  member,
  sku,
  stranger,
} from '../../../support/feed-service/backend.js';
import {
  events,
  ghostMember,
  openSku,
  resultOf,
  sendEvent,
  stripeEvent,
  stripeSubscription,
  type Delivery,
  type SourceName,
} from '../../../support/feed-service/event-senders.js';
import { useBackend, useDatabase, useShowFolder } from '../../../support/feed-service/for-file.js';
import { storedGrants } from '../../../support/feed-service/stored-grants.js';

const database = await useDatabase();
const shows = await useShowFolder();
let lines: object[];
let time = 0;

const catalogue: Catalogue = { ...catalogueOf(shows.feed), events };
beforeEach(async () => {
  await database.exec('truncate pps_members, pps_grants, pps_users cascade');
  lines = [];
  time = 0;
});
const config = {
  catalogue,
  database,
  now: () => Date.now() + time,
  log: (line: object) => lines.push(line),
};
const backend = useBackend(config);
await backend.service.open();

const seconds = (at = Date.now()) => Math.floor(at / 1000);
const start = seconds() - 1_000;
const monthEnd = seconds() + 2_592_000;
const iso = (at: number) => new Date(at * 1000).toISOString();
const GRACE = 7 * 86_400;

const send = (name: SourceName, event: unknown, delivery: Partial<Delivery> = {}) =>
  resultOf(sendEvent(backend, name, event, delivery));
const grants = () => storedGrants(database);
const grantOf = (
  source: SourceName,
  email: string,
  until: string | null = null,
  product = sku,
) => ({
  email,
  sku: product,
  until,
  source: `events/${source}`,
});
const customer = (email: string | null, at = start, id = 'cus_1', type = 'customer.updated') =>
  stripeEvent(type, { id, object: 'customer', email }, at);
const subscribed = (at = start + 1, options = {}, type = 'customer.subscription.updated') =>
  stripeEvent(type, stripeSubscription({ start, end: monthEnd, ...options }), at);
const membership = (type: string, data: object, at = start) => ({
  type: `membership.${type}`,
  timestamp: iso(at),
  data: { email: stranger, product: 'gold', ...data },
});

describe('takeEvents: a subscription of Stripe', () => {
  it('lets its customer in until the period has ended, with a grace, and no longer', async () => {
    await expect(backend.feedUrl(stranger)).rejects.toThrow('no access');
    expect(await send('billing', customer('Stranger@Example.org'))).toBe('taken');
    expect(await send('billing', subscribed())).toBe('taken');
    expect(await grants()).toEqual([grantOf('billing', stranger, iso(monthEnd + GRACE))]);
    const feed = await backend.feedUrl(stranger);
    expect(await (await backend.send(feed)).text()).toContain('<title>Second</title>');
    time = (monthEnd + GRACE + 1 - start) * 1000;
    expect(await (await backend.send(feed)).text()).toContain('membership-ended');
  });

  it('of two states of one second has the one that is further on', async () => {
    await send('billing', customer(stranger));
    await send('billing', subscribed(start, {}, 'customer.subscription.deleted'));
    await send('billing', subscribed(start));
    expect(await grants()).toEqual([]);
    const id = 'sub_2';
    await send('billing', subscribed(start, { id }));
    const incomplete = { id, status: 'incomplete' };
    await send('billing', subscribed(start, incomplete, 'customer.subscription.created'));
    expect(await grants()).toHaveLength(1);
  });

  it('of two renewals of one second has the later, also of its second item alone', async () => {
    const { items, ...rest } = stripeSubscription({ start, end: monthEnd });
    const [item] = items.data;
    const renewedUntil = (end: number) =>
      stripeEvent(
        'customer.subscription.updated',
        { ...rest, items: { data: [item, { ...item, current_period_end: end }] } },
        start,
      );
    await send('billing', customer(stranger));
    await send('billing', renewedUntil(monthEnd + 86_400));
    await send('billing', renewedUntil(monthEnd + 3_600));
    expect(await grants()).toEqual([grantOf('billing', stranger, iso(monthEnd + 86_400 + GRACE))]);
  });
});

describe('takeEvents: entitlements of Stripe', () => {
  const summary = (features: string[], at: number) =>
    stripeEvent(
      'entitlements.active_entitlement_summary.updated',
      {
        object: 'entitlements.active_entitlement_summary',
        customer: 'cus_1',
        entitlements: {
          data: features.map((key) => ({ id: `ent_${key}`, feature: 'feat_1', lookup_key: key })),
        },
      },
      at,
    );

  it('give access as long as the summary has them', async () => {
    await send('billing', customer(stranger));
    expect(await send('billing', summary(['podcast-access'], start + 1))).toBe('taken');
    expect(await grants()).toEqual([grantOf('billing', stranger)]);
    expect(await send('billing', summary([], start + 2))).toBe('taken');
    expect(await send('billing', summary(['podcast-access'], start + 1))).toBe('older');
    expect(await grants()).toEqual([]);
  });
});

describe('takeEvents: a member of Ghost', () => {
  const id = '6512b3d0c8f7a20001aa0001';
  const paying = { id, email: stranger, status: 'paid', tiers: [{ id: 'tier1' }] };

  it('has the products of the tiers, and `paid` for any of them', async () => {
    expect(await send('ghost', ghostMember(paying))).toBe('taken');
    expect(await grants()).toEqual(
      [grantOf('ghost', stranger), grantOf('ghost', stranger, null, openSku)].sort((one, other) =>
        one.sku < other.sku ? -1 : 1,
      ),
    );
    const edited = ghostMember({ ...paying, status: 'free', tiers: [] });
    expect(await send('ghost', edited, { at: Date.now() + 1 })).toBe('taken');
    expect(await grants()).toEqual([]);
  });

  it('keeps access when a later event does not name the tiers', async () => {
    await send('ghost', ghostMember(paying));
    await send('ghost', ghostMember({ id, email: stranger }), { at: Date.now() + 1 });
    expect(await grants()).toHaveLength(2);
  });
});

describe('takeEvents: an event of Standard Webhooks', () => {
  it.each([
    ['untill', { untill: '2030-05-31' }],
    ['data.until', { until: null }],
    ['data.email', { email: 'a\u0000@example.org' }],
    ['data.email', { email: 'a\ud800@example.org' }],
    ['data.product', { product: 'gold\u0000' }],
    ['data.product', { product: 'gold\udc00' }],
    ['data.member', { member: '4\u00002' }],
    ['data.email', { email: ['a@example.org'] }],
  ])('with a wrong %s is refused by the name of the field', async (field, data) => {
    const answer = await sendEvent(backend, 'standard', membership('started', data));
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { detail: string }).detail).toContain(field);
    expect(await grants()).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'for the product %s is one of an unknown product',
    async (product) => {
      expect(await send('standard', membership('started', { product }))).toBe('unknown-product');
      expect(await grants()).toEqual([]);
    },
  );
});

describe('takeEvents: another address of the same member', () => {
  const [left, taken] = ['left@example.org', 'taken@example.org'];
  const paying = (email: string) => ({ id: 'member-1', email, tiers: [{ id: 'tier1' }] });
  const urlOf = (email: string) => backend.feedUrl(email);
  /** The version of a feed that has episodes. */
  const versionAt = async (url: string) => {
    const answer = await backend.send(new URL(url).pathname);
    expect(await answer.text()).not.toContain('membership-ended');
    return answer.headers.get('etag') ?? '';
  };

  it.each<[SourceName, boolean, [SourceName, unknown, Partial<Delivery>?][], unknown]>([
    [
      'ghost',
      true,
      [['ghost', ghostMember(paying(left)), { at: Date.now() - 2 }]],
      ghostMember(paying(taken)),
    ],
    [
      'billing',
      false,
      [
        ['billing', customer(left)],
        ['billing', subscribed()],
      ],
      customer(taken, start + 10),
    ],
    [
      'standard',
      false,
      [['standard', membership('started', { email: left, member: 'm-1' })]],
      membership('changed', { email: taken, member: 'm-1' }, start + 10),
    ],
  ])(
    'by %s changes nothing in the app, and the page has the link of before: %s',
    async (name, keepsLink, before, moving) => {
      for (const [source, event, delivery] of before) await send(source, event, delivery);
      const url = await urlOf(left);
      const version = await versionAt(url);
      expect(await send(name, moving)).toBe('taken');
      const headers = { 'if-none-match': version };
      expect((await backend.send(new URL(url).pathname, { headers })).status).toBe(304);
      const shown = await urlOf(taken);
      expect(await versionAt(shown)).toMatch(/./);
      expect(shown === url).toBe(keepsLink);
      // Whoever has the address next gets nothing of the first.
      const next = await backend.onboard({ userId: await backend.userId(left) });
      expect(await next.json()).toEqual([]);
    },
  );
});

describe('takeEvents: an event that comes again', () => {
  it.each<[SourceName, unknown]>([
    ['billing', subscribed()],
    ['ghost', ghostMember({ id: 'aaaa', email: stranger, status: 'free', tiers: [] })],
    ['standard', membership('started', {})],
  ])('from %s says nothing new', async (name, event) => {
    const delivery = { id: 'msg_1', at: Date.now() };
    await send(name, event, delivery);
    expect(await send(name, event, delivery)).toBe('repeated');
  });

  it('counts if its product was unknown, once the catalogue names it', async () => {
    const event = membership('started', { product: 'silver' });
    expect(await send('standard', event, { id: 'msg_1' })).toBe('unknown-product');
    const products = { ...events.standard.products, silver: sku };
    catalogue.events = { ...events, standard: { ...events.standard, products } };
    await backend.service.reload();
    expect(await send('standard', event, { id: 'msg_1' })).toBe('taken');
    catalogue.events = events;
    await backend.service.reload();
    expect(await grants()).toEqual([grantOf('standard', stranger)]);
  });
});

describe('takeEvents: a request', () => {
  const event = {
    billing: subscribed(),
    ghost: ghostMember({ id: 'a', email: stranger }),
    standard: membership('started', {}),
  };
  const names = Object.keys(event) as SourceName[];
  const isUntouched = async () =>
    (await database.query('select 1 from pps_members')).rows.length === 0;

  it.each(names)('to %s that is not signed is a 401 that says no more', async (name) => {
    const body = JSON.stringify(event[name]);
    const wrong: Record<string, Record<string, string>> = {
      none: { 'Stripe-Signature': '', 'X-Ghost-Signature': '', 'Webhook-Signature': '' },
      junk: { 'Stripe-Signature': 'x', 'X-Ghost-Signature': 'x', 'Webhook-Signature': 'v1' },
    };
    const other =
      name === 'standard'
        ? `whsec_${Buffer.alloc(32).toString('base64')}`
        : 'another-secret-of-some-length';
    const answers = await Promise.all([
      ...Object.values(wrong).map((headers) => sendEvent(backend, name, body, { headers })),
      sendEvent(backend, name, body, { secret: other }),
      sendEvent(backend, name, body, { at: Date.now() - 301_000 }),
      sendEvent(backend, name, body, { at: Date.now() + 310_000 }),
      sendEvent(backend, name, '', { secret: other }),
    ]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(new Set(texts).size).toBe(1);
    expect(await isUntouched()).toBe(true);
  });

  it.each(names)('to %s that is signed, and no JSON, is a 400', async (name) => {
    for (const body of ['{', '', 'null', '[]', '"text"', '{"type":7}']) {
      const status = (await sendEvent(backend, name, body)).status;
      // Without `member`, Ghost tells of something else.
      expect([400, name === 'ghost' ? 200 : 400, body === '' ? 401 : 400]).toContain(status);
    }
    expect(await isUntouched()).toBe(true);
  });

  it('of more than 64 KiB is a 413', async () => {
    const long = membership('started', { member: 'a'.repeat(70_000) });
    expect((await sendEvent(backend, 'standard', long)).status).toBe(413);
  });

  it.each<[SourceName, unknown]>([
    ['billing', stripeEvent('charge.refunded', { id: 'ch_1' }, start)],
    [
      'billing',
      {
        id: 'evt_1',
        object: 'v2.core.event',
        type: 'v1.billing.meter.x',
        created: '2026-01-01T00:00:00Z',
      },
    ],
    ['ghost', { post: { current: { id: 'a' }, previous: {} } }],
    ['standard', { type: 'user.created', data: {} }],
  ])('to %s of another kind is answered with 200 and counted', async (name, other) => {
    const counted = async () => {
      const text = await (await backend.send('/metrics')).text();
      const line = `pps_events_total{source="events/${name}",result="unknown-kind"} `;
      return Number(text.split(line)[1]?.split('\n')[0] ?? 0);
    };
    const before = await counted();
    expect(await send(name, other)).toBe('unknown-kind');
    expect(await isUntouched()).toBe(true);
    expect(await counted()).toBe(before + 1);
  });

  it.each([
    { customer: 'cus_\u0000' },
    { id: 'sub_\ud800' },
    { end: 1e300 },
    { end: -1 },
    { customer: 'a'.repeat(256) },
  ])('of Stripe with %j is a 400', async (options) => {
    expect(await send('billing', subscribed(start, options))).toBe('400');
    expect(await isUntouched()).toBe(true);
  });

  it('with an address that is none lets nobody in', async () => {
    const none = ['', 'nobody', 'a\u0000@example.org', 'a\ud800@example.org', 7, {}];
    for (const [index, email] of none.entries()) {
      expect(await send('billing', customer(email as string, start + index))).toBe('taken');
    }
    expect(await send('billing', subscribed())).toBe('no-address');
    expect(await grants()).toEqual([]);
  });

  it('that asks for something is told in the log once a minute, with a count', async () => {
    const backend = createBackend(config);
    const count = () => lines.filter((line) => 'warning' in line);
    const refused = () =>
      sendEvent(backend, 'ghost', '{}', { secret: 'another-secret-of-some-length' });
    for (let sent = 0; sent < 5; sent += 1) await refused();
    expect(count()).toMatchObject([{ warning: 'event-refused', source: 'events/ghost', count: 1 }]);
    time = 61_000;
    await refused();
    expect(count()).toMatchObject([{ count: 1 }, { count: 5 }]);
    await sendEvent(backend, 'standard', membership('started', { product: 'silver' }));
    expect(count().at(-1)).toMatchObject({ warning: 'event-unknown-product', product: 'silver' });
    const text = JSON.stringify(lines);
    for (const secret of [stranger, ...Object.values(events).map((source) => source.secret)])
      expect(text).not.toContain(secret);
  });
});

describe('takeEvents: ends and numbers at their limits', () => {
  const lastDay = '9999-12-31';

  it('takes an end in the last year that a date can name', async () => {
    expect(await send('standard', membership('started', { until: lastDay }))).toBe('taken');
    const last = seconds(Date.parse(`${lastDay}T23:59:59Z`));
    await send('billing', customer(stranger));
    expect(await send('billing', subscribed(start + 1, { end: last }))).toBe('taken');
    expect(await grants()).toMatchObject([
      { source: 'events/billing', until: '9999-12-31T23:59:59.999Z' },
      { source: 'events/standard', until: lastDay },
    ]);
  });
});

describe('takeEvents: what is kept of an event', () => {
  const kept = async () => {
    const tables = ['pps_members', 'pps_member_users', 'pps_grants', 'pps_users'];
    const rows = tables.map(async (table) => (await database.query(`table ${table}`)).rows);
    return (await Promise.all(rows)).flat();
  };

  it('is IDs, address, products and times, and no name, amount or card', async () => {
    const person = { name: 'Jane Canary', phone: '+4670canary', address: { city: 'Canary' } };
    const paid = { amount_paid: 987_654, card: { last4: 'canary' }, customer_name: 'Jane Canary' };
    await send('billing', customer(stranger));
    const object = { id: 'cus_1', object: 'customer', email: stranger, ...person };
    await send('billing', stripeEvent('customer.updated', object, start + 1));
    const invoice = { id: 'in_1', customer: 'cus_1', customer_email: stranger, ...paid };
    await send('billing', stripeEvent('invoice.paid', invoice, start + 2));
    await send('billing', subscribed(start + 3));
    await send('ghost', ghostMember({ id: 'm1', email: member, name: 'Jane Canary' }));
    await send('standard', membership('started', { ...person, ...paid }));
    const rows = await kept();
    expect(rows.length).toBeGreaterThan(6);
    expect(JSON.stringify(rows)).not.toMatch(/canary|987654|in_1/i);
  });
});
