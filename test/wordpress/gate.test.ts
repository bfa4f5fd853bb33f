/** Members who pay, lapse, move and go in WordPress: what their page and their podcast app get. */
import { beforeEach, expect, it } from 'vitest';
import { client, sku } from '../support/feed-service/backend.js';
import {
  addUser,
  aMinuteLater,
  feedOf,
  forgetGate,
  gateConstants,
  outbox,
  secondSku,
  soonHeardAt,
  standIn,
  useGatedService,
} from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';
import { password } from './wordpress.js';

/** For so long a page keeps that someone has no access. */
const A_FEW_SECONDS = 7;

describeInWordPress('Gate', () => {
  const service = useGatedService();
  const gold = { [sku]: { levels: ['pmpro:2'] } };

  beforeEach(async () => {
    await forgetGate(service);
    wordPress.define(gateConstants(service.url(), gold));
    wordPress.addFilters(standIn('paid-memberships-pro'));
  });

  const changeLevel = (user: number, level: number) =>
    wordPress.run(`return pmpro_changeMembershipLevel(${level}, ${user});`);

  it('follows a member from paying to lapsing', async () => {
    const ann = await addUser('ann');
    expect(await feedOf('gate-ann')).toBe('no-access');
    await changeLevel(ann, 2);
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    await wordPress.age(A_FEW_SECONDS);
    const feed = await feedOf('gate-ann');
    await soonHeardAt(feed, 'episodes');
    expect(await feedOf('gate-ann', secondSku)).toBe('no-access');

    await changeLevel(ann, 0);
    await soonHeardAt(feed, 'ended');
    expect(await feedOf('gate-ann')).toBe('no-access');
    expect(await service.grants()).toEqual([]);

    await changeLevel(ann, 2);
    await wordPress.age(A_FEW_SECONDS);
    expect(await feedOf('gate-ann')).toBe(feed);
    await soonHeardAt(feed, 'episodes');
    expect(await outbox()).toEqual({ waiting: 0, since: 0, error: '', members: 1 });
  });

  it('follows once the service is back', async () => {
    const [ann, bob] = [await addUser('ann'), await addUser('bob')];
    await changeLevel(ann, 2);
    const feed = await feedOf('gate-ann');
    await service.stop();
    await changeLevel(ann, 0);
    await changeLevel(bob, 2);
    await changeLevel(bob, 0);
    await changeLevel(bob, 2);
    await aMinuteLater();
    expect(await outbox()).toMatchObject({ waiting: 2, members: 1 });
    await service.start();
    await aMinuteLater();
    expect(await outbox()).toMatchObject({ waiting: 0, members: 1 });
    expect(await service.grants()).toEqual([`bob@example.org ${sku}`]);
    await soonHeardAt(feed, 'ended');
    for (const hidden of ['@example.org', client.clientSecret, '/feeds/']) {
      expect(wordPress.log()).not.toContain(hidden);
    }
  });

  it('leaves the link to a member who changes their address, and nothing to who has it next', async () => {
    const ann = await addUser('ann');
    await changeLevel(ann, 2);
    const feed = await feedOf('gate-ann');
    await wordPress.run(
      `add_filter('send_email_change_email', '__return_false'); return wp_update_user(['ID' => ${ann}, 'user_email' => 'ann@new.example']);`,
    );
    expect(await service.grants()).toEqual([`ann@new.example ${sku}`]);
    expect(await feedOf('gate-ann')).toBe(feed);
    await soonHeardAt(feed, 'episodes');

    const heir = (await wordPress.run(
      `return wp_insert_user(['user_login' => 'gate-heir', 'user_email' => 'ann@example.org', 'user_pass' => '${password}']);`,
    )) as number;
    expect(await feedOf('gate-heir')).toBe('no-access');
    await changeLevel(heir, 2);
    await wordPress.age(A_FEW_SECONDS);
    const own = await feedOf('gate-heir');
    await soonHeardAt(own, 'episodes');
    expect(own).not.toBe(feed);
  });

  it('gives an account nothing that others give to its address, which nobody confirmed', async () => {
    const byHand = `/admin/grants/${sku}/ann%40example.org`;
    const headers = { 'content-type': 'application/json' };
    await service.call(byHand, { method: 'PUT', body: '{}', headers });
    const ann = await addUser('ann');
    expect(await feedOf('gate-ann')).toBe('no-access');
    await changeLevel(ann, 2);
    const feed = await feedOf('gate-ann');
    await changeLevel(ann, 0);
    await soonHeardAt(feed, 'ended');
    await service.call(byHand, { method: 'DELETE' });
  });

  it('ends what an account had that is deleted', async () => {
    const ann = await addUser('ann');
    await changeLevel(ann, 2);
    const feed = await feedOf('gate-ann');
    await wordPress.run(
      `require_once ABSPATH . 'wp-admin/includes/user.php'; return wp_delete_user(${ann});`,
    );
    expect(await service.grants()).toEqual([]);
    await soonHeardAt(feed, 'ended');
    expect(await outbox()).toMatchObject({ waiting: 0, members: 0 });
  });

  it('has the service erase whose personal data WordPress erases, and tells what it has of them', async () => {
    const ann = await addUser('ann');
    await changeLevel(ann, 2);
    const feed = await feedOf('gate-ann');
    await wordPress.forget();
    const tool = (name: string) =>
      wordPress.run(
        `return (apply_filters('wp_privacy_personal_data_${name}', [])['private-podcast-subscribe']['callback'])('ann@example.org', 1);`,
      );
    const [{ userId } = {}] = await service.members();
    expect(JSON.stringify(await tool('exporters'))).toContain(`"${userId}"`);
    expect(await tool('erasers')).toEqual({
      items_removed: true,
      items_retained: false,
      messages: [],
      done: true,
    });
    await soonHeardAt(feed, '404');
    expect(await service.members()).toEqual([]);
    expect(await tool('exporters')).toEqual({ data: [], done: true });
    // Their membership goes on, and begins anew with the next visit.
    const next = await feedOf('gate-ann');
    await soonHeardAt(next, 'episodes');
    await service.stop();
    expect(await tool('erasers')).toMatchObject({
      items_retained: true,
      messages: [expect.stringContaining('Ask them to delete it')],
    });
    await service.start();
  });

  it('states a member anew whom the service no longer knows, as after a restored backup', async () => {
    const ann = await addUser('ann');
    await changeLevel(ann, 2);
    await feedOf('gate-ann');
    await service.call(`/admin/members/wordpress/${ann}?erase=true`, { method: 'DELETE' });
    await wordPress.forget();
    await soonHeardAt(await feedOf('gate-ann'), 'episodes');
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
  });

  it('goes by roles as by levels', async () => {
    wordPress.define(gateConstants(service.url(), { [secondSku]: { roles: ['editor'] } }));
    const ann = await addUser('ann', 'editor');
    expect(await service.grants()).toEqual([`ann@example.org ${secondSku}`]);
    await soonHeardAt(await feedOf('gate-ann', secondSku), 'episodes');
    await wordPress.run(`return get_userdata(${ann})->set_role('subscriber');`);
    expect(await service.grants()).toEqual([]);
    // Also by a role beside another.
    await wordPress.run(`return get_userdata(${ann})->add_role('editor');`);
    expect(await service.grants()).toEqual([`ann@example.org ${secondSku}`]);
    await wordPress.run(`return get_userdata(${ann})->remove_role('editor');`);
    expect(await service.grants()).toEqual([]);
    // Without a rule the operator alone decides, by the address, and this site lets in nobody.
    expect(await feedOf('gate-ann')).toBe('no-access');
    const byHand = `/admin/grants/${sku}/ann%40example.org`;
    const headers = { 'content-type': 'application/json' };
    await service.call(byHand, { method: 'PUT', body: '{}', headers });
    await wordPress.age(A_FEW_SECONDS);
    await soonHeardAt(await feedOf('gate-ann'), 'episodes');
    await service.call(byHand, { method: 'DELETE' });
  });

  it('lets in, as soon as the settings have another podcast, whom it is for', async () => {
    const access = { [sku]: gold[sku], [secondSku]: gold[sku] };
    const { PRODUCTS: products, ...constants } = gateConstants(service.url(), access);
    wordPress.define(constants);
    const save = (list: string[]) =>
      wordPress.run(
        `update_option('private_podcast_subscribe', ['products' => ${JSON.stringify(list)}]); return true;`,
      );
    await save([sku]);
    await changeLevel(await addUser('ann'), 2);
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    await save(products);
    expect(await service.grants()).toEqual([
      `ann@example.org ${sku}`,
      `ann@example.org ${secondSku}`,
    ]);
    await wordPress.run(`delete_option('private_podcast_subscribe'); return true;`);
  });

  it('does nothing at the service unless it is told to', async () => {
    wordPress.define({ ...gateConstants(service.url(), gold), GRANTS: false });
    const ann = await addUser('ann');
    await changeLevel(ann, 2);
    await wordPress.run(
      `do_action('private_podcast_subscribe_grant', 'ann@example.org', '${sku}'); return true;`,
    );
    expect(await service.grants()).toEqual([]);
    expect(wordPress.log()).toContain('Tick “Let members in”');
  });
});
