/**
 * Requests of a caller who leaves must end. The call itself is over in any case, so a request that
 * lost its signal on the way would go on unseen.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFeedServiceClient } from '../../src/api/client.js';
import { failure } from '../support/operator/failures.js';
import { configFor, secrets, startOperator, type Operator } from '../support/operator/operator.js';
import { until } from '../support/waiting/until.js';

let operator: Operator;
beforeEach(async () => (operator = await startOperator()));
afterEach(() => operator.close());

describe('createFeedServiceClient: when the caller leaves', () => {
  it.each([
    ['issueToken', 'POST /oauth/token'],
    ['privateFeed', 'POST /oauth/token'],
    ['privateFeed', 'GET /profile/email/'],
    ['privateFeed', 'POST /vault/entitlements/auto-onboard'],
    ['privateFeed', 'GET /vault/entitlements/ent%3A1/access'],
    ['connections', 'GET /vault/entitlements/ent%3A1/connections'],
    ['resetFeed', 'POST /vault/entitlements/ent%3A1/reset'],
  ] as const)('aborts the request that %s waits for: %s', async (call, line) => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const client = createFeedServiceClient({
      ...configFor(operator.url),
      extensions: true,
      fetch: (input, init) => {
        const { pathname } = new URL(input as string);
        if (!`${init?.method} ${pathname}`.startsWith(line)) return fetch(input, init);
        signals.push(init?.signal);
        return new Promise(() => undefined);
      },
    });
    const controller = new AbortController();
    const { signal } = controller;
    const asked = failure(client[call]({ email: secrets.email, sku: 'sid:one', signal }));
    await until(() => expect(signals).toHaveLength(1));
    expect(signals[0]?.aborted).toBe(false);
    controller.abort();
    expect((await asked).code).toBe('aborted');
    expect(signals[0]?.aborted).toBe(true);
  });
});
