/** A service that is killed while it writes loses no member and no event that it has acknowledged. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientOf } from '../../support/feed-service/api-client.js';
import { catalogueOf, sku } from '../../support/feed-service/backend.js';
import { events, resultOf, sendEvent } from '../../support/feed-service/event-senders.js';
import { useInstalledService } from '../../support/feed-service/for-file.js';

/** `npm run test:all` asks for more than `npm test`. */
const KILLS = Number(process.env.KILLS ?? 3);
/** Milliseconds: it starts an embedded Postgres 21 times. */
const TIMEOUT_MS = 600_000;

const service = await useInstalledService();
const catalogue = { ...catalogueOf('show.rss'), events };
await writeFile(join(service.folder, 'catalogue.json'), JSON.stringify(catalogue));

const args = ['--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
const openShow = 'sid:open-show';

it(
  `openEmbedded loses no acknowledged member or event in ${KILLS} kills`,
  { timeout: TIMEOUT_MS },
  async () => {
    /** Every feed URL that was handed out, by e-mail address. */
    const handedOut = new Map<string, string>();
    /** Whether the last event that was taken of an address began or ended its membership. */
    const taken = new Map<string, boolean>();

    for (let round = 0; round < KILLS; round += 1) {
      const { program, ready, ended } = service.start(args);
      const url = await ready;
      const send = (path: string, init?: RequestInit) => fetch(url + path, init);
      // Killed after a different number of writes each time, with others under way.
      const writesBeforeKill = 1 + ((round * 7) % 11);
      let written = 0;
      const acknowledged = () => {
        written += 1;
        if (written === writesBeforeKill) program.kill('SIGKILL');
      };
      const add = async (email: string) => {
        const { feedUrl } = await clientOf(url).privateFeed({ email, sku: openShow });
        handedOut.set(email, new URL(feedUrl).pathname);
        acknowledged();
      };
      // Every third member's events end what began a moment ago.
      const tell = async (email: string, index: number) => {
        for (const type of index % 3 === 0 ? ['started', 'ended'] : ['started']) {
          const timestamp = new Date(Date.now() - (type === 'ended' ? 1_000 : 2_000)).toISOString();
          const event = { type: `membership.${type}`, timestamp, data: { email, product: 'gold' } };
          // One that ends may take effect without its answer.
          if (type === 'ended') taken.delete(email);
          if ((await resultOf(sendEvent({ send }, 'standard', event))) !== 'taken') return;
          taken.set(email, type === 'started');
          acknowledged();
        }
      };
      const emails = (kind: string) =>
        Array.from({ length: 12 }, (_, index) => `${kind}${round}-${index}@example.org`);
      const results = await Promise.allSettled([...emails('m').map(add), ...emails('e').map(tell)]);
      program.kill('SIGKILL');
      await ended;
      const reasons = results.flatMap((result) =>
        result.status === 'rejected' ? String(result.reason) : [],
      );
      expect(written, reasons.join('\n')).toBeGreaterThanOrEqual(writesBeforeKill);
    }

    const { ready } = service.start(args);
    const url = await ready;
    const wrong: string[] = [];
    for (const [email, path] of handedOut) {
      const { status } = await fetch(url + path);
      const { feedUrl } = await clientOf(url).privateFeed({ email, sku: openShow });
      if (status !== 200 || new URL(feedUrl).pathname !== path) wrong.push(email);
    }
    for (const [email, isMember] of taken) {
      const hasAccess = await clientOf(url)
        .privateFeed({ email, sku })
        .then(
          () => true,
          () => false,
        );
      if (hasAccess !== isMember) wrong.push(email);
    }
    expect(handedOut.size + taken.size).toBeGreaterThanOrEqual(KILLS);
    expect(wrong).toEqual([]);
  },
);
