<?php
/** Reads the lists in the answers to 4.3 and 4.4. No error message quotes them. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;

final class Lists
{
    /**
     * The items of a list that can be used. No content and null count as an empty list; but if there
     * are items and none can be used, the answer is bad.
     * @param callable $isUsable (array): bool
     * @return array<int, array<string, mixed>>
     */
    public static function read(Answer $answer, mixed $list, string $field, callable $isUsable): array
    {
        if ($answer->status === 204 || ($list === null && $answer->isJson)) {
            return [];
        }
        if (!is_array($list) || $list !== array_values($list)) {
            throw self::unusable($field);
        }
        $usable = array_values(array_filter($list, fn(mixed $item) => is_array($item) && $isUsable($item)));
        if ($list && !$usable) {
            throw self::unusable($field);
        }
        return $usable;
    }

    /**
     * The entitlement to the product: one that names it, or else one that names no product.
     * @return array{entitlementId: string, title: string}
     */
    public static function entitlement(Answer $answer, string $sku): array
    {
        $entitlements = self::read(
            $answer,
            $answer->json,
            'entitlementId',
            fn(array $item) => self::text($item, 'entitlementId') !== ''
        );
        foreach ([$sku, ''] as $wanted) {
            foreach ($entitlements as $item) {
                if (self::text($item, 'sku') === $wanted) {
                    return [
                        'entitlementId' => self::text($item, 'entitlementId'),
                        'title' => self::text($item, 'title'),
                    ];
                }
            }
        }
        throw self::noAccess();
    }

    /**
     * The RSS feed among access items. If there are several, the one whose file name is the product's.
     * @return array{feedUrl: string, title: string, streamingUrl: string, streamingLinkUrl: string}
     */
    public static function feed(Answer $answer, string $sku, string $title): array
    {
        $items = self::read($answer, $answer->json, 'url', fn() => true);
        if (!$items) {
            throw self::noAccess();
        }
        $feeds = array_values(array_filter($items, [self::class, 'isFeed']));
        if (!$feeds) {
            throw new PrivatePodcastError('no-feed', __('This member has access, but the feed service lists no RSS feed. Ask the operator whether the product has one.', 'private-podcast-subscribe'));
        }
        $named = array_filter($feeds, fn(array $item) => self::text($item, 'filename') === "{$sku}_private.rss");
        $feed = reset($named) ?: $feeds[0];
        return [
            'feedUrl' => self::text($feed, 'url'),
            'title' => self::text($feed, 'title') ?: $title,
            'streamingUrl' => self::text($feed, 'streamingUrl'),
            'streamingLinkUrl' => self::text($feed, 'streamingLinkUrl'),
        ];
    }

    private static function isFeed(array $item): bool
    {
        $mediaType = strtolower(trim(explode(';', self::text($item, 'mimeType'))[0]));
        return Ids::isWebUrl($item['url'] ?? null)
            && strtolower(self::text($item, 'type')) === 'feed'
            && $mediaType === 'application/rss+xml';
    }

    /** A text; empty if it is absent or of another type. */
    public static function text(array $item, string $name): string
    {
        return is_string($item[$name] ?? null) ? $item[$name] : '';
    }

    public static function noAccess(): PrivatePodcastError
    {
        return new PrivatePodcastError('no-access', __('This member has no access to the podcast. If they should have it, ask the operator about the product ID and the membership.', 'private-podcast-subscribe'));
    }

    public static function unusable(string $field): PrivatePodcastError
    {
        return new PrivatePodcastError('bad-response', sprintf(
            /* translators: %s: name of a field */
            __('The feed service gave no usable “%s”. Check the base URL. If it is right, show this message to the operator.', 'private-podcast-subscribe'),
            $field
        ));
    }
}
