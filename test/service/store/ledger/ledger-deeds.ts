/** Draws what may be done to a ledger of few members who share few addresses. */
import fc from 'fast-check';
import type { Addresses } from '../../../../src/service/ledger/sources.js';
import type { StatedGrant } from '../../../../src/service/ledger/statement.js';
import type { MemberEvent } from '../../../../src/service/events/member-event.js';
import type { Line } from './ledger-model.js';

/** The kinds of the sources at first. The publisher's own may get another one. */
export const KINDS = {
  'events/ghost': 'confirmed',
  blog: 'confirmed',
  shop: 'typed',
  wordpress: 'apart',
} as const satisfies Record<string, Addresses>;

export const EMAILS = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`);
export const SKUS = ['sid:a', 'sid:b'];
export const START = Date.parse('2026-11-26T12:00:00Z');
const HOUR_MS = 3_600_000;

export type MailedGrant = StatedGrant & { email: string };

/** `after`: milliseconds since the deed before. `late`: how long before that it was stated, if not then. */
export type Deed = { after: number; late: number } & (
  | { does: 'state'; source: string; line: Line }
  | { does: 'end'; source: string; subject: string; isErased: boolean }
  | { does: 'file'; source: string; lines: Line[]; replace: boolean; force: boolean }
  | { does: 'event'; event: Omit<MemberEvent, 'at' | 'rank' | 'id'> }
  | { does: 'grants'; grants: MailedGrant[] }
  | { does: 'revoke'; grant: { sku: string; email: string } }
  | { does: 'reload'; grants: MailedGrant[] }
  | { does: 'endSource'; source: string }
  | { does: 'kind'; source: string; kind: Addresses }
  | { does: 'open'; email: string; sku: string; origin: string }
  | { does: 'enter'; source: string; subject: string; sku: string }
  | { does: 'reset'; email: string; sku: string }
  | { does: 'rotate'; sku: string; ago: number }
  | { does: 'move in'; email: string; sku: string; address: string }
  | { does: 'move out'; email: string; sku: string; isBack: boolean }
  | { does: 'forget' }
  | { does: 'again'; which: number }
);

const subject = fc.constantFrom('1', '2', '3');
const email = fc.constantFrom(...EMAILS);
const sku = fc.constantFrom(...SKUS);
const until = fc.constantFrom(
  undefined,
  undefined,
  '2026-01-01',
  '2026-11-27',
  '2026-11-26T18:00:00+02:00',
  '2027-02-01',
);
const grant = fc
  .record({ sku, until })
  .map(({ sku, until }): StatedGrant => (until === undefined ? { sku } : { sku, until }));
const grants = fc.array(grant, { maxLength: 3 });
const line = fc.record({ subject, email, grants });
const mailed = fc.tuple(grant, email).map(([given, email]): MailedGrant => ({ ...given, email }));
const own = fc.constantFrom('blog', 'shop', 'wordpress');
const rarely = fc.nat(5).map((drawn) => drawn === 5);
const timing = {
  after: fc.constantFrom(0, HOUR_MS, HOUR_MS, 30 * HOUR_MS, 24 * 60 * HOUR_MS),
  late: fc.constantFrom(0, 0, 0, 0, HOUR_MS, 40 * HOUR_MS, -HOUR_MS / 15),
};

const one = <Does extends Deed['does'], Own extends object>(
  weight: number,
  does: Does,
  fields: { [Field in keyof Own]: fc.Arbitrary<Own[Field]> },
) => ({ weight, arbitrary: fc.record({ does: fc.constant(does), ...timing, ...fields }) });

const event: fc.Arbitrary<Omit<MemberEvent, 'at' | 'rank' | 'id'>> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ subject, isDeleted: fc.constant(true) }) },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        subject,
        address: fc.record({
          of: fc.constantFrom('member' as const, 'payment' as const),
          email: fc.option(email, { freq: 6 }),
        }),
        subscription: fc.record({
          key: fc.constantFrom('k', 'l'),
          access: fc.array(
            fc.record({ ids: fc.constantFrom(['gold'], ['silver'], ['tin']), until }),
            { maxLength: 2 },
          ),
        }),
      },
      { requiredKeys: ['subject'] },
    ),
  },
);

const together = [
  one(8, 'state', { source: own, line }),
  one(3, 'end', { source: own, subject, isErased: rarely }),
  one(3, 'file', {
    source: own,
    lines: fc.array(line, { maxLength: 4 }),
    replace: fc.boolean(),
    force: fc.boolean(),
  }),
  one(5, 'event', { event }),
  one(2, 'grants', { grants: fc.array(mailed, { minLength: 1, maxLength: 3 }) }),
  one(1, 'reload', { grants: fc.array(mailed, { maxLength: 3 }) }),
  one(1, 'kind', {
    source: fc.constantFrom('blog', 'shop'),
    kind: fc.constantFrom('confirmed' as const, 'typed' as const, 'apart' as const),
  }),
  one(5, 'open', { email, sku, origin: fc.constantFrom('EXTERNAL', 'INTERNAL') }),
  one(2, 'enter', { source: own, subject, sku }),
  one(1, 'reset', { email, sku }),
  one(3, 'move in', { email, sku, address: fc.constantFrom('/rss/1?t=a', '/rss/1?t=b', '/2') }),
];

const alone = [
  one(1, 'rotate', { sku, ago: fc.constantFrom(0, 0, HOUR_MS) }),
  one(1, 'move out', { email, sku, isBack: rarely }),
  one(1, 'revoke', { grant: fc.record({ sku, email }) }),
  one(1, 'endSource', { source: fc.oneof(own, fc.constant('events/ghost')) }),
  one(1, 'forget', {}),
  one(2, 'again', { which: fc.nat(20) }),
];

const deeds = (choices: readonly { weight: number; arbitrary: fc.Arbitrary<unknown> }[]) =>
  fc.oneof(...choices) as fc.Arbitrary<Deed>;

export const stories = fc.array(deeds([...together, ...alone]), {
  minLength: 5,
  maxLength: 25,
  size: 'max',
});

/** A prime number, so that a multiple of the index is another time for each. */
const CROWD = 199;
const MINUTE_MS = 60_000;

/** Deeds that are done at once, each stated at a time of its own. */
export const crowds = fc
  .array(deeds(together), { minLength: CROWD, maxLength: CROWD })
  .map((all) =>
    all.map((deed, index) => ({ deed, at: START - ((index * 89) % CROWD) * MINUTE_MS })),
  );
