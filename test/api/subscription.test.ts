/** The element's reader of a Subscription and the handler's schema say the same of every body. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readSubscription } from '../../src/api/subscription.js';
import { subscriptionSchema } from '../../src/api/subscription-schema.js';
import { timesAsMany } from '../support/laws/times-as-many.js';

/** JSON has no undefined, so a field without a value is not sent. */
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const least = { feedUrl: 'https://feeds.example/s3cr3t', title: '', sku: 'sid:one' };
const all = {
  ...least,
  consumeUrl: 'https://service.example/consume',
  parserUrl: 'http://127.0.0.1:8787',
  parserFormat: 'service',
  handoff: true,
  streamingUrl: 'HTTPS://music.example/show/1',
  streamingLinkUrl: 'https://ö.example/日本',
  canReset: true,
  hasConnections: true,
  connections: [
    { app: 'overcast', name: 'Overcast', lastFetchedAt: '2026-03-01T12:00:00Z' },
    { name: 'Some app', lastFetchedAt: '2026-02-01T12:00:00.5+01:00' },
  ],
};
const values = fc.constantFrom<unknown>(
  ...['', 'text', 'true', '/relative', 'javascript:alert(1)', 'https://', 'ftp://a.example'],
  ...['feed:https://a.example', 'https://a.example/\ud800', 'https://a.example', undefined],
  ...[null, 7, 1, true, false, {}, []],
);
const given = [undefined, null, 'text', 7, [], [least], {}];

describe('readSubscription and subscriptionSchema', () => {
  it('read what a handler writes', () => {
    for (const body of [least, all]) {
      expect(overTheWire(readSubscription({ ...body, later: { x: 1 } }))).toEqual(body);
      expect(overTheWire(z.parse(subscriptionSchema, { ...body, later: 1 }))).toEqual(body);
    }
    expect(Object.keys(subscriptionSchema.shape).sort()).toEqual(Object.keys(all).sort());
  });

  it('leave out an app that has no id of its own', () => {
    const unnamed = { name: 'Some app', lastFetchedAt: '2026-03-01T12:00:00Z' };
    for (const app of ['', 7, null]) {
      const body = { ...least, connections: [{ ...unnamed, app }] };
      expect(overTheWire(readSubscription(body))).toEqual({ ...least, connections: [unnamed] });
      expect(overTheWire(z.parse(subscriptionSchema, body))).toEqual(
        overTheWire(readSubscription(body)),
      );
    }
  });

  it('say the same of every body', () => {
    const changed = fc
      .dictionary(fc.constantFrom(...Object.keys(all)), values, { maxKeys: 4 })
      .chain((change) => fc.constantFrom({ ...least, ...change }, { ...all, ...change }));
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom<unknown>(...given), changed), (body) => {
        const written = z.safeParse(subscriptionSchema, body);
        if (written.success)
          expect(overTheWire(readSubscription(body))).toEqual(overTheWire(written.data));
        else
          expect(() => readSubscription(body)).toThrow(
            expect.objectContaining({ code: 'bad-response' }),
          );
      }),
      { numRuns: timesAsMany(300) },
    );
  });
});
