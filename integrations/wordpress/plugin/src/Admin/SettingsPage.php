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
    private const CAPABILITY = 'manage_options';

    private static bool $isTestAsked = false;

    public static function addToMenu(): void
    {
        $title = __('Private Podcast', 'private-podcast-subscribe');
        $page = add_options_page($title, $title, self::CAPABILITY, self::SLUG, [self::class, 'render']);
        add_action("load-$page", static function (): void {
            // Before anything is printed: a request that this page did not make ends here.
            self::$isTestAsked = isset($_POST['private_podcast_test'])
                && check_admin_referer('private_podcast_test', 'private_podcast_nonce');
            wp_enqueue_style(self::SLUG, plugins_url('assets/settings.css', PLUGIN_FILE), [], VERSION);
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
        register_setting(self::SLUG, Settings::OPTION, ['type' => 'array', 'sanitize_callback' => [Fields::class, 'read']]);
        $sections = [
            'podcasts' => __('Podcasts and members', 'private-podcast-subscribe'),
            'operator' => __('Feed service', 'private-podcast-subscribe'),
            'pages' => __('In the member’s browser', 'private-podcast-subscribe'),
        ];
        foreach ($sections as $section => $title) {
            add_settings_section($section, $title, '__return_null', self::SLUG);
        }
        foreach (Fields::all() as $name => $field) {
            add_settings_field($name, Settings::label($name), [Fields::class, 'print'], self::SLUG, $field['section'], [
                'name' => $name,
                'label_for' => in_array($field['type'], ['roles'], true) ? '' : "private-podcast-$name",
            ]);
        }
    }

    public static function render(): void
    {
        if (!current_user_can(self::CAPABILITY)) {
            return;
        }
        ?>
        <div class="wrap private-podcast">
            <h1><?php echo esc_html(get_admin_page_title()); ?></h1>
            <p><?php esc_html_e('The operator of your feed service gives you the URLs and credentials. Once they are saved, add the block “Private Podcast” to a page, or the shortcode [private_podcast_subscribe].', 'private-podcast-subscribe'); ?></p>
            <form action="options.php" method="post">
                <?php
                settings_fields(self::SLUG);
                do_settings_sections(self::SLUG);
                submit_button();
                ?>
            </form>
            <?php self::renderTest(); ?>
        </div>
        <?php
    }

    private static function renderTest(): void
    {
        $posted = fn(string $name, string $default): string => self::$isTestAsked && is_string($_POST[$name] ?? null)
            ? sanitize_text_field(wp_unslash($_POST[$name]))
            : $default;
        $email = $posted('private_podcast_email', wp_get_current_user()->user_email);
        $products = Settings::items('products');
        $sku = $posted('private_podcast_sku', $products[0] ?? '');
        ?>
        <h2 id="test"><?php esc_html_e('Test connection', 'private-podcast-subscribe'); ?></h2>
        <p><?php esc_html_e('Tries every step for one member, from the access token to the feed, with the saved settings. It makes no account at the operator.', 'private-podcast-subscribe'); ?></p>
        <form action="#test" method="post" class="private-podcast-test">
            <?php wp_nonce_field('private_podcast_test', 'private_podcast_nonce'); ?>
            <p>
                <label for="private-podcast-email"><?php esc_html_e('Member’s e-mail address', 'private-podcast-subscribe'); ?></label>
                <input id="private-podcast-email" class="regular-text" type="email" name="private_podcast_email" value="<?php echo esc_attr($email); ?>" required>
            </p>
            <p>
                <label for="private-podcast-sku"><?php esc_html_e('Podcast', 'private-podcast-subscribe'); ?></label>
                <input id="private-podcast-sku" class="regular-text code" type="text" name="private_podcast_sku" list="private-podcast-products" value="<?php echo esc_attr($sku); ?>" required>
                <datalist id="private-podcast-products">
                    <?php foreach ($products as $product) : ?>
                        <option value="<?php echo esc_attr($product); ?>"></option>
                    <?php endforeach; ?>
                </datalist>
            </p>
            <?php submit_button(__('Test connection', 'private-podcast-subscribe'), 'secondary', 'private_podcast_test', false); ?>
        </form>
        <?php
        if (self::$isTestAsked) {
            self::renderFindings(ConnectionTest::walk($email, $sku));
        }
    }

    /** @param Finding[] $findings */
    private static function renderFindings(array $findings): void
    {
        $signs = [
            Finding::OK => ['✓', __('Works', 'private-podcast-subscribe')],
            Finding::WARNING => ['!', __('Warning', 'private-podcast-subscribe')],
            Finding::FAILED => ['✕', __('Failed', 'private-podcast-subscribe')],
        ];
        echo '<ol class="private-podcast-findings" role="status">';
        foreach ($findings as $finding) {
            [$sign, $word] = $signs[$finding->result];
            printf(
                '<li class="is-%s"><span class="private-podcast-sign" aria-hidden="true">%s</span><div><strong>%s</strong> <span class="screen-reader-text">%s: </span><p>%s</p></div></li>',
                esc_attr($finding->result),
                esc_html($sign),
                esc_html($finding->step),
                esc_html($word),
                esc_html($finding->message)
            );
        }
        echo '</ol>';
    }
}
