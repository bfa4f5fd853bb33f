/** A law of what the flow remembers: an address may be another member's tomorrow. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealedCache } from '../../../src/api/cache/sealed-cache.js';
import { findFeed } from '../../../src/api/flow/find-feed.js';
import type { Keeping } from '../../../src/api/flow/member-ids.js';
import type { FlowCalls } from '../../../src/api/flow/private-feed.js';

const sku = 'sid:one';
const MINUTE = 60_000;
const addresses = ['jane@example.org', 'joe@example.org'] as const;

type Step = { passed: number } & (
  { sees: number; fresh: boolean } | { gives: number; to: string } | { ends: string }
);
const users = fc.constantFrom('one', 'two', 'three');
const which = fc.nat(addresses.length - 1);
const passed = fc.oneof(
  fc.constantFrom(0, 1, MINUTE - 1, MINUTE, 300_000, 86_400_000),
  fc.nat(2 * MINUTE),
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ passed, sees: which, fresh: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ passed, gives: which, to: users }) },
    { weight: 1, arbitrary: fc.record({ passed, ends: users }) },
  ),
  { maxLength: 15 },
);

/** An operator whose addresses change hands, and the cache of a publisher. */
class Operator {
  now = Date.parse('2026-11-26T12:00:00Z');
  /** Each holder of an address, and until when the one before may still be known. */
  readonly #holders = addresses.map((_, index) => [
    { user: ['one', 'two'][index]!, until: Infinity },
  ]);
  /** Entitlements that have ended: each user's next one has another ID. */
  readonly #ended = new Map<string, number>();
  readonly #items = new Map<string, string>();
  readonly keeping: Keeping = {
    origin: 'origin-1',
    accessTtl: 300,
    cache: createSealedCache({
      cache: {
        getItem: (key) => this.#items.get(key),
        setItem: (key, value) => this.#items.set(key, value),
      },
      secret: () => 'a secret of the publisher',
      now: () => this.now,
    }),
  };

  readonly #entitlementOf = (user: string) => `${user}-${this.#ended.get(user) ?? 0}`;
  readonly calls: FlowCalls = {
    userByEmail: (email) => {
      const holders = this.#holders[addresses.findIndex((address) => address === email)]!;
      const { user } = holders.at(-1)!;
      return Promise.resolve({ id: user, userId: user });
    },
    autoOnboard: ({ userId }) =>
      Promise.resolve([{ entitlementId: this.#entitlementOf(userId), sku }]),
    access: (entitlementId, { userId }) =>
      Promise.resolve(
        entitlementId === this.#entitlementOf(userId)
          ? [
              {
                type: 'feed',
                mimeType: 'application/rss+xml',
                url: `https://feeds.example/${entitlementId}`,
              },
            ]
          : [],
      ),
  };

  give(index: number, user: string): void {
    const holders = this.#holders[index]!;
    holders.at(-1)!.until = this.now + MINUTE;
    holders.push({ user, until: Infinity });
  }

  end(user: string): void {
    this.#ended.set(user, (this.#ended.get(user) ?? 0) + 1);
  }

  /** Whose link an address may be answered with. */
  mayBe(index: number): string[] {
    return this.#holders[index]!.flatMap(({ user, until }) => (until > this.now ? user : []));
  }
}

async function take(operator: Operator, step: Step): Promise<void> {
  operator.now += step.passed;
  if ('gives' in step) operator.give(step.gives, step.to);
  else if ('ends' in step) operator.end(step.ends);
  else {
    const { calls, keeping } = operator;
    const member = { email: addresses[step.sees]!, sku };
    const options = { createUsers: true, fresh: step.fresh, keeping };
    const { feedUrl, userId } = await findFeed(calls, member, options);
    const holder = operator.mayBe(step.sees);
    expect(step.fresh ? holder.slice(-1) : holder).toContain(userId);
    expect(feedUrl).toMatch(new RegExp(`/${userId}-\\d+$`));
  }
}

describe('findFeed', () => {
  it('answers an address that changed hands with the new holder’s link after a minute', () =>
    fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const operator = new Operator();
        const handedOver: Step[] = [
          { passed: 0, sees: 0, fresh: false },
          { passed: 0, gives: 0, to: 'three' },
          { passed: MINUTE, sees: 0, fresh: false },
        ];
        for (const step of [...taken, ...handedOver]) await take(operator, step);
      }),
    ));
});
