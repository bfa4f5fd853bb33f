/** What an administrator sees and does: the field of who may listen, Site Health, and WP-CLI. */
import { beforeEach, expect, it } from 'vitest';
import { client, sku } from '../support/feed-service/backend.js';
import {
  addUser,
  aMinuteLater,
  feedOf,
  forgetGate,
  gateConstants,
  nobodysRole,
  secondSku,
  soonHeardAt,
  standIn,
  sync,
  useGatedService,
} from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';
import { createAccount } from './visit.js';

const admin = 'PrivatePodcastSubscribe\\Admin';

describeInWordPress('AccessField', () => {
  beforeEach(async () => {
    wordPress.addFilters(standIn('paid-memberships-pro') + standIn('memberful'));
    wordPress.define({ PRODUCTS: [sku, secondSku] });
    await wordPress.run(`return delete_option('private_podcast_subscribe');`);
  });

  const printed = () =>
    wordPress.run(
      `ob_start(); ${admin}\\AccessField::print(); return ob_get_clean();`,
    ) as Promise<string>;
  const read = (sent: string) =>
    wordPress.run(`return ${admin}\\AccessField::read(${sent}, ['${sku}']);`);
  const save = (access: string) =>
    wordPress.run(`return update_option('private_podcast_subscribe', ['access' => ${access}]);`);

  it('prints a group of roles and levels for each podcast, and no HTML of others', async () => {
    const html = await printed();
    expect(html.match(/<fieldset/g)).toHaveLength(2);
    expect(html).toContain(`<legend><strong>${sku}</strong></legend>`);
    expect(html.match(/role="group" aria-labelledby/g)).toHaveLength(6);
    expect(html).toMatch(
      /name="private_podcast_subscribe\[access\]\[1\]\[levels\]\[\]" value="pmpro:2" {2}> Gold</,
    );
    expect(html).toContain('value="memberful:17"');
    expect(html).toContain('Silver, &lt;i&gt;new&lt;/i&gt;');
  });

  it('calls a podcast by its name, if it has one', async () => {
    await wordPress.run(
      `return update_option('private_podcast_subscribe', ['titles' => ['${sku}' => 'Tea & <b>Talk</b>']]);`,
    );
    expect([
      ...(await printed()).matchAll(/<legend><strong>(.*?)<\/strong><\/legend>/g),
    ]).toMatchObject([{ 1: 'Tea &amp; &lt;b&gt;Talk&lt;/b&gt;' }, { 1: secondSku }]);
  });

  it('reads what was chosen, and nothing else', async () => {
    const sent = `[['sku' => '${sku}', 'roles' => ['editor', 'king', ['x']], 'levels' => ['pmpro:3', 'pmpro:99', 'other:1']], ['sku' => 'sid:unknown', 'roles' => ['editor']], 'x']`;
    expect(await read(sent)).toEqual({ [sku]: { roles: ['editor'], levels: ['pmpro:3'] } });
    expect(await read(`'x'`)).toEqual([]);
  });

  it('keeps a level whose plugin is switched off until it is unticked', async () => {
    await save(`['${sku}' => ['roles' => ['old-role'], 'levels' => ['memberpress:88']]]`);
    const html = await printed();
    expect(html).toMatch(/value="memberpress:88" +checked='checked'/);
    expect(html).toMatch(/value="old-role" +checked='checked'/);
    const kept = `[['sku' => '${sku}', 'roles' => ['old-role'], 'levels' => ['memberpress:88']]]`;
    expect(await read(kept)).toEqual({
      [sku]: { roles: ['old-role'], levels: ['memberpress:88'] },
    });
    expect(await read(`[['sku' => '${sku}']]`)).toEqual({ [sku]: { roles: [], levels: [] } });
  });

  it('takes the one list of roles of before as each podcast’s, until it is saved anew', async () => {
    const rule = (product: string) =>
      wordPress.run(`return PrivatePodcastSubscribe\\Access\\Rules::of('${product}');`);
    await wordPress.run(
      `return update_option('private_podcast_subscribe', ['roles' => ['author']]);`,
    );
    expect(await rule(secondSku)).toEqual({ roles: ['author'], levels: [] });
    await save(`['${sku}' => ['roles' => ['editor']]]`);
    expect(await rule(sku)).toEqual({ roles: ['editor'], levels: [] });
    expect(await rule(secondSku)).toEqual({ roles: [], levels: [] });
    wordPress.define({ PRODUCTS: [sku, secondSku], ROLES: ['contributor'] });
    expect(await rule(secondSku)).toEqual({ roles: ['contributor'], levels: [] });
  });
});

