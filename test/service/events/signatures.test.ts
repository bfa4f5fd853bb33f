/** Which events are believed: as their senders publish it, as senders sign here, and never with anything changed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IsSigned } from '../../../src/service/events/member-event.js';
import {
  isSignedByGhost,
  isSignedByStandard,
  isSignedByStripe,
} from '../../../src/service/events/signatures.js';
import { secrets, sign, type SourceName } from '../../support/feed-service/event-senders.js';
import { signedRequest } from '../../support/feed-service/signed-request.js';

const now = Date.parse('2026-11-26T12:00:00Z');
const checks: Record<SourceName, IsSigned> = {
  billing: isSignedByStripe,
  ghost: isSignedByGhost,
  standard: isSignedByStandard,
};
const names = Object.keys(checks) as SourceName[];

type Headers = Record<string, string>;
const isTaken = (name: SourceName, headers: Headers, body: string, secret = secrets[name]) =>
  checks[name](signedRequest(headers, body), secret, new Date(now));

describe.each(names)('isSigned: %s', (name) => {
  it('believes a signature for five minutes on either side of the clock', () => {
    const believed = [-301, -300, -299, 0, 299, 300, 301].filter((seconds) =>
      isTaken(name, sign[name]({ body: '{}', at: now + seconds * 1000 }), '{}'),
    );
    expect(believed).toEqual([-300, -299, 0, 299, 300]);
  });

  it('believes any body as it was signed, and none with one byte or one character of a header changed', () =>
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('~', '0'), (body, place, put) => {
        const headers = sign[name]({ body, at: now });
        expect(isTaken(name, headers, body)).toBe(true);
        const at = place % body.length;
        const changed = body.slice(0, at) + put + body.slice(at + 1);
        if (changed !== body) expect(isTaken(name, headers, changed)).toBe(false);
        for (const [header, value] of Object.entries(headers)) {
          if (header === 'Content-Type') continue;
          const inside = place % value.length;
          const digit = value[inside] === '1' ? '2' : '1';
          const other = value.slice(0, inside) + digit + value.slice(inside + 1);
          expect(isTaken(name, { ...headers, [header]: other }, body)).toBe(false);
          const without = Object.fromEntries(
            Object.entries(headers).filter(([each]) => each !== header),
          );
          expect(isTaken(name, without, body)).toBe(false);
        }
      }),
      { numRuns: 20 },
    ));

  it('refuses bytes that only read like the text that was signed', () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x22, 0xff, 0x22]);
    const headers = sign[name]({ body: bytes.toString('utf8'), at: now });
    const request = { ...signedRequest(headers, ''), body: bytes };
    expect(checks[name](request, secrets[name], new Date(now))).toBe(false);
  });
});

describe('isSignedByStripe', () => {
  const signature = 'f0bdba6d4eacbd8ad8a3bbadd7248e633ec1477f7899c124c51b39405fa36613';
  const testSignature = '63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef';
  const at = 1_533_204_620;
  /** The event that the tests of stripe-dotnet have with its signature. */
  const invoiceItem = {
    id: 'ii_123',
    object: 'invoiceitem',
    amount: 1000,
    currency: 'usd',
    customer: 'cus_123',
    date: at,
    description: 'Test Invoice Item',
    discountable: false,
    invoice: 'in_123',
    livemode: false,
    metadata: {},
    period: { start: at, end: at },
    plan: null,
    proration: false,
    quantity: null,
    subscription: null,
  };
  const event = {
    id: 'evt_123',
    object: 'event',
    account: 'acct_123',
    api_version: '2017-05-25',
    created: at,
    data: { object: invoiceItem },
    livemode: false,
    pending_webhooks: 1,
    request: { id: 'req_123', idempotency_key: 'idempotency-key-123' },
    type: 'invoiceitem.created',
  };
  const isPublished = (header: string) => {
    const body = `${JSON.stringify(event, undefined, 2)}\n`;
    const request = signedRequest({ 'Stripe-Signature': header }, body);
    return isSignedByStripe(request, 'webhook_secret', new Date(at * 1000));
  };

  it('believes the signature that Stripe has published', () => {
    expect(isPublished(`t=${at},v1=${signature},v0=${testSignature}`)).toBe(true);
  });

  it('believes one right signature of several, and only as v1', () => {
    const other = '0'.repeat(64);
    const believed = [
      `t=${at},v1=${other},v1=${signature}`,
      `t=${at},v1=${signature},v1=${other}`,
      `t=${at},v1=${other},v0=${signature}`,
      `t=${at},v1=${other}`,
      `t=${at},v1=${testSignature}`,
      `t=${at},v1=`,
      `t=${at}`,
    ].map(isPublished);
    expect(believed).toEqual([true, true, false, false, false, false, false]);
  });

  it('refuses a header with two times, of which one is signed', () => {
    const ahead = sign.billing({ body: '{}', at: now + 2_000_000 })['Stripe-Signature']!;
    const good = sign.billing({ body: '{}', at: now })['Stripe-Signature']!;
    const soon = `t=${now / 1000}`;
    const headers = [
      `${soon},${ahead}`,
      `${soon}, ${ahead}`,
      `${ahead},${soon}`,
      `t=,${good}`,
      `${good},t=${now / 1000 + 1}`,
    ];
    expect(
      headers.filter((header) => isTaken('billing', { 'Stripe-Signature': header }, '{}')),
    ).toEqual([]);
  });
});

describe('isSignedByStandard', () => {
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  const at = 1_614_265_330;
  const isPublished = (sent: string, secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': String(at),
      'webhook-signature': sent,
    };
    const request = signedRequest(headers, '{"test": 2432232314}');
    return isSignedByStandard(request, secret, new Date(at * 1000));
  };

  it('believes the signature that Standard Webhooks has published', () => {
    expect(isPublished(signature)).toBe(true);
    expect(isPublished(signature, 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(true);
  });

  it('believes one right signature of several, and only as v1', () => {
    const other = `v1,${'A'.repeat(43)}=`;
    const believed = [
      `${other} ${signature}`,
      `${signature} ${other}`,
      `v1a,${'A'.repeat(86)}== ${signature}`,
      `${other} ${signature.replace('v1', 'v2')}`,
      `${other},${signature}`,
      other,
      'v1,',
      'v1',
    ].map((sent) => isPublished(sent));
    expect(believed).toEqual([true, true, true, false, false, false, false, false]);
  });
});

describe('isSignedByGhost', () => {
  it('believes a signature that OpenSSL has made', () => {
    // printf '{"member":{}}1764158400000' | openssl dgst -sha256 -hmac a-secret-that-a-publisher-chose
    const header =
      'sha256=27ce1f678fe5f9397ce463503ae123398100653298d1368dddab444141c2627f, t=1764158400000';
    const request = signedRequest({ 'X-Ghost-Signature': header }, '{"member":{}}');
    expect(isSignedByGhost(request, secrets.ghost, new Date(1_764_158_400_000))).toBe(true);
  });
});
