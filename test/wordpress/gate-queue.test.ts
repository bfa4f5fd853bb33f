/** The queue under load and mishap: two processes, a kill between two steps, a thousand members, a bad row. */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sku } from '../support/feed-service/backend.js';
import {
  addUser,
  aMinuteLater,
  feedOf,
  forgetGate,
  gateConstants,
  heardAt,
  importUsers,
  queue,
  secondSku,
  standIn,
  sync,
  useGatedService,
} from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';

const access = 'PrivatePodcastSubscribe\\Access';

describeInWordPress('Queue', () => {
  const service = useGatedService();
  const calls = join(tmpdir(), `pps-gate-calls-${process.pid}`);
  /** Writes down each call that changes something at the service. */
  const counting = `add_action('http_api_debug', function ($answer, $context, $class, $args, $url) {
    str_contains($url, '/admin/grants/') && file_put_contents('${calls}', $args['method'] . ' ' . $url . "\\n", FILE_APPEND | LOCK_EX);
  }, 10, 5);`;
  /** Ends the process at once, as a full memory or a restart does, right after the service has answered. */
  const dying = `add_filter('http_response', function ($answer, $args, $url) {
    return str_contains($url, '/admin/grants/') ? posix_kill(getmypid(), 9) : $answer;
  }, 10, 3);`;

  beforeEach(async () => {
    rmSync(calls, { force: true });
    await forgetGate(service);
    wordPress.define(gateConstants(service.url(), { [sku]: { roles: ['author'] } }));
  });
  afterEach(() => rmSync(calls, { force: true }));

  /** Everything that the gate does happens in the same second. */
  const oneSecond = `eval('namespace ${access}; function time() { return 1900000000; }');`;

  const run = (php: string) => wordPress.run(`${php} return true;`);
  const grant = (name: string, product = sku, until = 'null') =>
    `do_action('private_podcast_subscribe_grant', '${name}@example.org', '${product}', ${until});`;
  const revoke = (name: string, product = sku) =>
    `do_action('private_podcast_subscribe_revoke', '${name}@example.org', '${product}');`;
  /** Claims of processes that died run out, without waiting for it. */
  const claimsRunOut = () =>
    run(
      `global $wpdb; $wpdb->query("UPDATE {$wpdb->prefix}private_podcast_grants SET claimed_until = 0");`,
    );

  it('carries out the actions, and the last word about an address counts', async () => {
    await run(grant('zoe', secondSku, `'2031-05-01'`) + grant('yan'));
    expect(await service.grants()).toEqual([
      `yan@example.org ${sku}`,
      `zoe@example.org ${secondSku} 2031-05-01`,
    ]);
    await run(
      grant('ZOE', secondSku, `new DateTimeImmutable('2032-01-01T12:00:00+02:00')`) + revoke('yan'),
    );
    expect(await service.grants()).toEqual([`zoe@example.org ${secondSku} 2032-01-01T10:00:00Z`]);
    await run(revoke('zoe', secondSku) + grant('zoe', secondSku) + revoke('zoe', secondSku));
    expect(await service.grants()).toEqual([]);
  });

  it('lets in for the whole last day', async () => {
    const letsIn = (until: string) =>
      wordPress.run(
        `${oneSecond} ${grant('zoe', sku, `'${until}'`)} return ${access}\\Ledger::letsIn('zoe@example.org', '${sku}');`,
      );
    expect(await letsIn('2030-03-17')).toBe(true);
    expect(await service.grants()).toEqual([`zoe@example.org ${sku} 2030-03-17`]);
    expect(await letsIn('2030-03-16')).toBe(false);
    expect(await service.grants()).toEqual([]);
  });

  it('lets in without an end whom a role lets in, whatever end an action gives', async () => {
    await addUser('ann', 'author');
    await run(grant('ann', sku, `'2031-05-01'`));
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
  });

  it('opens the page, too, for whom an action lets in, and takes that along to a new address', async () => {
    const ann = await addUser('ann');
    expect(await feedOf('gate-ann')).toBe('no-access');
    await run(grant('ann'));
    await wordPress.forget();
    const feed = await feedOf('gate-ann');
    expect(await heardAt(feed)).toBe('episodes');
    await run(
      `add_filter('send_email_change_email', '__return_false'); wp_update_user(['ID' => ${ann}, 'user_email' => 'ann2@example.org']);`,
    );
    expect(await service.grants()).toEqual([`ann2@example.org ${sku}`]);
    await run(revoke('ann2'));
    expect(await service.grants()).toEqual([]);
  });

  it('leaves alone what another user’s role gives to the same address', async () => {
    wordPress.addFilters(`add_filter('private_podcast_subscribe_member', function ($member, $user) {
      return $user->user_login === 'gate-bob' && $member ? ['email' => 'ann@example.org'] : $member;
    }, 10, 2);`);
    const ann = await addUser('ann');
    await run(grant('ann'));
    await addUser('bob', 'author');
    await run(`get_userdata(${ann})->set_role('contributor');`);
    await run(revoke('ann'));
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
  });

  it('names what is wrong with a call of an action, and does nothing', async () => {
    await run(
      grant('ann', 'sid:unknown') +
        grant('ann', sku, `'next year'`) +
        `do_action('private_podcast_subscribe_grant', ['ann'], '${sku}'); do_action('private_podcast_subscribe_revoke');`,
    );
    expect(await queue()).toMatchObject({ waiting: 0, granted: 0 });
    for (const complaint of [
      'second argument must be a product ID',
      'third argument must be a date',
      'first argument must be an e-mail address',
    ]) {
      expect(wordPress.log()).toContain(complaint);
    }
    expect(wordPress.log()).not.toContain('@example.org');
  });

  it('asks for each row once, with several processes at work', async () => {
    await service.stop();
    await run(Array.from({ length: 60 }, (_, i) => grant(`row${i}`)).join(''));
    expect(await queue()).toMatchObject({ waiting: 60 });
    await service.start();
    wordPress.addFilters(counting);
    await Promise.all(Array.from({ length: 3 }, () => run(`${access}\\Worker::run(60, true);`)));
    const lines = readFileSync(calls, 'utf8').trim().split('\n');
    expect(new Set(lines).size).toBe(60);
    expect(lines).toHaveLength(60);
    expect(await queue()).toMatchObject({ waiting: 0, granted: 60 });
    expect(await service.grants()).toHaveLength(60);
  });

  it('loses nothing to a kill between the call and the note of it', async () => {
    wordPress.addFilters(dying);
    await expect(run(grant('ann'))).rejects.toThrow();
    wordPress.addFilters('');
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    // The next word comes while the row is still claimed by the process that died.
    await run(revoke('ann'));
    expect(await queue()).toMatchObject({ waiting: 1 });
    await claimsRunOut();
    await aMinuteLater();
    expect(await service.grants()).toEqual([]);
    expect(await queue()).toMatchObject({ waiting: 0, granted: 0 });
  });

  it('loses nothing to a kill before the first call', async () => {
    wordPress.addFilters(standIn('paid-memberships-pro'));
    wordPress.define(gateConstants(service.url(), { [sku]: { levels: ['pmpro:2'] } }));
    const ann = await addUser('ann');
    await expect(
      run(`pmpro_changeMembershipLevel(2, ${ann}); posix_kill(getmypid(), 9);`),
    ).rejects.toThrow();
    await aMinuteLater();
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
  });

  it('goes on past a row that the service refuses, and says why it waits', async () => {
    wordPress.define({ ...gateConstants(service.url()), PRODUCTS: [sku, 'sid:gone'] });
    await run(grant('ann', 'sid:gone') + grant('bob'));
    expect(await service.grants()).toEqual([`bob@example.org ${sku}`]);
    expect(await queue()).toMatchObject({
      waiting: 1,
      failing: 1,
      granted: 1,
      error: expect.stringContaining('no podcast with this product ID') as string,
    });
  });

  it('waits as long as the service asks for, but never more than a minute', async () => {
    const waits = await wordPress.run(`
      use ${access}\\Pause;
      ${oneSecond}
      return array_map(function ($seconds) {
        Pause::end();
        Pause::begin(new PrivatePodcastSubscribe\\PrivatePodcastError('rate-limited', 'Later.', 429, $seconds));
        return Pause::current()['until'] - 1900000000;
      }, [null, 30, 3600]);`);
    expect(waits).toEqual([5, 30, 60]);
  });

  it('lets no failure delay a row that has changed since', async () => {
    const isDue = await wordPress.run(`
      use ${access}\\{Ledger, Queue, Table};
      Table::ensure();
      foreach (['ann', 'bob'] as $name) { Ledger::byAction("$name@example.org", '${sku}', 0, true, ['text' => '', 'at' => 0]); }
      [$ann, $bob] = Queue::claim(2);
      Ledger::change($ann, ['by_action' => 0]);
      foreach ([$ann, $bob] as $row) { Queue::postpone($row, new PrivatePodcastSubscribe\\PrivatePodcastError('bad-input', 'No.')); }
      global $wpdb;
      return array_map(fn($due) => $due <= time(), $wpdb->get_col('SELECT due_at FROM ' . Table::name() . ' ORDER BY id'));`);
    expect(isDue).toEqual([true, false]);
  });

  it('goes on with a row that changes while the service is told of it', async () => {
    const isWaiting = await wordPress.run(`
      use ${access}\\{Ledger, Queue, Table};
      Table::ensure();
      foreach (['ann', 'bob'] as $name) { Ledger::byAction("$name@example.org", '${sku}', 0, true, ['text' => '', 'at' => 0]); }
      [$ann, $bob] = Queue::claim(2);
      Ledger::change($ann, ['by_action' => 0]);
      foreach ([$ann, $bob] as $row) { Queue::finish($row, true); }
      global $wpdb;
      return $wpdb->get_col('SELECT is_waiting FROM ' . Table::name() . ' ORDER BY id');`);
    expect(isWaiting).toEqual(['1', '0']);
  });

  it('keeps no address in the clear, and none of whom it let out', async () => {
    await run(grant('ann') + grant('bob'));
    await run(revoke('bob'));
    const rows = (await wordPress.run(
      `global $wpdb; return $wpdb->get_results("SELECT * FROM {$wpdb->prefix}private_podcast_grants ORDER BY id");`,
    )) as { address: string }[];
    expect(rows.map(({ address }) => address === '')).toEqual([false, true]);
    const text = JSON.stringify(rows) + Buffer.from(rows[0]!.address, 'base64').toString('latin1');
    expect(text).not.toContain('ann');
  });

  it('brings in line what was changed past it, on both sides, and leaves grants of others', async () => {
    wordPress.addFilters(oneSecond);
    await importUsers(3, 'm');
    await run(sync);
    expect(await service.grants()).toEqual([1, 2, 3].map((i) => `m${i}@example.org ${sku}`));
    // A restored backup: one grant is missing, one that had ended is back, and one has an end.
    await run(grant('ended'));
    await run(revoke('ended'));
    const at = (name: string) => `/admin/grants/${sku}/${name}%40example.org`;
    const put = (name: string, body: object) =>
      service.call(at(name), {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await service.call(at('m1'), { method: 'DELETE' });
    await put('m2', { until: '2020-01-01' });
    await put('ended', {});
    await put('by-hand', {});
    // A membership that ended while the plugin was switched off, and an account that went past WordPress.
    await run(
      `global $wpdb; $wpdb->query("DELETE m FROM $wpdb->usermeta m JOIN $wpdb->users u ON u.ID = m.user_id WHERE u.user_login = 'gate-m3'");`,
    );
    await run(sync);
    expect(await service.grants()).toEqual(
      ['by-hand', 'm1', 'm2'].map((name) => `${name}@example.org ${sku}`),
    );
    wordPress.addFilters(oneSecond + counting);
    await run(sync);
    expect(() => readFileSync(calls)).toThrow();
  });

  it('looks at every user again if a sync begins anew while it does', async () => {
    await importUsers(1, 'm');
    const times = await wordPress.run(`
      use ${access}\\Sync;
      Sync::start();
      $times = 0;
      add_filter('query', function ($query) use (&$times) {
        global $wpdb;
        if (str_starts_with($query, "SELECT user_id FROM {$wpdb->usermeta}") && ++$times === 1) { Sync::start(); }
        return $query;
      });
      Sync::goOn(30);
      return $times;`);
    expect(times).toBe(2);
  });

  it('comes back by itself after the salts have changed', async () => {
    await importUsers(2, 's');
    await run(sync);
    wordPress.addFilters(`add_filter('salt', fn($salt) => "new $salt");`);
    await run(`global $wpdb; $wpdb->query("DELETE m FROM $wpdb->usermeta m JOIN $wpdb->users u ON u.ID = m.user_id WHERE u.user_login = 'gate-s1'");
      add_user_meta((int) $wpdb->get_var("SELECT ID FROM $wpdb->users WHERE user_login = 'gate-s1'"), 'wp_capabilities', ['subscriber' => true]);`);
    await run(sync);
    expect(await service.grants()).toEqual([`s2@example.org ${sku}`]);
    expect(await queue()).toMatchObject({ waiting: 0, granted: 1 });
  });
});
