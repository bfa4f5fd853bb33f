/** What the plugin does to WordPress and to other plugins: nothing. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeInWordPress, wordPress } from './publisher.js';
import { createAccount } from './visit.js';

describeInWordPress('Plugin', () => {
  beforeEach(() => wordPress.forget());
  afterEach(() => wordPress.addFilters(''));

  it('takes from WordPress’s filters whatever another plugin makes of a value', async () => {
    const { cookie } = await createAccount('administrator');
    wordPress.addFilters(`add_action('shutdown', function () {
      $hooks = array_map(fn($hook) => $hook->callbacks, $GLOBALS['wp_filter']);
      foreach ($GLOBALS['shortcode_tags'] as $tag => $callback) $hooks["[$tag]"] = [[['function' => $callback]]];
      $found = [];
      foreach ($hooks as $name => $priorities) foreach ($priorities as $callbacks) foreach ($callbacks as ['function' => $callback]) {
        try {
          $function = new ReflectionFunction(Closure::fromCallable($callback));
        } catch (Throwable) {
          continue;
        }
        if (!str_contains((string) $function->getFileName(), '/private-podcast-subscribe/')) continue;
        $found[] = '';
        foreach ($function->getParameters() as $parameter) {
          if ($parameter->hasType() && (string) $parameter->getType() !== 'mixed') $found[] = "$name: {$parameter->getName()}";
        }
      }
      file_put_contents(WP_TEMP_DIR . '/callbacks.json', json_encode($found));
    });`);
    await fetch(`${wordPress.url}/wp-admin/plugins.php`, { headers: { cookie } });
    wordPress.addFilters('');
    const narrow = await wordPress.run(
      `return json_decode(file_get_contents(WP_TEMP_DIR . '/callbacks.json'));`,
    );
    const names = narrow as string[];
    expect(names.filter((name) => name === '').length).toBeGreaterThan(10);
    expect(names.filter(Boolean)).toEqual([]);
  });

  it('prints a page to its end where another plugin’s filter returns nothing', async () => {
    wordPress.addFilters(`
      foreach (['script_loader_tag', 'plugin_action_links_private-podcast-subscribe/private-podcast-subscribe.php'] as $filter) {
        add_filter($filter, '__return_null', 1);
      }`);
    const page = await wordPress.addPage('Spoiled', '[private_podcast_subscribe]');
    expect(await (await fetch(page)).text()).toContain('</html>');
    const { cookie } = await createAccount('administrator');
    const plugins = await fetch(`${wordPress.url}/wp-admin/plugins.php`, { headers: { cookie } });
    expect(await plugins.text()).toContain('</html>');
    expect(wordPress.log()).toBe('');
  });

  it('stops no later request, its own or another plugin’s, once one took too long', async () => {
    const found = await wordPress.run(`
      add_filter('pre_http_request', function ($answer) {
        usleep(100000);
        do_action('requests-request.progress');
        return $answer;
      });
      try {
        (new PrivatePodcastSubscribe\\Service\\Http(0.05))->send('It', 'GET', 'https://feeds.example.org/');
      } catch (PrivatePodcastSubscribe\\PrivatePodcastError $error) {
        return [$error->errorCode, has_action('requests-request.progress')];
      }`);
    expect(found).toEqual(['timeout', false]);
  });

  it('is updated by nobody else, and says whose it is', async () => {
    const head = await wordPress.run(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      return get_plugin_data(WP_PLUGIN_DIR . '/private-podcast-subscribe/private-podcast-subscribe.php', false);`);
    expect(head).toMatchObject({
      UpdateURI: 'false',
      AuthorName: 'the private-podcast-subscribe authors',
      PluginURI: '',
    });
  });

  it('removes its own rows when it is deleted, and no others', async () => {
    const foreign = [
      '_transient_pps_of_another_plugin',
      '_transient_private_podcast_subscribers',
      'private_podcast_subscribe_keptX',
      'private_podcast_subscription',
    ];
    const left = (await wordPress.run(`
      global $wpdb;
      foreach (json_decode('${JSON.stringify(foreign)}') as $name) { add_option($name, 'theirs'); }
      PrivatePodcastSubscribe\\Kept::set('ours', 'x', 600);
      update_option('private_podcast_subscribe', ['products' => 'sid:one']);
      foreach (['table', 'pause', 'file', 'home', 'given_x'] as $name) { update_option("private_podcast_subscribe_$name", []); }
      update_user_option(1, 'private_podcast_subscribe_given_x', '');
      define('WP_UNINSTALL_PLUGIN', 'x');
      include WP_PLUGIN_DIR . '/private-podcast-subscribe/uninstall.php';
      $left = $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%private_podcast%' OR option_name LIKE '%pps%' ORDER BY option_name");
      array_map('delete_option', $left);
      array_push($left, ...$wpdb->get_col("SELECT meta_key FROM $wpdb->usermeta WHERE meta_key LIKE '%private_podcast%'"));
      return $left;`)) as string[];
    expect(left).toEqual(foreign);
  });

  it('removes rows that nobody asks for any more', async () => {
    const left = await wordPress.run(`
      global $wpdb;
      $wpdb->query("DELETE FROM $wpdb->options WHERE option_name LIKE 'private_podcast_subscribe_kept_%'");
      PrivatePodcastSubscribe\\Kept::set('old', 'x', -1);
      PrivatePodcastSubscribe\\Kept::set('new', 'x', 600);
      do_action('delete_expired_transients');
      return [(int) $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE 'private_podcast_subscribe_kept_%'"), PrivatePodcastSubscribe\\Kept::get('new')];`);
    expect(left).toEqual([1, 'x']);
  });
});

describeInWordPress('Kept', () => {
  it('gives an entry to one process of many, and counts each of them', async () => {
    const run = (code: string) =>
      Promise.all(
        Array.from({ length: 4 }, () =>
          wordPress.run(`use PrivatePodcastSubscribe\\Kept; ${code}`),
        ),
      );
    await wordPress.run(`PrivatePodcastSubscribe\\Kept::set('one', 'x', 600); return true;`);
    const taken = await run(`return Kept::delete('one');`);
    expect(taken.filter(Boolean)).toHaveLength(1);
    const until = Math.ceil(Date.now() / 1000) + 600;
    const counts = await run(
      `return [Kept::count('many', ${until}), Kept::count('many', ${until})];`,
    );
    expect((counts.flat() as number[]).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    // A count whose time is over begins anew.
    expect(
      await wordPress.run(
        `use PrivatePodcastSubscribe\\Kept; Kept::count('over', time() - 1); return [Kept::count('over', time() + 60), Kept::count('over', time() + 60)];`,
      ),
    ).toEqual([1, 2]);
  });
});
