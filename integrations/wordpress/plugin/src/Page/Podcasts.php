<?php
/** The publisher's podcasts under the names that the publisher gave them. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Page;

use PrivatePodcastSubscribe\Settings;

final class Podcasts
{
    /**
     * Each podcast of the settings with its name; empty if it was given none.
     * @return array<string, string> names by product ID, in the order of the settings.
     */
    public static function all(): array
    {
        $products = Settings::items('products');
        return array_combine($products, array_map([self::class, 'titleOf'], $products));
    }

    public static function titleOf(string $sku): string
    {
        $constant = Settings::constant('titles');
        $saved = get_option(Settings::OPTION, []);
        $titles = $constant === null ? (is_array($saved) ? $saved['titles'] ?? [] : []) : constant($constant);
        $title = is_array($titles) ? $titles[$sku] ?? '' : '';
        return is_string($title) ? trim($title) : '';
    }

    /** The podcast's name for people: its name, or else its product ID. */
    public static function nameOf(string $sku): string
    {
        return self::titleOf($sku) ?: $sku;
    }

    /** The podcast of a page that names none; empty if the settings name none either. */
    public static function first(): string
    {
        return Settings::items('products')[0] ?? '';
    }
}
