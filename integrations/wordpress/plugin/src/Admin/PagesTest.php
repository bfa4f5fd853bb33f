<?php
/** Looks for the podcast on the pages of this site: is there one, and does each name a podcast of the list? */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Page\Element;
use PrivatePodcastSubscribe\Page\Podcasts;
use PrivatePodcastSubscribe\Settings;

final class PagesTest
{
    private const MOST = 50;

    public function __construct(private Findings $findings)
    {
    }

    public function walk(): void
    {
        $this->findings->begin(__('Your pages', 'private-podcast-subscribe'));
        $posts = self::posts();
        if (!$posts) {
            $this->findings->warn(__('No published page shows a podcast yet. Add the block “Private Podcast” to one, or the shortcode [private_podcast_subscribe].', 'private-podcast-subscribe'));
            return;
        }
        $isRight = true;
        foreach ($posts as $post) {
            foreach (array_diff(self::skusIn($post->post_content), Settings::items('products')) as $sku) {
                $isRight = false;
                /* translators: 1: title of a page, 2: product ID */
                $this->findings->fail(sprintf(__('The page “%1$s” names the podcast “%2$s”, which is not in the list “Podcasts” above. Add it there, or choose another podcast on the page.', 'private-podcast-subscribe'), self::titleOf($post), $sku));
            }
        }
        if ($isRight) {
            $titles = array_map([self::class, 'titleOf'], $posts);
            /* translators: %s: titles of pages */
            $this->findings->ok(sprintf(__('The podcast is on: %s.', 'private-podcast-subscribe'), implode(', ', $titles)));
        }
    }

    /**
     * The published posts and pages with the block or the shortcode, the latest first.
     * @return \WP_Post[]
     */
    public static function posts(): array
    {
        global $wpdb;
        $ids = $wpdb->get_col($wpdb->prepare(
            "SELECT ID FROM $wpdb->posts WHERE post_status = 'publish' AND post_type NOT IN ('revision', 'nav_menu_item') AND (post_content LIKE %s OR post_content LIKE %s) ORDER BY post_modified DESC LIMIT %d",
            '%' . $wpdb->esc_like('<!-- wp:' . Element::BLOCK . ' ') . '%',
            '%' . $wpdb->esc_like('[' . Element::SHORTCODE) . '%',
            self::MOST
        ));
        return array_filter(array_map('get_post', $ids));
    }

    private static function titleOf(\WP_Post $post): string
    {
        return get_the_title($post) ?: "#$post->ID";
    }

    /** @return string[] the product IDs that a content names. */
    private static function skusIn(string $content): array
    {
        $skus = self::skusInBlocks(parse_blocks($content));
        preg_match_all('/' . get_shortcode_regex([Element::SHORTCODE]) . '/', $content, $codes);
        foreach ($codes[3] as $attributes) {
            $given = shortcode_parse_atts($attributes);
            $skus[] = is_array($given) ? $given['sku'] ?? '' : '';
        }
        return array_unique(array_filter(array_map('strval', $skus), 'strlen')) ?: array_filter([Podcasts::first()], 'strlen');
    }

    private static function skusInBlocks(array $blocks): array
    {
        $skus = [];
        foreach ($blocks as $block) {
            if (($block['blockName'] ?? null) === Element::BLOCK && is_string($block['attrs']['sku'] ?? null)) {
                $skus[] = $block['attrs']['sku'];
            }
            array_push($skus, ...self::skusInBlocks($block['innerBlocks'] ?? []));
        }
        return $skus;
    }
}
