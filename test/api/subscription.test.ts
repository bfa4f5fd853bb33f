import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readSubscription } from '../../src/api/subscription.js';
import { subscriptionSchema } from '../../src/api/subscription-schema.js';
import { subscriptionCases } from './subscription-cases.js';

/** JSON has no undefined, so a field without a value is not sent. */
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('subscriptionSchema', () => {
  it.each(subscriptionCases)('writes $name', ({ body, read }) => {
    const written = z.safeParse(subscriptionSchema, body);
    expect(written.success).toBe(read !== undefined);
    if (read) expect(overTheWire(written.data)).toEqual(read);
  });

  it('has the fields that readSubscription returns', () => {
    const least = { feedUrl: 'https://f.example', title: '', sku: '' };
    expect(Object.keys(readSubscription(least)).sort()).toEqual(
      Object.keys(subscriptionSchema.shape).sort(),
    );
  });
});

describe('readSubscription', () => {
  it.each(subscriptionCases)('reads $name', ({ body, read }) => {
    if (read) expect(overTheWire(readSubscription(body))).toEqual(read);
    else {
      expect(() => readSubscription(body)).toThrow(
        expect.objectContaining({ code: 'bad-response' }),
      );
    }
  });
});
