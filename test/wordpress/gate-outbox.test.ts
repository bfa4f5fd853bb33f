/**
 * The outbox and the file of all members, under load and mishap: two processes, a kill between two steps,
 * members whom the service refuses, a copy of the site.
 */
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
  nobodysRole,
  outbox,
  secondSku,
  setPassword,
  soonHeardAt,
  standIn,
  sync,
  useGatedService,
} from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';

const access = 'PrivatePodcastSubscribe\\Access';

describeInWordPress('Outbox and WholeFile', () => {
  const service = useGatedService();
  const calls = join(tmpdir(), `pps-gate-calls-${process.pid}`);
  /** Writes down each call that changes something at the service. */
  const counting = `add_action('http_api_debug', function ($answer, $context, $class, $args, $url) {
    str_contains($url, '/admin/members') && file_put_contents('${calls}', $args['method'] . ' ' . preg_replace('/at=[^&]*/', 'at', $url) . "\\n", FILE_APPEND | LOCK_EX);
  }, 10, 5);`;
  const counted = () => readFileSync(calls, 'utf8').trim().split('\n');
  /** Ends the process at once, as a full memory or a restart does, right after the service has answered. */
  const dying = `add_filter('http_response', function ($answer, $args, $url) {
    return str_contains($url, '/admin/members/') ? posix_kill(getmypid(), 9) : $answer;
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
  const setRole = (user: number, role: string) =>
    run(`get_userdata(${user})->set_role('${role}');`);
  const refusal = () =>
    wordPress.run(`return ${access}\\WholeFile::state();`) as Promise<{
      run: string;
      code: string;
      error: string;
    }>;

  it('carries out the actions, and the last word about an address counts', async () => {
    await addUser('yan');
    await addUser('zoe');
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

  it('keeps what is given to an address for the account that will have it, and names it to nobody', async () => {
    await run(grant('ann') + grant('bob') + grant('bob', secondSku, `'2031-05-01'`));
    await run(revoke('ann'));
    expect(await service.members()).toEqual([]);
    const stored = await wordPress.run(
      `global $wpdb; return $wpdb->get_results("SELECT * FROM $wpdb->options WHERE option_name LIKE '%_given_%'");`,
    );
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain('bob');
    await addUser('ann');
    await addUser('bob');
    const bobs = [`bob@example.org ${secondSku} 2031-05-01`, `bob@example.org ${sku}`].sort();
    expect(await service.grants()).toEqual(bobs);
    await soonHeardAt(await feedOf('gate-bob'), 'episodes');
    // The last word counts, also about an account that has just come.
    await run(grant('eve'));
    await run(
      `wp_insert_user(['user_login' => 'gate-eve', 'user_email' => 'eve@example.org', 'user_pass' => 'x']); ${revoke('eve')}`,
    );
    expect(await service.grants()).toEqual(bobs);
    // It is the account's own from here on, and waits for nobody else.
    await run(revoke('bob'));
    expect(await service.grants()).toEqual([`bob@example.org ${secondSku} 2031-05-01`]);
  });

  it('lets in for the whole last day', async () => {
    await addUser('zoe');
    const letsIn = (until: string) =>
      wordPress.run(
        `${oneSecond} ${grant('zoe', sku, `'${until}'`)} return ${access}\\Rules::mayListen(get_user_by('login', 'gate-zoe'), '${sku}');`,
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

  it('opens the page, too, for whom an action lets in, and leaves it open at a new address', async () => {
    const ann = await addUser('ann');
    expect(await feedOf('gate-ann')).toBe('no-access');
    await run(grant('ann'));
    await wordPress.forget();
    const feed = await feedOf('gate-ann');
    await soonHeardAt(feed, 'episodes');
    await run(
      `add_filter('send_email_change_email', '__return_false'); wp_update_user(['ID' => ${ann}, 'user_email' => 'ann2@example.org']);`,
    );
    expect(await service.grants()).toEqual([`ann2@example.org ${sku}`]);
    expect(await feedOf('gate-ann')).toBe(feed);
    await run(revoke('ann2'));
    expect(await service.grants()).toEqual([]);
  });

  it('states an address that a filter gives as somebody of its own, and ends it with the account', async () => {
    wordPress.addFilters(`add_filter('private_podcast_subscribe_member', function ($member, $user) {
      return $user->user_login === 'gate-bob' && $member ? ['email' => 'ann@example.org'] : $member;
    }, 10, 2);`);
    const ann = await addUser('ann');
    await run(grant('ann'));
    const bob = await addUser('bob', 'author');
    expect((await service.members()).map(({ subject }) => subject).sort()).toEqual(
      [`${ann}`, `${bob}:ann@example.org`].sort(),
    );
    const [anns, bobs] = [await feedOf('gate-ann'), await feedOf('gate-bob')];
    expect(anns).not.toBe(bobs);
    await run(revoke('ann'));
    await soonHeardAt(anns, 'ended');
    expect(await heardAt(bobs)).toBe('episodes');
    await run(`require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user(${bob});`);
    await soonHeardAt(bobs, 'ended');
    expect(await service.grants()).toEqual([]);
  });

  it('names what is wrong with a call of an action, and does nothing', async () => {
    await run(
      grant('ann', 'sid:unknown') +
        grant('ann', sku, `'next year'`) +
        `do_action('private_podcast_subscribe_grant', ['ann'], '${sku}'); do_action('private_podcast_subscribe_revoke');`,
    );
    expect(await outbox()).toMatchObject({ waiting: 0, members: 0 });
    for (const complaint of [
      'second argument must be a product ID',
      'third argument must be a date',
      'first argument must be an e-mail address',
    ]) {
      expect(wordPress.log()).toContain(complaint);
    }
    expect(wordPress.log()).not.toContain('@example.org');
  });

  it('names nobody to the service who is no member', async () => {
    wordPress.addFilters(counting);
    const ann = await addUser('ann');
    await setRole(ann, 'contributor');
    await run(`require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user(${ann});`);
    await run(sync);
    expect(() => readFileSync(calls)).toThrow();
    expect(await outbox()).toEqual({ waiting: 0, since: 0, error: '', members: 0 });
  });

  it('states each user once, with several processes at work', async () => {
    await service.stop();
    await importUsers(60, 'row');
    await run(
      `foreach (get_users(['search' => 'gate-row*', 'fields' => 'ID']) as $id) { ${access}\\Outbox::add((int) $id); }`,
    );
    expect(await outbox()).toMatchObject({ waiting: 60 });
    await service.start();
    wordPress.addFilters(counting);
    await Promise.all(Array.from({ length: 3 }, () => run(`${access}\\Sender::run(60, true);`)));
    expect(new Set(counted()).size).toBe(60);
    expect(counted()).toHaveLength(60);
    expect(await outbox()).toMatchObject({ waiting: 0, members: 60 });
    expect(await service.grants()).toHaveLength(60);
  });

  it('loses nothing to a kill between the call and the note of it', async () => {
    wordPress.addFilters(dying);
    const ann = await addUser('ann');
    await expect(setRole(ann, 'author')).rejects.toThrow();
    wordPress.addFilters('');
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    expect(await outbox()).toMatchObject({ waiting: 1 });
    await setRole(ann, 'subscriber');
    expect(await service.grants()).toEqual([]);
    expect(await outbox()).toMatchObject({ waiting: 0, members: 0 });
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

  it('goes on past a podcast that the service does not know, and says so', async () => {
    wordPress.define({ ...gateConstants(service.url()), PRODUCTS: [sku, 'sid:gone'] });
    await addUser('ann');
    await run(grant('ann', 'sid:gone') + grant('ann'));
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    expect(await outbox()).toMatchObject({ waiting: 0, members: 1 });
    expect((await refusal()).error).toContain('no podcast with this product ID: sid:gone');
  });

  it('goes on past a user whom the service refuses or a filter spoils', async () => {
    wordPress.addFilters(`add_filter('private_podcast_subscribe_member', function ($member, $user) {
      return $user->user_login === 'gate-bad' && $member ? throw new Error('of another plugin') : $member;
    }, 10, 2);
    add_filter('pre_http_request', fn($answer, $args, $url) => str_contains((string) $args['body'], 'odd@example.org')
      ? ['headers' => [], 'body' => '', 'response' => ['code' => 422, 'message' => ''], 'cookies' => []] : $answer, 20, 3);`);
    for (const name of ['bad', 'odd', 'ann']) await addUser(name, 'author');
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    expect(await outbox()).toMatchObject({ waiting: 2, members: 1 });
    await aMinuteLater();
    expect(wordPress.log().match(/refuses what this site says of a member/g)).toHaveLength(1);
    expect(wordPress.log()).not.toContain('@example.org');
  });

  it('states once more what the service knows something newer of, and opens no page by the address meanwhile', async () => {
    const ann = await addUser('ann');
    await service.call(`/admin/grants/${sku}/ann%40example.org`, {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    // Another server of this site, whose clock is ahead, has ended her.
    const ahead = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
    await service.call(`/admin/members/wordpress/${ann}?at=${ahead}`, { method: 'DELETE' });
    await setRole(ann, 'author');
    expect(await outbox()).toMatchObject({
      waiting: 1,
      error: expect.stringContaining('the clocks of this site’s servers differ') as string,
    });
    expect(await feedOf('gate-ann')).toBe('bad-response');
    await service.call('/admin/members?source=wordpress', { method: 'DELETE' });
    await service.call(`/admin/grants/${sku}/ann%40example.org`, { method: 'DELETE' });
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

  it('goes on with a user who changes while the service is told of them', async () => {
    const isDue = await wordPress.run(`
      use ${access}\\Outbox;
      foreach ([1, 2, 3, 4] as $id) { Outbox::add($id); }
      [$one, $two, $three, $four] = Outbox::due(4);
      Outbox::add(1);
      Outbox::add(2);
      foreach ([$one, $three] as $row) { Outbox::finish($row, 0); }
      foreach ([$two, $four] as $row) { Outbox::finish($row, time() + 3600, 'No.'); }
      return array_column(Outbox::due(4), 'user_id');`);
    expect(isDue).toEqual(['1', '2']);
  });

  it('keeps no address and no ID of the operator in the clear', async () => {
    const ann = await addUser('ann', 'author');
    const rows = JSON.stringify(
      await wordPress.run(
        `global $wpdb; return $wpdb->get_results("SELECT * FROM {$wpdb->prefix}private_podcast_members");`,
      ),
    );
    expect(rows).toContain(`"user_id":"${ann}"`);
    const [{ userId } = {}] = await service.members();
    expect(userId).toMatch(/\w/);
    expect(rows).not.toContain('ann@');
    expect(rows).not.toContain(userId);
  });

  it('asks by the address where the operator believes addresses, and states a member anew once a minute', async () => {
    await service.call(`/admin/grants/${sku}/ann%40example.org`, {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    wordPress.addFilters(`${counting} add_filter('http_response', function ($answer, $args, $url) {
      return str_contains($url, '/admin/members/') ? ['body' => '{"result":"taken"}'] + $answer : $answer;
    }, 10, 3);`);
    const ann = await addUser('ann', 'author');
    const feed = await feedOf('gate-ann');
    await soonHeardAt(feed, 'episodes');
    expect(await feedOf('gate-ann')).toBe(feed);
    expect(counted()).toHaveLength(1);
    await run(
      `global $wpdb; $wpdb->query("UPDATE {$wpdb->prefix}private_podcast_members SET stated_at = stated_at - 61");`,
    );
    wordPress.addFilters(counting);
    // It believes them no more: the link is the account's.
    expect(await feedOf('gate-ann')).not.toBe(feed);
    expect(counted()).toHaveLength(2);
    await setRole(ann, 'subscriber');
    await soonHeardAt(feed, 'episodes');
    await service.call(`/admin/grants/${sku}/ann%40example.org`, { method: 'DELETE' });
  });

  it('states everyone in one call, which ends who is not named', async () => {
    wordPress.addFilters(counting);
    await importUsers(4, 'm');
    await run(sync);
    expect(await service.grants()).toEqual([1, 2, 3, 4].map((i) => `m${i}@example.org ${sku}`));
    expect(await outbox()).toMatchObject({ waiting: 0, members: 4 });
    // An account that went past WordPress, and one whose grant the service has lost.
    await run(
      `global $wpdb; $wpdb->query("DELETE m FROM $wpdb->usermeta m JOIN $wpdb->users u ON u.ID = m.user_id WHERE u.user_login = 'gate-m3'");`,
    );
    await run(sync);
    expect(await service.grants()).toEqual([1, 2, 4].map((i) => `m${i}@example.org ${sku}`));
    expect(await outbox()).toMatchObject({ waiting: 0, members: 3 });
    expect(counted()).toEqual(
      Array(2).fill(`POST ${service.url()}/admin/members/wordpress?replace=true&at`),
    );
    // Whom only a file has stated is known on their page, and ended by their next change.
    const first = (await wordPress.run(`return get_user_by('login', 'gate-m1')->ID;`)) as number;
    await setRole(first, 'subscriber');
    expect(await service.grants()).toEqual([2, 4].map((i) => `m${i}@example.org ${sku}`));
  });

  it('does not end most members at once, unless the owner says so', async () => {
    await importUsers(3, 'm');
    await run(sync);
    wordPress.define(gateConstants(service.url(), { [sku]: { roles: [nobodysRole] } }));
    await run(sync);
    expect(await service.grants()).toHaveLength(3);
    expect(await refusal()).toMatchObject({
      run: '',
      code: 'refused',
      error: expect.stringContaining('More than half of the members') as string,
    });
    expect(wordPress.log()).toContain('More than half');
    await run(sync.replace('start()', 'start(true)'));
    expect(await service.grants()).toEqual([]);
    expect((await refusal()).code).toBe('');
    expect(await outbox()).toMatchObject({ waiting: 0, members: 0 });
  });

  it('goes on with a file that an earlier process began, and leaves who joined meanwhile', async () => {
    await importUsers(3, 'm');
    // A process that dies after its first step, and an object cache that has lost that step since.
    await expect(
      run(`${access}\\WholeFile::start();
        $times = 0;
        add_filter('query', function ($query) use (&$times) {
          global $wpdb;
          return str_starts_with($query, "SELECT user_id FROM {$wpdb->usermeta}") && ++$times === 2 ? posix_kill(getmypid(), 9) : $query;
        });
        ${access}\\WholeFile::goOn(30);`),
    ).rejects.toThrow();
    expect(await refusal()).toMatchObject({ cursor: expect.any(Number) as number, parts: 1 });
    await wordPress.forget();
    await addUser('ann', 'author');
    await aMinuteLater();
    await aMinuteLater();
    expect(await service.grants()).toHaveLength(4);
    expect(await refusal()).toMatchObject({ run: '', error: '' });
  });

  it('looks at every user again if a file begins anew while it is written', async () => {
    await importUsers(1, 'm');
    const times = await wordPress.run(`
      use ${access}\\WholeFile;
      WholeFile::start();
      $times = 0;
      add_filter('query', function ($query) use (&$times) {
        global $wpdb;
        if (str_starts_with($query, "SELECT user_id FROM {$wpdb->usermeta}") && ++$times === 1) { WholeFile::start(); }
        return $query;
      });
      WholeFile::goOn(30);
      return $times;`);
    // One from the beginning that counts no more, and the two of the new file: its users, and its end.
    expect(times).toBe(3);
  });

  it('states nothing from a copy of the site, until its owner says that it has moved', async () => {
    const ann = await addUser('ann', 'author');
    await addUser('bob', 'author');
    const feed = await feedOf('gate-ann');
    const moved = `add_filter('option_home', fn() => 'https://staging.example.org');`;
    wordPress.addFilters(moved + counting);
    await setRole(ann, 'subscriber');
    await addUser('zoe', 'author');
    await aMinuteLater();
    await run(sync);
    await run(`require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user(${ann});`);
    expect(() => readFileSync(calls)).toThrow();
    await soonHeardAt(feed, 'episodes');
    expect(await outbox()).toMatchObject({ waiting: 2 });
    // A change of the scheme alone is no copy.
    wordPress.addFilters(
      `add_filter('option_home', fn($home) => str_replace('http:', 'https:', $home));`,
    );
    expect(await wordPress.run(`return ${access}\\Home::hasMoved();`)).toBe(false);
    wordPress.addFilters(moved);
    await run(`${access}\\Home::confirm();`);
    await aMinuteLater();
    expect(await service.grants()).toEqual(
      ['bob', 'zoe'].map((name) => `${name}@example.org ${sku}`),
    );
    await soonHeardAt(feed, 'ended');
  });

  it('comes back by itself after the salts have changed', async () => {
    await importUsers(2, 's');
    await run(sync);
    await setPassword('s2');
    const feed = await feedOf('gate-s2');
    await soonHeardAt(feed, 'episodes');
    wordPress.addFilters(`add_filter('salt', fn($salt) => "new $salt");`);
    const first = (await wordPress.run(`return get_user_by('login', 'gate-s1')->ID;`)) as number;
    await setRole(first, 'subscriber');
    expect(await service.grants()).toEqual([`s2@example.org ${sku}`]);
    expect(await feedOf('gate-s2')).toBe(feed);
    expect(await outbox()).toMatchObject({ waiting: 0, members: 1 });
  });
});
