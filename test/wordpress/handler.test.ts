/** The plugin's endpoint under the tests of every subscribe handler, and under a run of `site`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeHandler } from '../contract/handler-contract.js';
import type { RunningHandler } from '../contract/handler-requests.js';
import { problemCodeOf } from '../../src/publisher/handler/problem.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import { faultsIn, resultsOf, startHealthyOperator } from '../support/publisher/site.js';
import { expectNoSecret } from '../support/operator/failures.js';
import { startFaultyOperator, type FaultyOperator } from '../support/operator/faulty-operator.js';
import { casesAt, goodBodies, runAll } from '../support/operator/faults.js';
import { page, secret } from '../support/publisher/member.js';
import { configFor, secrets } from '../support/operator/operator.js';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import { describeInWordPress, endpoint, headersOf, wordPress } from './publisher.js';

describeInWordPress('SubscribeHandler', () => {
  describeHandler('in WordPress', async (setup): Promise<RunningHandler> => {
    await wordPress.forget();
    return {
      url: endpoint,
      headers: headersOf(setup),
      log: () => wordPress.log(),
      close: () => Promise.resolve(),
    };
  });

  it('passes a run of `site`', async () => {
    const operator = await startHealthyOperator();
    const config = configFor(operator.url);
    const own = headersOf({ service: config, secret, allowedOrigins: [page] });
    const found = await resultsOf(
      { ...config, handlerUrl: endpoint, subscribeSecret: secret },
      {
        origin: page,
        fetch: (input, init) => {
          const headers = new Headers(init?.headers);
          if ((input as string).startsWith(endpoint)) {
            for (const [name, value] of Object.entries(own)) headers.set(name, value);
          }
          return fetch(input, { ...init, headers });
        },
      },
    );
    await operator.close();
    const ofHandler = found.filter(({ section }) => section === 'handler');
    expect(ofHandler).toHaveLength(6);
    expect(faultsIn(ofHandler)).toEqual([]);
  });
});

describeInWordPress(
  'SubscribeHandler: each call of the operator × every way for it to fail',
  () => {
    // The site asks no parser, and the bytes that come one by one are all there within its 8 seconds.
    const asked = casesAt(Date.now()).filter(
      ({ call, name, row }) => call !== '4.5' && row.fault !== 'refused' && name !== 'byte by byte',
    );
    const results = new Map<string, { code: string; retryAfter: number; text: string }>();
    let operator: FaultyOperator;

    beforeAll(async () => {
      await wordPress.forget();
      operator = await startFaultyOperator(goodBodies);
      const token = await createSubscribeToken({ email: secrets.email, sku: 'sid:one' }, secret);
      // Half as many as PHP's server has workers: the others answer what WordPress asks itself.
      await runAll(asked, 4, async ({ id, call, row }) => {
        if (row.fault !== 'refused') operator.plan(id, call, row.fault);
        const headers = headersOf({
          service: configFor(operator.urlOf(id)),
          secret,
          allowedOrigins: [],
        });
        const response = await fetch(endpoint, {
          headers: { ...headers, authorization: `Bearer ${token}` },
        });
        const text = await response.text();
        const { code = 'ok' } = JSON.parse(text) as { code?: string };
        results.set(id, { code, retryAfter: Number(response.headers.get('retry-after')), text });
      });
    }, 180_000);
    afterAll(() => operator.close());

    it.each(asked)('$call: $name', ({ id, call, row }) => {
      const { code, retryAfter, text } = results.get(id)!;
      const wanted = row.code[call];
      expect(code).toBe(
        wanted === 'ok' ? 'ok' : problemCodeOf(new PrivatePodcastError(wanted, '')),
      );
      if (code !== 'ok') expectNoSecret(text, [secret]);
      if (row.retryAfter === undefined) return;
      // Dates were written when the table was read.
      expect(retryAfter).toBeGreaterThan(row.retryAfter > 60 ? row.retryAfter - 300 : 0);
      expect(retryAfter).toBeLessThanOrEqual(row.retryAfter);
    });

    it('writes one line for each kind into the log, without a secret', () => {
      const log = wordPress.log();
      expectNoSecret(log, [secret]);
      for (const kind of ['timeout', 'network', 'unauthorized', 'forbidden', 'no-feed']) {
        expect(log).toContain(`private-podcast-subscribe: ${kind}`);
      }
    });
  },
);
