<?php
/**
 * Shows whoever edits the site what members see, without a member's account: the element with a sample
 * podcast, in the editor, and on the page itself under `?private_podcast_view=member`.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Page;

use PrivatePodcastSubscribe\Settings;
use PrivatePodcastSubscribe\Subscribe\Response;
use PrivatePodcastSubscribe\Subscribe\Routes;

use const PrivatePodcastSubscribe\PLUGIN_FILE;

final class Preview
{
    /** The parameter of a page's URL, with `member`, `stranger` or `visitor`. */
    public const PARAMETER = 'private_podcast_view';
    private const SAMPLE = 'private_podcast_sample';
    private const OWNER = 'private_podcast_owner';

    public static function register(): void
    {
        add_action('enqueue_block_editor_assets', [self::class, 'informEditor']);
        // The element asks for a feed without cookies. The sample is the same for everyone.
        foreach (['wp_ajax_', 'wp_ajax_nopriv_'] as $hook) {
            add_action($hook . self::SAMPLE, static fn() => self::sample()->send());
        }
        add_action('wp_ajax_' . self::OWNER, static fn() => self::forOwner()->send());
        add_action('wp_ajax_nopriv_' . self::OWNER, static fn() => Response::json(null)->send());
    }

    /** The facts for the editor of the block: the podcasts, the apps, and where the element is. */
    public static function informEditor(): void
    {
        $handle = generate_block_asset_handle(Element::BLOCK, 'editorScript');
        $podcasts = [];
        foreach (Podcasts::all() as $sku => $title) {
            $podcasts[] = ['sku' => (string) $sku, 'title' => $title];
        }
        $facts = [
            'podcasts' => $podcasts,
            'apps' => require dirname(PLUGIN_FILE) . '/apps.php',
            'settingsUrl' => current_user_can('manage_options') ? admin_url('options-general.php?page=private-podcast-subscribe') : '',
            'scriptUrl' => Element::scriptUrl(),
            'sampleUrl' => Routes::path(self::SAMPLE),
        ];
        $json = wp_json_encode($facts, JSON_HEX_TAG | JSON_HEX_AMP);
        wp_add_inline_script($handle, "window.privatePodcastSubscribe = $json;", 'before');
        wp_set_script_translations($handle, 'private-podcast-subscribe', dirname(PLUGIN_FILE) . '/languages');
    }

    /**
     * The answer that the script of a member page may show to the user who is looking: null unless they edit this
     * site. It gives away nothing of a member, and needs no nonce, because it changes nothing.
     */
    private static function forOwner(): Response
    {
        if (!current_user_can('edit_posts')) {
            return Response::json(null);
        }
        $sku = is_string($_GET['sku'] ?? null) ? wp_unslash($_GET['sku']) : '';
        return Response::json([
            'feedUrl' => Routes::path(self::SAMPLE),
            'isKnown' => in_array($sku, Settings::items('products'), true),
            'texts' => [
                'unknown' => sprintf(
                    /* translators: %s: product ID of a podcast */
                    __('Only you see this: the podcast “%s” is not in the list under Settings → Private Podcast, so nobody can get it here. Add it there, or choose another podcast on this page.', 'private-podcast-subscribe'),
                    sanitize_text_field($sku)
                ),
                'member' => __('Preview: what a member sees. The episodes are examples, and the buttons do nothing.', 'private-podcast-subscribe'),
                'stranger' => __('Preview: what someone sees who is logged in and has no access.', 'private-podcast-subscribe'),
                'visitor' => __('Preview: what a visitor sees who is not logged in.', 'private-podcast-subscribe'),
            ],
        ]);
    }

    /** A feed with three episodes. It has no title and no cover: those of the page are shown. */
    private static function sample(): Response
    {
        $titles = [
            __('The third episode', 'private-podcast-subscribe'),
            __('The second episode', 'private-podcast-subscribe'),
            __('Welcome: how this podcast came about', 'private-podcast-subscribe'),
        ];
        $items = '';
        foreach ($titles as $index => $title) {
            // The first of a month, so that the sample is the same all day.
            $date = gmdate(DATE_RSS, gmmktime(6, 0, 0, (int) gmdate('n') - $index, 1));
            $items .= sprintf(
                '<item><guid isPermaLink="false">sample-%1$d</guid><title>%2$s</title><pubDate>%3$s</pubDate><itunes:duration>%4$d</itunes:duration><enclosure url="https://sample.invalid/%1$d.mp3" type="audio/mpeg" length="1"/></item>',
                3 - $index,
                esc_xml($title),
                esc_xml($date),
                1500 + 420 * $index
            );
        }
        return new Response(
            200,
            ['Content-Type' => 'application/rss+xml; charset=utf-8', 'X-Content-Type-Options' => 'nosniff'],
            '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>'
                . '<itunes:author>' . esc_xml(get_bloginfo('name')) . "</itunes:author>$items</channel></rss>"
        );
    }
}