describeInWordPress('SiteHealth, Confirmation and Commands', () => {
  const service = useGatedService();

  beforeEach(async () => {
    await forgetGate(service);
    wordPress.define(gateConstants(service.url(), { [sku]: { roles: ['author'] } }));
  });

  /** WordPress's own list of tests, run as Tools → Site Health does. */
  const health = () =>
    wordPress.run(`require_once ABSPATH . 'wp-admin/includes/class-wp-site-health.php';
      $tests = WP_Site_Health::get_tests()['direct'];
      return isset($tests['private_podcast_subscribe']) ? ($tests['private_podcast_subscribe']['test'])() : null;`) as Promise<{
      status: string;
      description: string;
    } | null>;
  const age = (seconds: number) =>
    wordPress.run(
      `global $wpdb; return $wpdb->query("UPDATE {$wpdb->prefix}private_podcast_members SET since = since - ${seconds}");`,
    );
  const facts = () =>
    wordPress.run(`require_once ABSPATH . 'wp-admin/includes/class-wp-debug-data.php';
      require_once ABSPATH . 'wp-admin/includes/class-wp-site-health.php'; require_once ABSPATH . 'wp-admin/includes/update.php'; require_once ABSPATH . 'wp-admin/includes/misc.php'; require_once ABSPATH . 'wp-admin/includes/plugin.php'; require_once ABSPATH . 'wp-admin/includes/theme.php';
      return array_column(apply_filters('debug_information', [])['private-podcast-subscribe']['fields'], 'value', 'label');`) as Promise<
      Record<string, string | number>
    >;
  const cli = (method: string, args: string[] = [], options: object = {}) =>
    wordPress.run(
      `return WP_CLI::stand_in_run('${method}', json_decode('${JSON.stringify(args)}', true), json_decode('${JSON.stringify(options)}', true));`,
    ) as Promise<string[]>;

  it('says what waits, since when and what to do, and names nobody', async () => {
    expect(await health()).toMatchObject({ status: 'good' });
    await addUser('ann', 'author');
    expect((await health())?.description).toContain('lets in 1 member whom');
    await service.stop();
    await addUser('bob', 'author');
    expect(await health()).toMatchObject({ status: 'good' });
    await age(200);
    const late = await health();
    expect(late).toMatchObject({ status: 'recommended' });
    expect(late?.description).toContain('1 change has not reached the feed service, for 3 mins');
    expect(late?.description).toContain('could not be reached');
    expect(await facts()).toMatchObject({
      'Members let in': 1,
      'Changes that wait': 1,
      'Last error': expect.stringContaining('could not be reached') as string,
    });
    for (const hidden of ['@example.org', client.clientSecret, service.url()]) {
      expect(JSON.stringify([late, await facts()])).not.toContain(hidden);
    }
    await age(3600);
    expect(await health()).toMatchObject({ status: 'critical' });
    await service.start();
    await aMinuteLater();
    expect(await health()).toMatchObject({ status: 'good' });
  });

  it('says that the operator does not let this site let members in', async () => {
    const define = (more: object) =>
      wordPress.define({
        ...gateConstants(service.url(), { [sku]: { roles: ['author'] } }),
        ...more,
      });
    define({ ADMIN_URL: `${wordPress.url}/not-the-service` });
    const ann = await addUser('ann', 'author');
    await age(200);
    expect((await health())?.description).toContain('PRIVATE_PODCAST_SUBSCRIBE_ADMIN_URL');
    define({ SOURCE: 'another' });
    await aMinuteLater();
    expect((await health())?.description).toContain(
      'the scope “service:members” and the source “another”',
    );
    // The test of the settings says so too.
    const found = await wordPress.run(
      `return array_column(${admin}\\ConnectionTest::walk(get_userdata(${ann})->user_email, '${sku}')['findings'], 'message', 'result')['failed'];`,
    );
    expect(found).toContain('the scope “service:members”');
    define({ GRANTS: false });
    expect(await health()).toBe(null);
  });

  /** Opens the settings page as an administrator, and presses the button of the notice there. */
  async function pressButton(): Promise<string> {
    const { cookie } = await createAccount('administrator');
    const page = await fetch(
      `${wordPress.url}/wp-admin/options-general.php?page=private-podcast-subscribe`,
      { headers: { cookie } },
    );
    const [notice = ''] =
      /<div class="notice notice-warning inline">.*?<\/div>/s.exec(await page.text()) ?? [];
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(notice)?.[1] ?? '';
    const press = (cookies: string) =>
      fetch(`${wordPress.url}/wp-admin/admin-post.php`, {
        method: 'POST',
        headers: { cookie: cookies },
        body: new URLSearchParams({ action: 'private_podcast_confirm', _wpnonce: nonce }),
        redirect: 'manual',
      });
    // Neither another administrator by this nonce, nor one who may not.
    expect((await press((await createAccount('administrator')).cookie)).status).toBe(403);
    expect((await press((await createAccount('contributor')).cookie)).status).toBe(403);
    expect((await press(cookie)).status).toBe(302);
    // Once more, it asks nothing.
    expect((await press(cookie)).status).toBe(403);
    return notice;
  }

  it('asks whether the site has moved, and goes on from there', async () => {
    await addUser('ann', 'author');
    await wordPress.run(`return update_option('private_podcast_subscribe_home', 'of before');`);
    await addUser('bob', 'author');
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    expect(await health()).toMatchObject({
      status: 'recommended',
      description: expect.stringContaining('The address of this site has changed') as string,
    });
    expect(await feedOf('gate-ann')).toContain('/feeds/');
    // Whom it has not stated before, it does not state now.
    expect(await feedOf('gate-bob')).toBe('config');
    expect(await pressButton()).toContain('This site has moved');
    expect(await service.grants()).toEqual(
      ['ann', 'bob'].map((name) => `${name}@example.org ${sku}`),
    );
    expect(await health()).toMatchObject({ status: 'good' });
  });

  it('asks whether most members shall end, and ends them', async () => {
    await addUser('ann', 'author');
    wordPress.define(gateConstants(service.url(), { [sku]: { roles: [nobodysRole] } }));
    await wordPress.run(sync);
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    expect((await health())?.description).toContain('More than half of the members');
    expect(await pressButton()).toContain('It is right: end their access');
    expect(await service.grants()).toEqual([]);
    expect(await health()).toMatchObject({ status: 'good' });
  });

  it('does from the command line what the site does by itself', async () => {
    wordPress.addFilters(standIn('wp-cli'));
    await addUser('ann', 'author');
    await addUser('zoe');
    const feed = await feedOf('gate-ann');
    expect(await cli('grant', ['zoe@example.org', sku], { until: '2031-05-01' })).toEqual([
      'Done: 1. Still waiting: 0.',
      'Success: The feed service has what this site wants.',
    ]);
    expect(await service.grants()).toEqual([
      `ann@example.org ${sku}`,
      `zoe@example.org ${sku} 2031-05-01`,
    ]);
    await cli('revoke', ['zoe@example.org', sku]);
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    expect(await cli('grant', ['zoe', sku])).toEqual([
      'Error: The first argument must be an e-mail address.',
    ]);
    await cli('reset', ['ann@example.org', sku]);
    await soonHeardAt(feed, '404');
    expect(await cli('reset', ['nobody@example.org', sku])).toEqual([
      'Error: No account of this site has this address.',
    ]);
    await service.clear();
    expect((await cli('sync')).at(-1)).toMatch(/^Success/);
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    wordPress.define(gateConstants(service.url(), { [sku]: { roles: [nobodysRole] } }));
    expect((await cli('sync')).at(-1)).toMatch(/^Error: More than half/);
    expect((await cli('sync', [], { force: true })).at(-1)).toMatch(/^Success/);
    expect(await service.grants()).toEqual([]);
    wordPress.define(gateConstants(service.url(), { [sku]: { roles: ['author'] } }));
    await cli('sync');
    expect((await cli('status')).join('\n')).toContain('Members let in: 1');
    await wordPress.removePages();
    expect((await cli('test', ['ann@example.org'])).at(-1)).toBe(
      'Success: It works: members get their podcast.',
    );
    await service.stop();
    expect((await cli('grant', ['zoe@example.org', sku])).at(-1)).toMatch(
      /^Error: 1 change has not reached the feed service.* could not be reached/,
    );
    await service.start();
  });
});
