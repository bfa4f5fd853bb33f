/** A service that is killed while it takes events loses none that it has answered with 200. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueOf } from '../../support/feed-service/backend.js';
import { events, resultOf, sendEvent } from '../../support/feed-service/event-senders.js';
import {
  installService,
  type InstalledService,
} from '../../support/feed-service/installed-service.js';
import { operator } from '../../support/feed-service/operator-calls.js';

/** `npm run test:all` asks for more than `npm test`. */
const KILLS = Number(process.env.KILLS ?? 2);
const TIMEOUT_MS = 600_000;

let service: InstalledService;
beforeAll(async () => {
  service = await installService();
  const catalogue = { ...catalogueOf('show.rss'), events };
  catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
  await writeFile(join(service.folder, 'catalogue.json'), JSON.stringify(catalogue));
});
afterAll(async () => {
  service.killAll();
  await service.remove();
});

const args = ['--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
const at = (url: string) => ({
  send: (path: string, init?: RequestInit) => fetch(url + path, init),
});

/** Everyone whom the service lists as granted by events. */
async function granted(url: string): Promise<Set<string>> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: operator.clientId,
    client_secret: operator.clientSecret,
    scope: 'service:admin',
  });
  const token = await fetch(`${url}/oauth/token`, { method: 'POST', body: form });
  const { access_token: access } = (await token.json()) as { access_token: string };
  const list = await fetch(`${url}/admin/grants`, {
    headers: { Authorization: `Bearer ${access}`, Accept: 'application/x-ndjson' },
  });
  const lines = (await list.text()).split('\n').filter(Boolean);
  const grants = lines.map((line) => JSON.parse(line) as { email: string; source: string });
  return new Set(
    grants.filter(({ source }) => source === 'events/standard').map(({ email }) => email),
  );
}

it(
  `takeEvents loses no acknowledged event in ${KILLS} kills`,
  { timeout: TIMEOUT_MS },
  async () => {
    const acknowledged = new Map<string, boolean>();
    for (let round = 0; round < KILLS; round += 1) {
      const { program, ready, ended } = service.start(args);
      const backend = at(await ready);
      // Killed after a different number of events each time, with others under way.
      const before = 1 + ((round * 7) % 11);
      let taken = 0;
      const emails = Array.from({ length: 24 }, (_, index) => `m${round}-${index}@example.org`);
      const change = async (email: string, index: number) => {
        // Every third ends what began a moment ago.
        for (const type of index % 3 === 0 ? ['started', 'ended'] : ['started']) {
          const timestamp = new Date(Date.now() - (type === 'ended' ? 1_000 : 2_000)).toISOString();
          const data = { email, product: 'gold' };
          const sent = sendEvent(backend, 'standard', {
            type: `membership.${type}`,
            timestamp,
            data,
          });
          if ((await resultOf(sent)) !== 'taken') return;
          acknowledged.set(email, type === 'started');
          taken += 1;
          if (taken === before) program.kill('SIGKILL');
        }
      };
      await Promise.allSettled(emails.map(change));
      program.kill('SIGKILL');
      await ended;
      expect(taken).toBeGreaterThanOrEqual(before);
    }

    const { ready } = service.start(args);
    const found = await granted(await ready);
    const lost = [...acknowledged].filter(([email, isMember]) => isMember && !found.has(email));
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS);
    // One that was to end may have ended without its 200; one that began has begun.
    const began = lost.filter(([email]) => !/-(?:0|3|6|9|12|15|18|21)@/.test(email));
    expect(began).toEqual([]);
    const stayed = [...acknowledged].filter(([email, isMember]) => !isMember && found.has(email));
    expect(stayed).toEqual([]);
  },
);
