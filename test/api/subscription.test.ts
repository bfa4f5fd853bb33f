import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readSubscription } from '../../src/api/subscription.js';
import { subscriptionSchema } from '../../src/api/subscription-schema.js';
import { subscriptionCases } from './subscription-cases.js';

/** What goes over the wire: JSON has no undefined. */
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(subscriptionCases)('$name', ({ body, read }) => {
  it('is written by the schema', () => {
    const written = z.safeParse(subscriptionSchema, body);
    expect(written.success).toBe(read !== undefined);
    if (read) expect(overTheWire(written.data)).toEqual(read);
  });

  it('is read by the reader', () => {
    if (read) expect(overTheWire(readSubscription(body))).toEqual(read);
    else {
      expect(() => readSubscription(body)).toThrow(
        expect.objectContaining({ code: 'bad-response' }),
      );
    }
  });
});

it('has the same fields in both', () => {
  const least = { feedUrl: 'https://f.example', title: '', sku: '' };
  expect(Object.keys(readSubscription(least)).sort()).toEqual(
    Object.keys(subscriptionSchema.shape).sort(),
  );
});
