/**
 * Each membership plugin that the plugin knows, as a stand-in of its functions and hooks: who comes in, and who goes.
 * `gate.test.ts` follows the levels of Paid Memberships Pro.
 */
import { beforeEach, expect, it } from 'vitest';
import { sku } from '../support/feed-service/backend.js';
import {
  addUser,
  aMinuteLater,
  forgetGate,
  gateConstants,
  outbox,
  standIn,
  sync,
  useGatedService,
} from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';

describeInWordPress('Plugins', () => {
  const service = useGatedService();
  let ann: number;
  let bob: number;
  const [ofAnn, ofBob] = [`ann@example.org ${sku}`, `bob@example.org ${sku}`];

  beforeEach(() => forgetGate(service));

  /** Lets in whoever has the level of a plugin. */
  async function useLevel(level: string, plugin: string): Promise<void> {
    wordPress.define(gateConstants(service.url(), { [sku]: { levels: [level] } }));
    wordPress.addFilters(standIn(plugin));
    [ann, bob] = [await addUser('ann'), await addUser('bob')];
    expect(await service.grants()).toEqual([]);
  }

  it('follows the plans of WooCommerce Memberships', async () => {
    await useLevel('woocommerce:41', 'woocommerce-memberships');
    await wordPress.run(`return stand_in_membership(${ann}, 'active', 'saved');`);
    expect(await service.grants()).toEqual([ofAnn]);
    await wordPress.run(`return stand_in_membership(${ann}, 'paused');`);
    expect(await service.grants()).toEqual([]);
    await wordPress.run(`return stand_in_membership(${ann}, 'active');`);
    await wordPress.run(`return stand_in_transfer(${ann}, ${bob});`);
    expect(await service.grants()).toEqual([ofBob]);
    await wordPress.run(`return stand_in_membership(${bob}, '', 'deleted');`);
    expect(await service.grants()).toEqual([]);
  });

  it('follows the memberships of MemberPress, also to an end that nothing tells of', async () => {
    await useLevel('memberpress:88', 'memberpress');
    await wordPress.run(`return stand_in_transactions(${ann}, [88 => '0000-00-00 00:00:00']);`);
    // Of two memberships the one that counts here ends first.
    await wordPress.run(
      `return stand_in_transactions(${bob}, [88 => gmdate('Y-m-d H:i:s', time() + 86400), 99 => '2099-01-01 00:00:00']);`,
    );
    expect(await service.grants()).toEqual([ofAnn, ofBob]);
    // What is set for the end is no delay.
    expect(await outbox()).toMatchObject({ waiting: 0, members: 2 });
    await wordPress.run(`return stand_in_transactions(${ann}, []);`);
    expect(await service.grants()).toEqual([ofBob]);
    // A day later, as the database sees it; and no file, which states everyone, is due.
    await wordPress.run(`update_option('private_podcast_subscribe_file', ['finished' => time()]);
      update_option('stand_in_memberpress', [${bob} => [88 => '2020-01-01 00:00:00', 99 => '2099-01-01 00:00:00']]);
      global $wpdb; return $wpdb->query("UPDATE {$wpdb->prefix}private_podcast_members SET due_at = due_at - 86402 WHERE due_at > 0");`);
    await aMinuteLater();
    expect(await service.grants()).toEqual([]);
  });

  it('follows a membership of MemberPress that was there before, to its end', async () => {
    await useLevel('memberpress:88', 'memberpress');
    await wordPress.run(`update_option('stand_in_memberpress', [${ann} => [88 => gmdate('Y-m-d H:i:s', time() + 86400)]]);
      ${sync}`);
    expect(await service.grants()).toEqual([ofAnn]);
    expect(await outbox()).toMatchObject({ waiting: 0, members: 1 });
    await wordPress.run(`update_option('stand_in_memberpress', []);
      global $wpdb; return $wpdb->query("UPDATE {$wpdb->prefix}private_podcast_members SET due_at = due_at - 86402 WHERE due_at > 0");`);
    await aMinuteLater();
    expect(await service.grants()).toEqual([]);
  });

  it('follows the plans of Memberful', async () => {
    await useLevel('memberful:17', 'memberful');
    const setPlans = (php: string) =>
      wordPress.run(`update_user_meta(${ann}, 'memberful_subscription', ${php}); return true;`);
    await setPlans(`[17 => ['id' => 17]]`);
    expect(await service.grants()).toEqual([ofAnn]);
    await setPlans(`[18 => ['id' => 18]]`);
    expect(await service.grants()).toEqual([]);
    await setPlans(`[17 => ['id' => 17]]`);
    await wordPress.run(`return delete_user_meta(${ann}, 'memberful_subscription');`);
    expect(await service.grants()).toEqual([]);
  });

  it('lets in nobody by a plugin that is switched off or fails', async () => {
    await useLevel('pmpro:2', 'paid-memberships-pro');
    await wordPress.run(`return pmpro_changeMembershipLevel(2, ${ann});`);
    const mayListen = () =>
      wordPress.run(
        `return PrivatePodcastSubscribe\\Access\\Rules::mayListen(get_userdata(${ann}), '${sku}');`,
      );
    expect(await mayListen()).toBe(true);
    wordPress.addFilters('');
    expect(await mayListen()).toBe(false);
    wordPress.addFilters(
      `function pmpro_hasMembershipLevel() { throw new Error('of another plugin'); }`,
    );
    expect(await mayListen()).toBe(false);
    expect(wordPress.log()).toContain('unexpected Error');
  });
});
