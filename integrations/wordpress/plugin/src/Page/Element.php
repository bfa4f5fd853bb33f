<?php
/**
 * The element on a page, as a block or a shortcode. Its HTML is the same for everyone: no token, no
 * nonce and nothing of a member is in it, so a page cache may keep it.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Page;

use PrivatePodcastSubscribe\Settings;
use PrivatePodcastSubscribe\Subscribe\Routes;

use const PrivatePodcastSubscribe\PLUGIN_FILE;
use const PrivatePodcastSubscribe\VERSION;

final class Element
{
    private const SCRIPT = 'private-podcast-subscribe';
    private const SHORTCODE = 'private_podcast_subscribe';

    public static function register(): void
    {
        wp_register_script(self::SCRIPT, plugins_url('assets/member.js', PLUGIN_FILE), [], VERSION, true);
        add_filter('script_loader_tag', [self::class, 'asModule'], 10, 3);
        register_block_type(dirname(PLUGIN_FILE) . '/block');
        add_action('enqueue_block_editor_assets', [self::class, 'informEditor']);
        add_shortcode(self::SHORTCODE, [self::class, 'shortcode']);
    }

    /** WordPress 6.1 has no function for a script of type "module". */
    public static function asModule(string $tag, string $handle, string $src): string
    {
        return $handle === self::SCRIPT
            ? wp_get_script_tag(['type' => 'module', 'src' => $src, 'id' => self::SCRIPT . '-js'])
            : $tag;
    }

    /** Where the browser gets the element itself: another version is at another URL. */
    public static function scriptUrl(): string
    {
        $url = plugins_url('embed/' . VERSION . '/private-podcast-subscribe.js', PLUGIN_FILE);
        return wp_make_link_relative($url);
    }

    /** The podcasts that the editor of the block can choose from. */
    public static function informEditor(): void
    {
        $handle = generate_block_asset_handle('private-podcast/subscribe', 'editorScript');
        $facts = [
            'products' => Settings::items('products'),
            'settingsUrl' => admin_url('options-general.php?page=private-podcast-subscribe'),
        ];
        wp_add_inline_script($handle, 'window.privatePodcastSubscribe = ' . wp_json_encode($facts, JSON_HEX_TAG | JSON_HEX_AMP) . ';', 'before');
        wp_set_script_translations($handle, 'private-podcast-subscribe', dirname(PLUGIN_FILE) . '/languages');
    }

    /**
     * [private_podcast_subscribe sku="sid:show" episodes="3"]For members.[/private_podcast_subscribe]
     *
     * @param array<string, string>|string $attributes
     */
    public static function shortcode(array|string $attributes, ?string $content = null): string
    {
        $known = ['sku' => '', 'title' => '', 'image' => '', 'episodes' => '', 'apps' => '', 'contact' => '', 'login' => ''];
        $given = shortcode_atts($known, is_array($attributes) ? $attributes : [], self::SHORTCODE);
        return self::html($given, do_shortcode((string) $content));
    }

    /**
     * @param array<string, mixed> $attributes `sku` (default: the first podcast of the settings),
     * `title` and `image` (shown until the feed is there, and to users without access), `episodes`,
     * `apps`, `contact` (mail address or URL of the site's help), `login` (text of the login link).
     * @param string $offer HTML for a user without access.
     * @param string $wrapper attributes of the block, escaped.
     */
    public static function html(array $attributes, string $offer, string $wrapper = ''): string
    {
        wp_enqueue_script(self::SCRIPT);
        $text = fn(string $name) => is_scalar($attributes[$name] ?? null) ? trim((string) $attributes[$name]) : '';
        $own = array_filter([
            'data-sku' => $text('sku') ?: (Settings::items('products')[0] ?? ''),
            'data-ajax' => Routes::path(''),
            'podcast-title' => $text('title'),
            'podcast-image' => esc_url_raw($text('image')),
            'episodes' => preg_match('/^\d{1,3}$/D', $text('episodes')) ? $text('episodes') : '',
            'apps' => $text('apps'),
            'contact' => $text('contact'),
        ], 'strlen');
        $html = '<private-podcast-subscribe' . ($wrapper === '' ? '' : " $wrapper");
        foreach ($own as $name => $value) {
            $html .= " $name=\"" . esc_attr($value) . '"';
        }
        $login = $text('login') ?: __('Log in to get your podcast', 'private-podcast-subscribe');
        $html .= '><a href="' . esc_url(wp_login_url((string) get_permalink())) . '">' . esc_html($login) . '</a>';
        // An empty paragraph from the editor is not an offer. Until the script has run, nobody sees it.
        if (trim(strip_tags($offer, ['a', 'button', 'form', 'iframe', 'img', 'video'])) !== '') {
            $html .= '<div slot="no-access" hidden>' . $offer . '</div>';
        }
        return "$html</private-podcast-subscribe>";
    }
}
