<?php
/**
 * The element on a page, as a block or a shortcode. Its HTML is the same for everyone: no token, no
 * nonce and nothing of a member is in it, so a page cache may keep it.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Page;

use PrivatePodcastSubscribe\Subscribe\Routes;

use const PrivatePodcastSubscribe\PLUGIN_FILE;
use const PrivatePodcastSubscribe\VERSION;

final class Element
{
    /** The name of the script and the style of a member page. */
    private const HANDLE = 'private-podcast-subscribe';
    public const SHORTCODE = 'private_podcast_subscribe';
    public const BLOCK = 'private-podcast/subscribe';

    /** The attributes of the block and the shortcode; `sku` is by default the first podcast of the settings. */
    private const ATTRIBUTES = ['sku', 'title', 'image', 'episodes', 'apps', 'contact', 'login', 'player'];

    public static function register(): void
    {
        wp_register_script(self::HANDLE, plugins_url('assets/member.js', PLUGIN_FILE), [], VERSION, true);
        wp_register_style(self::HANDLE, plugins_url('assets/member.css', PLUGIN_FILE), [], VERSION);
        add_filter('script_loader_tag', [self::class, 'asModule'], 10, 3);
        register_block_type(dirname(PLUGIN_FILE) . '/block');
        add_action('wp_enqueue_scripts', [self::class, 'styleEarly']);
        add_shortcode(self::SHORTCODE, [self::class, 'shortcode']);
    }

    /** WordPress 6.1 has no function for a script of type "module". Other plugins may have spoiled the tag. */
    public static function asModule(mixed $tag, mixed $handle, mixed $src): mixed
    {
        return $handle === self::HANDLE && is_string($src)
            ? wp_get_script_tag(['type' => 'module', 'src' => $src, 'id' => self::HANDLE . '-js'])
            : $tag;
    }

    /** A style that is asked for while the content is printed comes at its end, and the page jumps. */
    public static function styleEarly(): void
    {
        $post = get_post();
        if (is_singular() && $post && has_shortcode($post->post_content, self::SHORTCODE)) {
            wp_enqueue_style(self::HANDLE);
        }
    }

    /** Where the browser gets the element itself: another version is at another URL. */
    public static function scriptUrl(): string
    {
        $url = plugins_url('embed/' . VERSION . '/private-podcast-subscribe.js', PLUGIN_FILE);
        return wp_make_link_relative($url);
    }

    /**
     * [private_podcast_subscribe sku="sid:show" episodes="3"]For members.[/private_podcast_subscribe]
     *
     * @param mixed $attributes an array; WordPress gives an empty text if there are none.
     */
    public static function shortcode(mixed $attributes, mixed $content = null): string
    {
        $known = array_fill_keys(self::ATTRIBUTES, '');
        $given = shortcode_atts($known, is_array($attributes) ? $attributes : [], self::SHORTCODE);
        // WordPress makes paragraphs of what it finds around the content, before it knows the shortcode.
        $offer = preg_replace('~^\s*(?:</p>|<br\s*/?>)|(?:<p>|<br\s*/?>)\s*$~i', '', (string) $content);
        return self::html($given, self::templateOf(do_shortcode((string) $offer)), 'span');
    }

    /**
     * The block on a page.
     * @param array<string, mixed> $attributes
     * @param string $wrapper attributes of the block, escaped.
     */
    public static function block(array $attributes, string $offer, string $wrapper): string
    {
        $html = self::isEmpty($offer) ? '' : '<div class="private-podcast-offer">' . $offer . '</div>';
        $player = ($attributes['player'] ?? true) === false ? 'none' : '';
        return self::html(['player' => $player] + $attributes, $html, 'div', $wrapper);
    }

    /**
     * The offer where a paragraph may be open: a `<div>` would close it, and the element with it. The
     * script of the member page takes it out.
     */
    private static function templateOf(string $offer): string
    {
        return self::isEmpty($offer) ? '' : '<template class="private-podcast-offer">' . $offer . '</template>';
    }

    /** An empty paragraph from the editor is not an offer. */
    private static function isEmpty(string $offer): bool
    {
        return trim(strip_tags($offer, ['a', 'button', 'form', 'iframe', 'img', 'video'])) === '';
    }

    /**
     * @param array<string, mixed> $attributes `sku`, `title` and `image` (shown until the feed is there,
     * and to everyone without it), `episodes`, `apps`, `contact` (mail address or URL of the site's
     * help), `login` (text of the login button), `player` (`none`: nothing plays on the page).
     * @param string $offer HTML for everyone without access.
     * @param string $tag of the part for visitors, which has no line breaks: plugins make paragraphs of them.
     */
    private static function html(array $attributes, string $offer, string $tag, string $wrapper = ''): string
    {
        $text = fn(string $name) => is_scalar($attributes[$name] ?? null) ? trim((string) $attributes[$name]) : '';
        $login = $text('login') ?: __('Log in to get your podcast', 'private-podcast-subscribe');
        if (is_feed()) {
            return sprintf('<a href="%s">%s</a>', esc_url((string) get_permalink()), esc_html($login));
        }
        wp_enqueue_script(self::HANDLE);
        wp_enqueue_style(self::HANDLE);
        $sku = $text('sku') ?: Podcasts::first();
        $title = $text('title') ?: Podcasts::titleOf($sku);
        $image = esc_url_raw($text('image'), ['https', 'http']);
        $own = array_filter([
            'data-sku' => $sku,
            'data-ajax' => Routes::path(''),
            'podcast-title' => $title,
            'podcast-image' => $image,
            'episodes' => preg_match('/^\d{1,3}$/D', $text('episodes')) ? $text('episodes') : '',
            'apps' => $text('apps'),
            'contact' => $text('contact'),
            'player' => $text('player') === 'none' ? 'none' : '',
        ], 'strlen');
        $html = '<private-podcast-subscribe' . ($wrapper === '' ? '' : " $wrapper");
        foreach ($own as $name => $value) {
            $html .= " $name=\"" . esc_attr($value) . '"';
        }
        return "$html>" . self::forVisitors($tag, $title, $image, $offer, $login) . '</private-podcast-subscribe>';
    }

    /** The view of visitors: the podcast, the offer, and the way in. It looks like the element around it. */
    private static function forVisitors(string $tag, string $title, string $image, string $offer, string $login): string
    {
        $cover = $image === '' ? '' : sprintf(
            '<span class="private-podcast-cover"><img src="%s" alt="" decoding="async" referrerpolicy="no-referrer"></span>',
            esc_url($image)
        );
        $heading = $title === '' ? '' : sprintf(
            '<span class="private-podcast-title" role="heading" aria-level="2">%s</span>',
            esc_html($title)
        );
        $button = sprintf('<a class="private-podcast-login" href="%s"><span>%s</span></a>', esc_url(LoginLink::url()), esc_html($login));
        $class = 'private-podcast-visitor' . ($cover === '' ? '' : ' has-cover');
        return "<$tag class=\"$class\">$cover$heading$offer$button</$tag>";
    }
}
