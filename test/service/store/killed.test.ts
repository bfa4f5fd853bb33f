/** A service that is killed while it writes loses nothing that it has acknowledged. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  installService,
  type InstalledService,
} from '../../support/feed-service/installed-service.js';
import { clientOf } from '../../support/feed-service/api-client.js';

/** `npm run test:all` asks for more than `npm test`. */
const KILLS = Number(process.env.KILLS ?? 3);
/** Milliseconds: it starts an embedded Postgres 21 times. */
const TIMEOUT_MS = 600_000;

let service: InstalledService;
beforeAll(async () => {
  service = await installService();
});
afterAll(async () => {
  service.killAll();
  await service.remove();
});

const args = ['--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
const openShow = 'sid:open-show';

it(
  `openEmbedded loses no acknowledged member in ${KILLS} kills`,
  { timeout: TIMEOUT_MS },
  async () => {
    /** Every feed URL that was handed out, by e-mail address. */
    const acknowledged = new Map<string, string>();

    for (let round = 0; round < KILLS; round += 1) {
      const { program, ready, ended } = service.start(args);
      const api = clientOf(await ready);
      // Killed after a different number of writes each time, with others under way.
      const writesBeforeKill = 1 + ((round * 7) % 11);
      let written = 0;
      const add = async (email: string) => {
        const { feedUrl } = await api.privateFeed({ email, sku: openShow });
        acknowledged.set(email, new URL(feedUrl).pathname);
        written += 1;
        if (written === writesBeforeKill) program.kill('SIGKILL');
      };
      const emails = Array.from({ length: 12 }, (_, index) => `m${round}-${index}@example.org`);
      const results = await Promise.allSettled(emails.map(add));
      program.kill('SIGKILL');
      await ended;
      const reasons = results.flatMap((result) =>
        result.status === 'rejected' ? String(result.reason) : [],
      );
      expect(written, reasons.join('\n')).toBeGreaterThanOrEqual(writesBeforeKill);
    }

    const { ready } = service.start(args);
    const url = await ready;
    const lost: string[] = [];
    for (const [email, path] of acknowledged) {
      const { status } = await fetch(url + path);
      const { feedUrl } = await clientOf(url).privateFeed({ email, sku: openShow });
      if (status !== 200 || new URL(feedUrl).pathname !== path) lost.push(email);
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS);
    expect(lost).toEqual([]);
  },
);
