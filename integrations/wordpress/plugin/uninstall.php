<?php
/** Removes everything that the plugin has put into the database, on each site of a network, and nothing else. */

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

$private_podcast_clean = static function (): void {
    global $wpdb;
    // Who was let in stays let in at the feed service: end it there, or untick the roles and levels before.
    $wpdb->query("DROP TABLE IF EXISTS {$wpdb->prefix}private_podcast_members");
    foreach (['table', 'pause', 'file', 'home'] as $name) {
        delete_option("private_podcast_subscribe_$name");
    }
    wp_clear_scheduled_hook('private_podcast_subscribe_minute');
    delete_option('private_podcast_subscribe');
    delete_option('private_podcast_subscribe_token_secret');
    // In one query: a busy site has several for each member. An object cache drops its own within a day.
    foreach (['kept', 'given'] as $name) {
        $wpdb->query($wpdb->prepare(
            "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s",
            $wpdb->esc_like("private_podcast_subscribe_{$name}_") . '%'
        ));
    }
    $wpdb->query($wpdb->prepare(
        "DELETE FROM {$wpdb->usermeta} WHERE meta_key LIKE %s",
        $wpdb->esc_like($wpdb->get_blog_prefix() . 'private_podcast_subscribe_given_') . '%'
    ));
};

if (is_multisite()) {
    foreach (get_sites(['fields' => 'ids', 'number' => 0]) as $private_podcast_site) {
        switch_to_blog($private_podcast_site);
        $private_podcast_clean();
        restore_current_blog();
    }
} else {
    $private_podcast_clean();
}
