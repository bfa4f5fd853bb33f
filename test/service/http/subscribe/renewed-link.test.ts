/** A new link at /subscribe, on a database whose statements take their time, as those of a pool do. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSubscribeToken } from '../../../../src/publisher/tokens/subscribe-token.js';
import { catalogueOf, createBackend, member, sku } from '../../../support/feed-service/backend.js';
import { betweenStatements } from '../../../support/feed-service/between.js';
import { page, secret } from '../../../support/publisher/member.js';
import { useDatabase, useShowFolder } from '../../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

/** A service whose resets wait for `beforeReset`. */
function backendWith(beforeReset: () => Promise<void>) {
  return createBackend({
    catalogue: catalogueOf(shows.feed),
    database: betweenStatements(database, async (text, run) => {
      if (text.includes('update pps_entitlements link set version')) await beforeReset();
      return run();
    }),
    subscribe: { secret, allowedOrigins: [page] },
    log: () => undefined,
  });
}

async function reset(backend: ReturnType<typeof createBackend>): Promise<Response> {
  const token = await createSubscribeToken({ email: member, sku }, secret);
  const headers = { Authorization: `Bearer ${token}` };
  return backend.send('/subscribe?reset', { method: 'POST', headers });
}

it('createFeedSource reads the new link once the old one has ended, however long that takes', async () => {
  let statements = 0;
  const backend = backendWith(async () => {
    statements += 1;
    for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
  });
  const old = await backend.feedUrl(member);
  const { feedUrl } = (await (await reset(backend)).json()) as { feedUrl: string };
  expect(statements).toBeGreaterThan(0);
  expect(feedUrl).not.toBe(old);
  expect((await backend.send(feedUrl)).status).toBe(200);
  expect((await backend.send(old)).status).toBe(404);
  await backend.service.close();
});

it('createFeedSource answers 5xx if the old link cannot be ended', async () => {
  const backend = backendWith(() => Promise.reject(new Error('the database failed')));
  const old = await backend.feedUrl(member);
  expect((await reset(backend)).status).toBeGreaterThanOrEqual(500);
  expect((await backend.send(old)).status).toBe(200);
  await backend.service.close();
});
