/** What an administrator sees and does: the field of who may listen, Site Health, and WP-CLI. */
import { beforeEach, expect, it } from 'vitest';
import { client, sku } from '../support/feed-service/backend.js';
import {
  addUser,
  aMinuteLater,
  feedOf,
  forgetGate,
  gateConstants,
  heardAt,
  secondSku,
  standIn,
  useGatedService,
} from './gate.js';
import { describeInWordPress, wordPress } from './publisher.js';

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

describeInWordPress('SiteHealth and Commands', () => {
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
      `global $wpdb; return $wpdb->query("UPDATE {$wpdb->prefix}private_podcast_grants SET waiting_since = waiting_since - ${seconds}");`,
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
    wordPress.define({
      ...gateConstants(service.url(), { [sku]: { roles: ['author'] } }),
      ADMIN_URL: `${wordPress.url}/not-the-service`,
    });
    await addUser('ann', 'author');
    await age(200);
    expect((await health())?.description).toContain('PRIVATE_PODCAST_SUBSCRIBE_ADMIN_URL');
    wordPress.define({ ...gateConstants(service.url()), GRANTS: false });
    expect(await health()).toBe(null);
  });

  it('does from the command line what the site does by itself', async () => {
    wordPress.addFilters(standIn('wp-cli'));
    const ann = await addUser('ann', 'author');
    const feed = await feedOf('gate-ann');
    expect(await cli('grant', ['zoe@example.org', sku], { until: '2031-05-01' })).toEqual([
      'Done: 1. Still waiting: 0.',
      'Success: The feed service has what this site wants.',
    ]);
    expect(await service.grants()).toEqual([
      `ann@example.org ${sku}`,
      `zoe@example.org ${sku} 2031-05-01`,
    ]);
    expect(await cli('grants', [], { format: 'csv' })).toEqual([
      `csv: ${ann} | ${sku} | rule |  | in`,
      `csv:  | ${sku} | action | 2031-05-01 | in`,
    ]);
    expect(await cli('grants', [], { addresses: true, sku: secondSku })).toEqual([]);
    expect((await cli('grants', [], { addresses: true })).join()).toContain('zoe@example.org');
    await cli('revoke', ['zoe@example.org', sku]);
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
    expect(await cli('grant', ['zoe', sku])).toEqual([
      'Error: The first argument must be an e-mail address.',
    ]);
    await cli('reset', ['ann@example.org', sku]);
    expect(await heardAt(feed)).toBe('404');
    await service.clear();
    expect((await cli('sync')).at(-1)).toMatch(/^Success/);
    expect(await service.grants()).toEqual([`ann@example.org ${sku}`]);
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
