/** Many members at once: the time grows as their number does. */
import { beforeEach, expect, it } from 'vitest';
import { sku } from '../support/feed-service/backend.js';
import { gateConstants, importUsers, queue, sync, useGatedService } from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';

const sizes = (process.env.GATE_SIZES ?? '250,500,1000').split(',').map(Number);

describeInWordPress('Sync', () => {
  const service = useGatedService();
  const run = (php: string) => wordPress.run(`${php} return true;`);

  beforeEach(() => {
    wordPress.addFilters('');
    wordPress.define(gateConstants(service.url(), { [sku]: { roles: ['author'] } }));
  });

  const startAnew = () =>
    run(`global $wpdb; $wpdb->query("DELETE m FROM $wpdb->usermeta m JOIN $wpdb->users u ON u.ID = m.user_id WHERE u.user_login LIKE 'gate-%'");
      $wpdb->query("DELETE FROM $wpdb->users WHERE user_login LIKE 'gate-%'");
      PrivatePodcastSubscribe\\Access\\Table::drop();`);

  /** Seconds that a sync takes for each number of members. */
  async function measure(): Promise<number[]> {
    const seconds: number[] = [];
    for (const count of sizes) {
      await startAnew();
      await importUsers(count, `n${count}x`);
      const start = performance.now();
      await run(sync);
      seconds.push((performance.now() - start) / 1000);
      expect(await queue()).toMatchObject({ waiting: 0, granted: count });
    }
    if (process.env.GATE_SIZES) console.log(sizes, seconds);
    await startAnew();
    return seconds;
  }

  it('takes about twice as long for twice as many members', { timeout: 600_000 }, async () => {
    const ratios: number[] = [];
    // Four times as many: 16 times as long would be the square. Other work may spoil a measurement.
    while (ratios.length < 3 && Math.min(8, ...ratios) >= 8) {
      const [least = NaN, , most = NaN] = await measure();
      ratios.push(most / least);
    }
    expect(Math.min(...ratios)).toBeLessThan(8);
  });
});
