<?php
/** The list of podcasts on the settings page: in each line a product ID, and the name that people know. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Page\Podcasts;
use PrivatePodcastSubscribe\Settings;

final class PodcastsField
{
    private const MAX_TITLE_LENGTH = 200;

    /** @param string $attributes of the field, escaped. */
    public static function print(string $attributes): void
    {
        $lines = [];
        foreach (Podcasts::all() as $sku => $title) {
            $lines[] = trim("$sku $title");
        }
        printf(
            '<textarea %s class="large-text code" rows="3" placeholder="%s">%s</textarea>',
            $attributes, // phpcs:ignore WordPress.Security.EscapeOutput -- escaped by the caller
            esc_attr('sid:member-show ' . __('The Member Show', 'private-podcast-subscribe')),
            esc_textarea(implode("\n", $lines))
        );
    }

    /**
     * Reads the form: a line begins with the product ID, and the rest of it is the name.
     * @return array{products: string[], titles: array<string, string>}
     */
    public static function read(string $text): array
    {
        $titles = [];
        foreach (preg_split('/\R/u', $text) ?: [] as $line) {
            [$sku, $title] = array_pad(preg_split('/[\s,]+/u', trim($line), 2) ?: [], 2, '');
            if (!Ids::isId($sku)) {
                continue;
            }
            $titles[$sku] = mb_substr(sanitize_text_field($title), 0, self::MAX_TITLE_LENGTH);
        }
        return ['products' => array_map('strval', array_keys($titles)), 'titles' => array_filter($titles, 'strlen')];
    }
}
