/** Whose data goes to the operator, and what the site keeps, tells and erases. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secrets, startOperator, type Operator } from '../support/operator/operator.js';
import {
  constantsFor,
  describeInWordPress,
  hasAccount,
  useService,
  wordPress,
} from './publisher.js';
import { askForToken, createAccount, useToken } from './visit.js';

const sku = 'sid:one';
const php = 'PrivatePodcastSubscribe';

describeInWordPress('FeedService', () => {
  const service = useService();
  const podcast = 'sid:open-show';
  const define = (more: object) =>
    wordPress.define({ ...constantsFor(service.url()), PRODUCTS: [podcast], ...more });
  afterEach(() => wordPress.define({}));

  it('makes an account at the operator for those who may listen, and for nobody else', async () => {
    define({ ROLES: ['editor'] });
    const out = await createAccount('subscriber');
    expect(await useToken(await askForToken(out, podcast))).toBe('no-access');
    expect(await hasAccount(service.url(), out.email)).toBe(false);
    const listener = await createAccount('editor');
    expect(await useToken(await askForToken(listener, podcast))).toContain('/feeds/');
    expect(await hasAccount(service.url(), listener.email)).toBe(true);
  });

  it('makes none with CREATE_USERS off: an unknown member has no access', async () => {
    define({ CREATE_USERS: 'false' });
    const user = await createAccount('subscriber');
    expect(await useToken(await askForToken(user, podcast))).toBe('no-access');
    expect(await hasAccount(service.url(), user.email)).toBe(false);
    await hasAccount(service.url(), user.email, true);
    await wordPress.age(10);
    expect(await useToken(await askForToken(user, podcast))).toContain('/feeds/');
  });

  it('makes none while the settings are tested, for a user of the site either', async () => {
    define({});
    const user = await createAccount('subscriber');
    await wordPress.removePages();
    const verdict = await wordPress.run(
      `return ${php}\\Admin\\ConnectionTest::walk('${user.email}', '${podcast}')['verdict']->result;`,
    );
    expect(verdict).toBe('warning');
    expect(await hasAccount(service.url(), user.email)).toBe(false);
  });
});

describeInWordPress('PersonalData', () => {
  let operator: Operator;
  beforeEach(async () => {
    operator = await startOperator();
    wordPress.define({ ...constantsFor(operator.url), PRODUCTS: [sku] });
    await wordPress.forget();
  });
  afterEach(async () => {
    wordPress.define({});
    wordPress.addFilters('');
    await operator.close();
  });

  const exported = (email: string) =>
    wordPress.run(
      `return (apply_filters('wp_privacy_personal_data_exporters', [])['private-podcast-subscribe']['callback'])('${email}', 1);`,
    ) as Promise<{ data: { data: { name: string; value: string }[] }[]; done: boolean }>;
  const erase = (email: string) =>
    wordPress.run(
      `return (apply_filters('wp_privacy_personal_data_erasers', [])['private-podcast-subscribe']['callback'])('${email}', 1);`,
    ) as Promise<{ items_removed: boolean; items_retained: boolean; messages: string[] }>;
  const rows = () =>
    wordPress.run(
      `global $wpdb; return (int) $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE 'private_podcast_subscribe_kept_%'");`,
    );

  it('is exported without the feed link, and erased, whatever the operator calls the member', async () => {
    const host = new URL(operator.url).host;
    for (const name of ['', `['userId' => 'email|5f1']`]) {
      if (name) {
        wordPress.addFilters(`add_filter('private_podcast_subscribe_member', fn() => ${name});`);
      }
      // To this operator every address is the same user.
      await wordPress.forget();
      const { email, ...user } = await createAccount('subscriber');
      expect((await exported(email)).data).toEqual([]);
      expect(await useToken(await askForToken({ email, ...user }, sku))).toBe(secrets.feedUrl);
      const before = Number(await rows());
      const { data, done } = await exported(email);
      expect(done).toBe(true);
      expect(data.map(({ data: facts }) => facts.map(({ value }) => value))).toEqual([
        [sku, host, 'email|5f1', 'ent:1'],
      ]);
      expect(JSON.stringify(data)).not.toContain('feeds.example');
      expect(await erase(email)).toEqual({
        items_removed: true,
        items_retained: true,
        messages: [expect.stringContaining(host)],
        done: true,
      });
      expect((await exported(email)).data).toEqual([]);
      expect(Number(await rows())).toBeLessThan(before - 1);
      operator.seen.length = 0;
      await useToken(await askForToken({ email, ...user }, sku));
      expect(operator.asked('GET /vault').map(({ path }) => path.includes('/connections'))).toEqual(
        [false, true],
      );
    }
  });

  it('is exported and erased, too, right after the operator refused access', async () => {
    operator.answer('POST /vault/entitlements/auto-onboard', { body: [] });
    const user = await createAccount('subscriber');
    expect(await useToken(await askForToken(user, sku))).toBe('no-access');
    const { data } = await exported(user.email);
    expect(data.flatMap(({ data: facts }) => facts.map(({ value }) => value))).toContain(
      'email|5f1',
    );
    await erase(user.email);
    expect((await exported(user.email)).data).toEqual([]);
  });

  it('is erased of every podcast', async () => {
    const skus = [sku, 'sid:two'];
    wordPress.define({ ...constantsFor(operator.url), PRODUCTS: skus });
    const onboarded = (name: string) => ({
      body: [{ entitlementId: `ent:${name}`, userId: 'email|5f1', sku: name, title: 'A show' }],
    });
    const user = await createAccount('subscriber');
    for (const each of skus) {
      operator.answer('POST /vault/entitlements/auto-onboard', onboarded(each));
      operator.answer(`GET /vault/entitlements/${encodeURIComponent(`ent:${each}`)}`, {
        body: [{ type: 'feed', mimeType: 'application/rss+xml', url: secrets.feedUrl }],
      });
      expect(await useToken(await askForToken(user, each))).toBe(secrets.feedUrl);
    }
    expect((await exported(user.email)).data).toHaveLength(2);
    const before = Number(await rows());
    await erase(user.email);
    // The user of the address, and an entitlement, a link and the apps of each podcast.
    expect(Number(await rows())).toBe(before - 7);
    expect((await exported(user.email)).data).toEqual([]);
  });

  it('of somebody who was never here is neither kept nor claimed', async () => {
    expect(await erase('nobody@example.org')).toEqual({
      items_removed: false,
      items_retained: false,
      messages: [],
      done: true,
    });
  });

  it('goes with the account, and with an address that is given up', async () => {
    const user = await createAccount('subscriber');
    const left = async () => (await exported(user.email)).data.length > 0;
    await useToken(await askForToken(user, sku));
    expect(await left()).toBe(true);
    await wordPress.run(
      `return wp_update_user(['ID' => ${user.id}, 'user_email' => 'moved${user.id}@example.org']);`,
    );
    expect(await left()).toBe(false);
    await wordPress.run(
      `return wp_update_user(['ID' => ${user.id}, 'user_email' => '${user.email}']);`,
    );
    await useToken(await askForToken(user, sku));
    expect(await left()).toBe(true);
    await wordPress.run(
      `require_once ABSPATH . 'wp-admin/includes/user.php'; return wp_delete_user(${user.id});`,
    );
    expect(await left()).toBe(false);
  });

  it('has a text for the privacy policy, which names the operator and who is reported', async () => {
    const text = async (more: object) => {
      wordPress.define({
        ...constantsFor('https://feeds.operator.example'),
        PRODUCTS: [sku],
        ...more,
      });
      const { cookie } = await createAccount('administrator');
      const page = await fetch(`${wordPress.url}/wp-admin/options-privacy.php?tab=policyguide`, {
        headers: { cookie },
      });
      return page.text();
    };
    const open = await text({});
    expect(open).toContain('(feeds.operator.example), to learn whether you may listen');
    expect(open).toContain('The operator makes an account for you.');
    const limited = await text({ ROLES: ['editor'], CREATE_USERS: false });
    expect(limited).toContain('and are allowed to listen, we send your e-mail address');
    expect(limited).not.toContain('The operator makes an account for you.');
  });
});
