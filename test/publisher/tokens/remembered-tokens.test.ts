import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRememberingVerifier } from '../../../src/publisher/tokens/remembered-tokens.js';
import { verificationKeys } from '../../../src/publisher/tokens/signing-key.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { ask, now as start, page, secret, tokenFor } from '../../support/publisher/member.js';
import { failure } from '../../support/operator/failures.js';
import { secrets } from '../../support/operator/operator.js';

let time = start;
beforeEach(() => {
  time = start;
});
afterEach(() => {
  vi.restoreAllMocks();
});
const verifier = (key = secret) =>
  createRememberingVerifier(verificationKeys(key), { now: () => time });

describe('createRememberingVerifier', () => {
  it('verifies the signature of a token once', async () => {
    const verify = verifier();
    const token = await tokenFor();
    const first = await verify(token);
    const signatures = vi.spyOn(crypto.subtle, 'verify');
    expect(await verify(token)).toEqual(first);
    expect(signatures).not.toHaveBeenCalled();
    await verify(await tokenFor());
    expect(signatures).toHaveBeenCalledOnce();
  });

  it('does not remember a refused token, nor accept one with another signature', async () => {
    const verify = verifier();
    const token = await tokenFor();
    await verify(token);
    const [head, claims] = token.split('.');
    const forged = `${head}.${claims}.${'A'.repeat(43)}`;
    for (let i = 0; i < 2; i++) {
      expect((await failure(verify(forged))).code).toBe('token-invalid');
    }
    const other = verifier('another-secret-of-at-least-256-bits!!');
    expect((await failure(other(token))).code).toBe('token-invalid');
  });

  it('checks the origin of each request with a remembered token', async () => {
    const handler = createSubscribeHandler({
      service: {
        privateFeed: ({ sku }) =>
          Promise.resolve({
            feedUrl: secrets.feedUrl,
            title: 'T',
            sku,
            userId: 'u',
            entitlementId: 'e',
          }),
      },
      secret,
      allowedOrigins: [page, 'https://other.example.com'],
      now: () => time,
      onError: () => undefined,
    });
    const token = await tokenFor({ origin: page });
    expect((await handler(ask(token, { origin: page }))).status).toBe(200);
    expect((await handler(ask(token, { origin: 'https://other.example.com' }))).status).toBe(401);
    expect((await handler(ask(token))).status).toBe(401);
  });
});
