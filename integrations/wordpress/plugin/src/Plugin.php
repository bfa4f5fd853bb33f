<?php
/** Connects the plugin's parts to WordPress. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Plugin
{
    public static function start(): void
    {
        add_action('init', [Languages::class, 'load']);
        add_action('init', [Page\Element::class, 'register']);
        add_action('init', [Page\Preview::class, 'register']);
        Access\Gate::start();
        Admin\SiteHealth::start();
        Admin\Confirmation::start();
        Cli\Commands::register();
        add_action('wp_loaded', [Subscribe\Routes::class, 'answer']);
        add_action('admin_menu', [Admin\SettingsPage::class, 'addToMenu']);
        add_action('admin_init', [Upgrade::class, 'run'], 5);
        add_action('admin_init', [Privacy\Policy::class, 'suggest']);
        add_action('delete_expired_transients', [Kept::class, 'removeOld']);
        add_filter('wp_privacy_personal_data_exporters', [Privacy\PersonalData::class, 'addExporter']);
        add_filter('wp_privacy_personal_data_erasers', [Privacy\PersonalData::class, 'addEraser']);
        add_action('deleted_user', [Privacy\PersonalData::class, 'eraseUser'], 10, 3);
        add_action('profile_update', [Privacy\PersonalData::class, 'eraseOldAddress'], 10, 2);
        add_action('admin_init', [Admin\SettingsPage::class, 'register']);
        add_filter(
            'plugin_action_links_' . plugin_basename(PLUGIN_FILE),
            [Admin\SettingsPage::class, 'addLink']
        );
    }
}
