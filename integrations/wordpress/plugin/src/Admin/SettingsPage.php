<?php
/** Settings → Private Podcast. A secret that was saved is never printed into the page. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Settings;

use const PrivatePodcastSubscribe\PLUGIN_FILE;
use const PrivatePodcastSubscribe\VERSION;

final class SettingsPage
{
    public const SLUG = 'private-podcast-subscribe';
    public const CAPABILITY = 'manage_options';

    public static function addToMenu(): void
    {
        $title = __('Private Podcast', 'private-podcast-subscribe');
        $page = add_options_page($title, $title, self::CAPABILITY, self::SLUG, [self::class, 'render']);
        add_action("load-$page", static function (): void {
            wp_enqueue_style(self::SLUG . '-settings', plugins_url('assets/settings.css', PLUGIN_FILE), [], VERSION);
        });
    }

    /** @param mixed $links of the list of plugins, an array. */
    public static function addLink(mixed $links): mixed
    {
        if (!is_array($links)) {
            return $links;
        }
        $url = admin_url('options-general.php?page=' . self::SLUG);
        $link = '<a href="' . esc_url($url) . '">' . esc_html__('Settings', 'private-podcast-subscribe') . '</a>';
        return [...array_values($links), $link];
    }

    public static function register(): void
    {
        // Only this plugin's own requests need the option, so WordPress does not load it with every page.
        add_option(Settings::OPTION, [], '', 'no');
        register_setting(self::SLUG, Settings::OPTION, ['type' => 'array', 'sanitize_callback' => [self::class, 'read']]);
        $sections = [
            'podcasts' => __('Podcasts and members', 'private-podcast-subscribe'),
            'operator' => __('Feed service', 'private-podcast-subscribe'),
            'pages' => __('In the member’s browser', 'private-podcast-subscribe'),
        ];
        foreach ($sections as $section => $title) {
            add_settings_section($section, $title, '__return_null', self::SLUG);
        }
        foreach (Fields::all() as $name => $field) {
            add_settings_field($name, Fields::label($name), [Fields::class, 'print'], self::SLUG, $field['section'], [
                'name' => $name,
                'label_for' => in_array($field['type'], ['access'], true) ? '' : "private-podcast-$name",
            ]);
        }
    }

    /** Reads the form for WordPress to save, and notes whether the settings are to be tested afterwards. */
    public static function read(mixed $sent): array
    {
        TestRequest::note();
        return Fields::read($sent);
    }

    public static function render(): void
    {
        if (!current_user_can(self::CAPABILITY)) {
            return;
        }
        $asked = TestRequest::take();
        ?>
        <div class="wrap private-podcast">
            <h1><?php echo esc_html(get_admin_page_title()); ?></h1>
            <?php
            Confirmation::print();
            if ($asked !== null) {
                Report::print(ConnectionTest::walk($asked['email'], $asked['sku']));
            }
            ?>
            <p><?php esc_html_e('The operator of your feed service gives you the URLs and credentials. Once they are saved, add the block “Private Podcast” to a page, or the shortcode [private_podcast_subscribe].', 'private-podcast-subscribe'); ?></p>
            <form action="options.php" method="post">
                <?php
                settings_fields(self::SLUG);
                do_settings_sections(self::SLUG);
                TestRequest::printFields($asked);
                echo '<p class="submit">';
                submit_button('', 'primary', 'submit', false);
                echo ' ';
                submit_button(__('Save and test', 'private-podcast-subscribe'), 'secondary', TestRequest::BUTTON, false);
                echo '</p>';
                ?>
            </form>
            <?php Report::printPages(); ?>
        </div>
        <?php
    }
}
