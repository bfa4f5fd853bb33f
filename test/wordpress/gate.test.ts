/** Members who pay, lapse, move and go in WordPress: what their page and their podcast app get. */
import { beforeEach, expect, it } from 'vitest';
import { client, sku } from '../support/feed-service/backend.js';
import {
  addUser,
  aMinuteLater,
  feedOf,
  forgetGate,
  gateConstants,
  heardAt,
  queue,
  secondSku,
  standIn,
  useGatedService,
} from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';

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
    expect(await heardAt(feed)).toBe('episodes');
    expect(await feedOf('gate-ann', secondSku)).toBe('no-access');

    await changeLevel(ann, 0);
    expect(await heardAt(feed)).toBe('ended');
    expect(await feedOf('gate-ann')).toBe('no-access');
    expect(await service.grants()).toEqual([]);

    await changeLevel(ann, 2);
    await wordPress.age(A_FEW_SECONDS);
    expect(await feedOf('gate-ann')).toBe(feed);
    expect(await heardAt(feed)).toBe('episodes');
    expect(await queue()).toMatchObject({ waiting: 0, since: null, granted: 1 });
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
    expect(await queue()).toMatchObject({ waiting: 2, granted: 1 });
    await service.start();
    await aMinuteLater();
    expect(await queue()).toMatchObject({ waiting: 0, granted: 1 });
    expect(await service.grants()).toEqual([`bob@example.org ${sku}`]);
    expect(await heardAt(feed)).toBe('ended');
    for (const hidden of ['@example.org', client.clientSecret, '/feeds/']) {
      expect(wordPress.log()).not.toContain(hidden);
    }
  });

  it('goes along to another address', async () => {
    const ann = await addUser('ann');
    await changeLevel(ann, 2);
    const old = await feedOf('gate-ann');
    await wordPress.run(
      `add_filter('send_email_change_email', '__return_false'); return wp_update_user(['ID' => ${ann}, 'user_email' => 'ann@new.example']);`,
    );
    expect(await service.grants()).toEqual([`ann@new.example ${sku}`]);
    expect(await heardAt(old)).toBe('ended');
    expect(await heardAt(await feedOf('gate-ann'))).toBe('episodes');
  });

  it('ends the link of an account that is deleted', async () => {
    const ann = await addUser('ann');
    await changeLevel(ann, 2);
    const feed = await feedOf('gate-ann');
    await wordPress.run(
      `require_once ABSPATH . 'wp-admin/includes/user.php'; return wp_delete_user(${ann});`,
    );
    expect(await service.grants()).toEqual([]);
    expect(await heardAt(feed)).toBe('404');
  });

  it('goes by roles as by levels', async () => {
    wordPress.define(gateConstants(service.url(), { [secondSku]: { roles: ['editor'] } }));
    const ann = await addUser('ann', 'editor');
    expect(await service.grants()).toEqual([`ann@example.org ${secondSku}`]);
    expect(await heardAt(await feedOf('gate-ann', secondSku))).toBe('episodes');
    await wordPress.run(`return get_userdata(${ann})->set_role('subscriber');`);
    expect(await service.grants()).toEqual([]);
    // Also by a role beside another.
    await wordPress.run(`return get_userdata(${ann})->add_role('editor');`);
    expect(await service.grants()).toEqual([`ann@example.org ${secondSku}`]);
    await wordPress.run(`return get_userdata(${ann})->remove_role('editor');`);
    expect(await service.grants()).toEqual([]);
    // Without a rule the operator alone decides, and this site lets in nobody.
    expect(await feedOf('gate-ann')).toBe('no-access');
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
