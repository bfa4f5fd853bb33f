/** Many members at once: one call for all of them, and the time grows as their number does. */
import { beforeEach, expect, it } from 'vitest';
import { sku } from '../support/feed-service/backend.js';
import {
  feedOf,
  forgetGate,
  gateConstants,
  importUsers,
  outbox,
  setPassword,
  soonHeardAt,
  sync,
  useGatedService,
} from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';

const sizes = (process.env.GATE_SIZES ?? '250,500,1000').split(',').map(Number);

describeInWordPress('WholeFile', () => {
  const service = useGatedService();
  const run = (php: string) => wordPress.run(`${php} return true;`);

  beforeEach(async () => {
    await forgetGate(service);
    wordPress.define(gateConstants(service.url(), { [sku]: { roles: ['author'] } }));
  });

  const startAnew = async () => {
    await service.clear();
    await run(`global $wpdb; $wpdb->query("DELETE m FROM $wpdb->usermeta m JOIN $wpdb->users u ON u.ID = m.user_id WHERE u.user_login LIKE 'gate-%'");
      $wpdb->query("DELETE FROM $wpdb->users WHERE user_login LIKE 'gate-%'");
      $wpdb->query("DELETE FROM {$wpdb->prefix}private_podcast_members");`);
  };

  /** Runs PHP. @returns the calls that state members, and the seconds. */
  async function callsOf(php: string): Promise<{ calls: string[]; seconds: number }> {
    return (await wordPress.run(`$calls = [];
      add_action('http_api_debug', function ($answer, $context, $class, $args, $url) use (&$calls) {
        if (str_contains($url, '/admin/members')) { $calls[] = $args['method'] . ' ' . substr_count((string) $args['body'], "\\n"); }
      }, 10, 5);
      $start = microtime(true);
      ${php}
      return ['calls' => $calls, 'seconds' => microtime(true) - $start];`)) as {
      calls: string[];
      seconds: number;
    };
  }

  it('states 1,000 members in one call, and a change of one in one more', async () => {
    await importUsers(1000, 'n');
    expect((await callsOf(sync)).calls).toEqual(['POST 1000']);
    expect(await outbox()).toMatchObject({ waiting: 0, members: 1000 });
    expect(await service.grants()).toHaveLength(1000);
    await setPassword('n500');
    const feed = await feedOf('gate-n500');
    await soonHeardAt(feed, 'episodes');
    const user = `get_user_by('login', 'gate-n500')`;
    // The outbox is sent at the end of the request.
    await run(`${user}->set_role('subscriber');`);
    await soonHeardAt(feed, 'ended');
    expect(await service.grants()).toHaveLength(999);
    await run(`${user}->set_role('author');`);
    await soonHeardAt(feed, 'episodes');
    expect((await callsOf(sync)).calls).toEqual(['POST 1000']);
    await startAnew();
  });

  /** Seconds that a file takes for each number of members, without the service's own. */
  async function measure(): Promise<number[]> {
    const seconds: number[] = [];
    for (const count of sizes) {
      await startAnew();
      await importUsers(count, `n${count}x`);
      const collecting = `add_filter('pre_http_request', fn($answer, $args, $url) => str_contains($url, 'replace=')
        ? ['headers' => [], 'body' => '{}', 'response' => ['code' => 200, 'message' => ''], 'cookies' => []] : $answer, 20, 3);`;
      seconds.push((await callsOf(collecting + sync)).seconds);
      expect(await outbox()).toMatchObject({ waiting: 0, members: count });
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
