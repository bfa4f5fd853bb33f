/** A network of sites with the plugin on each: a site's own settings, and what uninstalling removes. */
import { beforeAll, expect, it } from 'vitest';
import { launchChromium, reach } from '../../browser/chromium.js';
import { sku } from '../../support/feed-service/backend.js';
import { constantsFor, describeInWordPress, useService, wordPress } from '../publisher.js';

/** Runs PHP on each site. @returns PHP with the results. */
const onEach = (php: string) => `array_map(function ($site) {
  switch_to_blog($site);
  $result = (function () { ${php} })();
  restore_current_blog();
  return $result;
}, get_sites(['fields' => 'ids', 'number' => 0, 'orderby' => 'id']))`;

describeInWordPress('Plugin: on a network of sites', () => {
  const service = useService();
  beforeAll(() => {
    wordPress.define(constantsFor(service.url()));
  });

  it('is on for each site', async () => {
    expect(
      await wordPress.run(`return [
        is_multisite(),
        is_plugin_active_for_network('private-podcast-subscribe/private-podcast-subscribe.php'),
        ${onEach(`return home_url('/');`)}];`),
    ).toEqual([true, true, [`${wordPress.url}/`, `${wordPress.url}/two/`]]);
  });

  it('states the members of each site under a name of its own', async () => {
    expect(
      await wordPress.run(
        `return ${onEach(`return PrivatePodcastSubscribe\\Access\\MemberCalls::source();`)};`,
      ),
    ).toEqual(['wordpress', 'wordpress-2']);
  });

  it('gives a member the podcasts of the site that they are on', async () => {
    const { PRODUCTS, ...others } = constantsFor(service.url());
    wordPress.define(others);
    const ids = (await wordPress.run(
      `return ${onEach(`
        update_option('private_podcast_subscribe', ['products' => get_current_blog_id() === 2 ? '${PRODUCTS[0]}' : 'sid:other']);
        return wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Podcast', 'post_content' => '[private_podcast_subscribe sku="${sku}"]']);`)};`,
    )) as number[];
    const browser = await launchChromium();
    const context = await browser.newContext();
    await wordPress.logIn(context, 'member');
    const page = await context.newPage();
    for (const [path, state] of [
      ['/two', 'ready'],
      ['', 'failed'],
    ] as const) {
      await page.goto(`${wordPress.url}${path}/?page_id=${path ? ids[1] : ids[0]}`);
      const element = page.locator('private-podcast-subscribe');
      expect(await element.getAttribute('data-ajax')).toBe(
        `${path}/wp-admin/admin-ajax.php?action=`,
      );
      await reach(page, state);
    }
    await browser.close();
    expect(wordPress.complaints()).toEqual([]);
  });

  it('keeps the settings of each site apart, and removes them, its table and its event from all', async () => {
    const result = await wordPress.run(`
      ${onEach(`
        update_option('private_podcast_subscribe', ['products' => 'sid:site-' . get_current_blog_id()]);
        PrivatePodcastSubscribe\\Access\\Outbox::name();
        PrivatePodcastSubscribe\\Kept::set('ours', 'x', 600);
        foreach (['pause', 'file', 'home'] as $name) { update_option("private_podcast_subscribe_$name", 'x'); }
        wp_schedule_single_event(time() + 600, 'private_podcast_subscribe_minute');
        add_option('_transient_pps_of_another_plugin', 'theirs');
      `)};
      $state = fn() => ${onEach(`
        global $wpdb;
        return [
          get_option('private_podcast_subscribe')['products'] ?? null,
          $wpdb->get_col("SHOW TABLES LIKE '{$wpdb->prefix}private_podcast%'"),
          (bool) wp_next_scheduled('private_podcast_subscribe_minute'),
          $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE (option_name LIKE '%private_podcast%' OR option_name LIKE '%pps%') AND option_name NOT LIKE '%_kept_%' ORDER BY option_name"),
        ];`)};
      $before = $state();
      // As if there were more sites than the 100 that WordPress gives to who names no number.
      add_action('pre_get_sites', function ($query) {
        if ($query->query_vars['number'] === 100) { $query->query_vars['number'] = 1; }
      });
      define('WP_UNINSTALL_PLUGIN', 'x');
      include WP_PLUGIN_DIR . '/private-podcast-subscribe/uninstall.php';
      return [$before, $state()];`);
    const theirs = '_transient_pps_of_another_plugin';
    const ours = ['', '_file', '_home', '_pause', '_table'].map(
      (name) => `private_podcast_subscribe${name}`,
    );
    expect(result).toEqual([
      [1, 2].map((site) => [
        `sid:site-${site}`,
        [`wp_${site === 1 ? '' : '2_'}private_podcast_members`],
        true,
        [theirs, ...ours],
      ]),
      [1, 2].map(() => [null, [], false, [theirs]]),
    ]);
  });
});
